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
  "documented.test.ts": "reads the declarations with the TypeScript compiler",
  "rule-args.test.ts": "type-checks a program with the TypeScript compiler",
};

module.exports = { SLOW_TESTS };
