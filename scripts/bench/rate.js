// @ts-check
"use strict";

const { median } = require("./median");

const WARM_UP_MS = 2000;
const ROUND_MS = 1000;
const ROUNDS = 5;

/**
 * Measures how much one thread does per second after a warm-up.
 * @param {() => number} work called repeatedly; returns how much it did
 * @returns {{ rounds: number[], perSecond: number }} per second: in each round, and the median of the rounds
 */
function measureRate(work) {
  /** @param {number} forMs */
  const round = (forMs) => {
    const start = performance.now();
    let count = 0;
    let elapsed = 0;
    while (elapsed < forMs) {
      count += work();
      elapsed = performance.now() - start;
    }
    return (count / elapsed) * 1000;
  };
  round(WARM_UP_MS);
  const rounds = Array.from({ length: ROUNDS }, () => round(ROUND_MS));
  return { rounds, perSecond: median(rounds) };
}

module.exports = { measureRate };
