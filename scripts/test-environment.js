// @ts-check
"use strict";

const hooks = require("node:async_hooks");
const { TestEnvironment } = require("jest-environment-node");

/** @typedef {ConstructorParameters<typeof TestEnvironment>} Args */

/**
 * Jest's environment for Node, which also disables each AsyncLocalStorage that a test file made. Node 20 copies the values of all
 * storages in use at each promise, until the process ends. Each test file loads the modules again, and so makes its own storages: without
 * this class, every file of a worker makes the next one slower.
 */
class ReleasingEnvironment extends TestEnvironment {
  /**
   * @param {Args[0]} config
   * @param {Args[1]} context
   */
  constructor(config, context) {
    super(config, context);
    // Node computes these once, but at each use of the copy of `process` that tests get. The HTTP client uses them twice per request.
    const { allowedNodeEnvironmentFlags: value } = process;
    Object.defineProperty(this.global.process, "allowedNodeEnvironmentFlags", { value });
    const { AsyncLocalStorage } = hooks;
    /** @type {hooks.AsyncLocalStorage<unknown>[]} */
    const made = [];
    /**
     * @template T
     * @extends {AsyncLocalStorage<T>}
     */
    class Storage extends AsyncLocalStorage {
      constructor() {
        super();
        made.push(this);
      }
    }
    Object.assign(hooks, { AsyncLocalStorage: Storage });
    this.release = () => {
      Object.assign(hooks, { AsyncLocalStorage });
      for (const storage of made.splice(0)) storage.disable();
    };
  }

  /** @override */
  async teardown() {
    this.release();
    await super.teardown();
  }
}

module.exports = ReleasingEnvironment;
