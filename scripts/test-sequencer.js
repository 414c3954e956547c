// @ts-check
"use strict";

const { default: Sequencer } = require("@jest/test-sequencer");

/**
 * The tiers whose files take longest come first, so that no long file starts last and leaves the other workers without work. Within a
 * tier, Jest's own order applies: by the time of the last run, or by size in a fresh clone.
 */
const LONGEST_FIRST = ["languages", "engine", "pages", "contract", "slow", "unit"];

/** @typedef {import("@jest/test-result").Test} Test */

class TierSequencer extends Sequencer {
  /**
   * @override
   * @param {Test[]} tests
   */
  async sort(tests) {
    /** @param {Test} test */
    const rank = ({ context }) => LONGEST_FIRST.indexOf(context.config.displayName?.name ?? "");
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
}

module.exports = TierSequencer;
