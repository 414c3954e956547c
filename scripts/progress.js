// @ts-check
"use strict";

/** Milliseconds between two progress lines of a long step. */
const TICK = 10_000;

/** @typedef {(line: string) => void} Progress prints a line for the person who waits, never on stdout */

/** @type {Progress} */
function toStderr(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs a long step: prints a line at its start, every ten seconds, and at its end with the duration.
 * @template T
 * @param {Progress} progress
 * @param {string} label for example "building the Pulumi CLI"
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
