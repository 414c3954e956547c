// @ts-check
"use strict";

/**
 * @typedef {object} StateSize
 * @property {number} resources number of resources, without the stack and its provider
 * @property {number} bytes size of the whole state as JSON without white space
 * @property {number} inputBytes size of the resources' inputs, measured the same way
 * @property {number} outputBytes size of the resources' outputs, measured the same way
 */

/**
 * Measures a state and the inputs in it.
 * @param {string} exported output of `pulumi stack export`
 * @returns {StateSize}
 */
function stateSize(exported) {
  /** @type {unknown} */
  const state = JSON.parse(exported);
  // The engine's own format.
  const { deployment } =
    /** @type {{ deployment: { resources: { type: string, inputs?: Record<string, unknown>, outputs?: Record<string, unknown> }[] } }} */ (
      state
    );
  const resources = deployment.resources.filter(({ type }) => !type.startsWith("pulumi:"));
  const inputBytes = resources.reduce((sum, { inputs }) => sum + jsonBytes(inputs ?? {}), 0);
  const outputBytes = resources.reduce((sum, { outputs }) => sum + jsonBytes(outputs ?? {}), 0);
  return { resources: resources.length, bytes: jsonBytes(state), inputBytes, outputBytes };
}

/** @param {unknown} value */
function jsonBytes(value) {
  return Buffer.byteLength(JSON.stringify(value));
}

module.exports = { stateSize };
