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
  "contract/faults.test.ts": "plays hundreds of updates with a fault in each",
  "contract/foresight.test.ts": "previews 1,800 programs, each by one of the providers",
  "engine/after-a-kill.test.ts": "kills updates, and repairs the states by the commands of `doctor`",
  "engine/engine-options.test.ts": "runs 13 updates with the options of the engine",
  "engine/fleet-deaths.test.ts": "updates three stacks again after each death",
  "engine/killed-cli.test.ts": "updates again after each death",
  "engine/native-python.test.ts": "installs the SDK for Python",
  "engine/ownership-interrupted.test.ts": "interrupts twelve updates, and ends each",
  "engine/ownership-rounds.test.ts": "updates a zone of two stacks in many rounds",
  "engine/ownership-two-stacks.test.ts": "runs each program in two stacks",
  "engine/reviewed-replacements.test.ts": "previews, reviews and updates four times",
  "engine/reviewed-updates.test.ts": "previews, reviews and updates two programs that change at random",
  "engine/secrets-in-answers.test.ts": "gets each kind of answer in two or more places",
  "engine/stack-names.test.ts": "plays the history of a stack under several names",
  "engine/update-plans.test.ts": "previews and carries out five plans",
};

/**
 * Files below `tests` that CI leaves to the nightly tier, and why. `npm run test:nightly` runs them, and `.ci/run` does not: run them
 * after a change of the part that they are about.
 * @type {Record<string, string>}
 */
const NIGHTLY_TESTS = {
  "contract/many-reviewed-updates.test.ts":
    "reviews the updates of 100 random programs; contract/reviewed-updates.test.ts does so for ten, and for those that failed once",
  "engine/fleet-workflow-live.test.ts":
    "runs the workflow with the real engine; engine/fleet-workflow.test.ts runs it with another `fleet`",
  "engine/fleet-run.test.ts": "runs three stacks in many ways, and kills a run",
  "engine/fleet.test.ts": "moves a zone between two stacks seven times, by both providers",
  "engine/stack-histories.test.ts": "plays whole histories of three stacks",
};

/**
 * Files below `tests` that `npm test` or `npm run test:long` plays in part, and what `npm run test:nightly` adds: it is slow, and a failure
 * there most often fails the part too. They ask `tests/support/nightly.ts` which tier runs.
 * @type {Record<string, string>}
 */
const NIGHTLY_PARTS = {
  "contract/faults.test.ts": "each pair of operation and fault, and 63 more episodes of the soak",
  "contract/foresight.test.ts": "each program by both providers",
  "contract/histories.test.ts": "140 more histories",
  "engine/adopt-splitting.test.ts": "native resources",
  "engine/adopt.test.ts": "dynamic resources",
  "engine/deleted-zone.test.ts": "the dynamic provider",
  "engine/engine-options.test.ts": "the dynamic provider",
  "engine/hand-over.test.ts": "the dynamic provider",
  "engine/list-order.test.ts": "the dynamic provider",
  "engine/preflight.test.ts": "the example many-zones",
  "engine/removal-reads-again.test.ts": "the dynamic provider",
  "engine/reviewed-replacements.test.ts": "the dynamic provider",
  "engine/reviewed-updates.test.ts": "the dynamic provider",
  "engine/secrets-in-answers.test.ts": "each answer to both modes of a filter",
  "engine/stack-names.test.ts": "the native plugin",
  "engine/token-value-ends.test.ts": "the dynamic provider",
  "engine/unknown-names.test.ts": "the native plugin",
  "engine/update-plans.test.ts": "the dynamic provider",
};

module.exports = { LONG_TESTS, NIGHTLY_PARTS, NIGHTLY_TESTS, SLOW_TESTS };
