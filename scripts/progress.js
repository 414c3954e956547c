// @ts-check
"use strict";

/** How often a long step says that it is still at work, in milliseconds. */
const TICK = 10_000;

/** @typedef {(line: string) => void} Progress one line for the person who waits; never on stdout */

/** @type {Progress} */
function toStderr(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs a step that takes long: says that it starts, every ten seconds that it goes on, and how long it took.
 * @template T
 * @param {Progress} progress
 * @param {string} label what is being done: "building the Pulumi CLI"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function longStep(progress, label, work) {
  const start = Date.now();
  const elapsed = () => `${Math.round((Date.now() - start) / 1000)} s`;
  progress(`${label} …`);
  const timer = setInterval(() => progress(`${label} … ${elapsed()}`), TICK);
  try {
    const result = await work();
    progress(`${label}: ${elapsed()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

module.exports = { longStep, toStderr };
