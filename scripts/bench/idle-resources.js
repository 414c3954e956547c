// @ts-check
"use strict";

/**
 * Resources with the same names and arguments that do nothing, for comparison. A program imports this module instead of the
 * package, and the provider process loads it from the program's folder.
 */
const { isDeepStrictEqual } = require("node:util");
const pulumi = require("@pulumi/pulumi");

const STUB = "exports.handler=()=>require(process.cwd()+'/idle-resources.js').provider";

/** @typedef {Record<string, unknown>} Properties */

/** The methods that the engine calls on a dynamic provider. */
const provider = {
  /** @param {Properties} _ @param {Properties} news */
  check: (_, news) => Promise.resolve({ inputs: news, failures: [] }),
  /** @param {string} _ @param {Properties} olds @param {Properties} news */
  diff: (_, olds, news) => Promise.resolve({ changes: !isDeepStrictEqual(olds, news) }),
  /** @param {Properties} inputs */
  create: (inputs) => Promise.resolve({ id: "idle", outs: inputs }),
  /** @param {string} id @param {Properties} props */
  read: (id, props) => Promise.resolve({ id, props }),
  /** @param {string} _ @param {Properties} __ @param {Properties} news */
  update: (_, __, news) => Promise.resolve({ outs: news }),
  delete: () => Promise.resolve(),
};

/** @param {string} kind */
function idleResource(kind) {
  return class extends pulumi.CustomResource {
    /** @param {string} name @param {Properties} args */
    constructor(name, args) {
      super(`pulumi-nodejs:dynamic/idle:${kind}`, name, { ...args, __provider: STUB });
    }
  };
}

module.exports = {
  provider,
  ApiToken: idleResource("ApiToken"),
  OwaspConfig: idleResource("OwaspConfig"),
  ZoneEntrypointRuleset: idleResource("ZoneEntrypointRuleset"),
  /** @param {string} id */
  zone: (id) => ({ [`zone.${id}`]: "*" }),
};
