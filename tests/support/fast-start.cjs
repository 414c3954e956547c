// @ts-check
"use strict";

// For the Node processes that Pulumi starts in engine tests, `node -r` this file: a fifth less CPU for each `pulumi up`.
const fs = require("node:fs");
const Module = require("node:module");

/** Finds the packages that a closure uses. The SDK always loads it, with 400 modules; our stub is no closure. */
const RARELY_USED = "@npmcli/arborist";

/** @typedef {(name: string, ...rest: unknown[]) => unknown} Load */

// The types of `Module` do not know the hook; Node documents it as deprecated, not as gone.
const hooked = /** @type {{ _load: Load }} */ (/** @type {unknown} */ (Module));
const load = hooked._load;
/** @type {Load} */
const loadLater = (name, ...rest) =>
  name === RARELY_USED ? later(() => load(name, ...rest)) : load(name, ...rest);
hooked._load = loadLater;

/**
 * Returns a class that is loaded when it is constructed.
 * @param {() => unknown} get
 */
function later(get) {
  // The package's main export is a class.
  const construct = (/** @type {unknown} */ _, /** @type {unknown[]} */ values) =>
    Reflect.construct(/** @type {new (...values: unknown[]) => object} */ (get()), values);
  return new Proxy(class {}, { construct });
}

// As with `options: { typescript: false }` in Pulumi.yaml, which the Node language host of the Go build ignores. A program with a
// tsconfig.json runs with the compiler, as by default.
if (!fs.readdirSync(".").some((name) => /\.ts$|^tsconfig\.json$/.test(name)))
  process.env["PULUMI_NODEJS_TYPESCRIPT"] = "false";
