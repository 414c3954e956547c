// @ts-check
"use strict";

/**
 * @typedef {object} StateSize
 * @property {number} resources but the stack and its provider
 * @property {number} bytes of the whole state, as JSON without white space
 * @property {number} inputBytes of the resources' inputs in it, likewise
 */

/**
 * How large a state is beside what the program has declared.
 * @param {string} exported by `pulumi stack export`
 * @returns {StateSize}
 */
function stateSize(exported) {
  /** @type {unknown} */
  const state = JSON.parse(exported);
  // The engine's own format.
  const { deployment } =
    /** @type {{ deployment: { resources: { type: string, inputs?: Record<string, unknown> }[] } }} */ (
      state
    );
  const resources = deployment.resources.filter(({ type }) => !type.startsWith("pulumi:"));
  const inputBytes = resources.reduce((sum, { inputs }) => sum + jsonBytes(inputs ?? {}), 0);
  return { resources: resources.length, bytes: jsonBytes(state), inputBytes };
}

/** @param {unknown} value */
function jsonBytes(value) {
  return Buffer.byteLength(JSON.stringify(value));
}

module.exports = { stateSize };
