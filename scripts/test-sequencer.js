// @ts-check
"use strict";

const path = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");

/**
 * The tiers whose files take longest come first, so that no long file starts last and leaves the other workers without work. Within a
 * tier, Jest's own order applies: by the time of the last run, or by size in a fresh clone.
 */
const LONGEST_FIRST = [
  "languages",
  "repository",
  "golden",
  "stores",
  "long",
  "engine",
  "pages",
  "contract",
  "slow",
  "unit",
];

/**
 * Files that start the first of their tier. They are short, so that Jest would start them last in a fresh clone, and they wait for
 * processes that take minutes.
 */
const FIRST_FILES = ["contract/faults.test.ts", "contract/foresight.test.ts"].map((file) =>
  path.join("tests", file),
);

/** They count steps by V8's coverage of all modules that a worker has loaded: a minute and a half in a worker with many, seconds in a new one. */
const IN_A_NEW_WORKER = ["linear.test.ts", "linear-rules.test.ts"].map((file) => path.sep + file);

/** @typedef {import("@jest/test-result").Test} Test */

class TierSequencer extends Sequencer {
  /**
   * @override
   * @param {Test[]} tests
   */
  async sort(tests) {
    /** @param {Test} test */
    const tier = ({ context }) => LONGEST_FIRST.indexOf(context.config.displayName?.name ?? "");
    /** @param {Test} test */
    const late = (test) => Number(!FIRST_FILES.some((file) => test.path.endsWith(file)));
    /** @param {Test} test */
    const afterOthers = (test) => Number(!IN_A_NEW_WORKER.some((file) => test.path.endsWith(file)));
    return [...(await super.sort(tests))].sort(
      (a, b) => afterOthers(a) - afterOthers(b) || tier(a) - tier(b) || late(a) - late(b),
    );
  }
}

module.exports = TierSequencer;
