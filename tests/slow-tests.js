// @ts-check
"use strict";

/**
 * Unit tests that take more than two seconds of CPU, and why. `npm run test:unit` leaves them out; `npm test` runs them.
 * @type {Record<string, string>}
 */
const SLOW_TESTS = {
  "certain-properties.test.ts": "runs claimed conditions on hundreds of random requests",
  "any-text.test.ts": "parses texts of a million characters",
  "bench-program.test.ts": "type-checks a program with the TypeScript compiler",
  "rate-limit-time.test.ts": "plays twenty processes through hours of virtual time",
  "evaluate-properties.test.ts": "evaluates thousands of random filters on random requests",
  "examples.test.ts": "type-checks every documented example with the TypeScript compiler",
  "interleavings.test.ts": "tries every order in which two resources can write",
  "fleet-rate.test.ts": "plays a hundred stacks through hours of virtual time",
  "linear.test.ts": "counts the steps of growing expressions",
  "linear-rules.test.ts": "counts the steps of growing lists of rules",
  "pace-interleavings.test.ts": "asks 72 processes ten times in each second of ten minutes",
  "sequences.test.ts": "plays thousands of sequences of requests through lists of rate limits",
  "documented.test.ts": "reads the declarations with the TypeScript compiler",
  "rule-args.test.ts": "type-checks a program with the TypeScript compiler",
};

/**
 * Files below `tests` that take more than a minute on two cores, and why. `npm test` leaves them out; `npm run test:long` runs them, and
 * `.ci/run` both.
 * @type {Record<string, string>}
 */
const LONG_TESTS = {
  "contract/faults.test.ts": "plays thousands of updates with a fault in each",
  "contract/foresight.test.ts": "previews 1,800 programs, by both providers",
  "contract/many-reviewed-updates.test.ts": "reviews the updates of 100 random programs",
  "engine/after-a-kill.test.ts": "kills updates, and repairs the states by the commands of `doctor`",
  "engine/engine-options.test.ts": "runs 25 updates with the options of the engine, by both providers",
  "engine/fleet-deaths.test.ts": "updates three stacks again after each death",
  "engine/killed-cli.test.ts": "updates again after each death",
  "engine/native-python.test.ts": "installs the SDK for Python",
  "engine/ownership-interrupted.test.ts": "interrupts twelve updates, and ends each",
  "engine/ownership-rounds.test.ts": "updates a zone of two stacks in many rounds",
  "engine/ownership-two-stacks.test.ts": "runs each program in two stacks",
  "engine/reviewed-replacements.test.ts": "previews, reviews and updates seven times, by both providers",
  "engine/reviewed-updates.test.ts": "previews, reviews and updates four programs that change at random",
  "engine/secrets-in-answers.test.ts": "gets each kind of answer in each place",
  "engine/stack-names.test.ts": "plays the history of a stack under several names, by both providers",
  "engine/update-plans.test.ts": "previews and carries out five plans, by both providers",
};

/**
 * Files below `tests` that take about five minutes each on two cores, and why. `npm run test:nightly` runs them, and `.ci/run` does not:
 * run them after a change of the part that they are about.
 * @type {Record<string, string>}
 */
const NIGHTLY_TESTS = {
  "engine/fleet-run.test.ts": "runs three stacks in many ways, and kills a run",
  "engine/fleet.test.ts": "moves a zone between two stacks seven times, by both providers",
  "engine/stack-histories.test.ts": "plays whole histories of three stacks",
};

module.exports = { LONG_TESTS, NIGHTLY_TESTS, SLOW_TESTS };
