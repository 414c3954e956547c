/**
 * Whether the nightly tier runs. It plays in full what `npm test` and `npm run test:long` play in part. `NIGHTLY_PARTS` of
 * tests/slow-tests.js names the files that ask.
 */
export const IS_NIGHTLY = process.env["EDGE_TEST_NIGHTLY"] === "1";

/** Returns all cases in the nightly tier, and otherwise those that `isInCi` selects. */
export function casesOf<const T>(all: readonly T[], isInCi: (one: T) => boolean): readonly T[] {
  return IS_NIGHTLY ? all : all.filter(isInCi);
}
