import { lazily } from "../lazily";
import type * as CheckRegex from "./compile/check-regex";
import type * as CompileGroups from "./search/compile-groups";
import type * as CompileRegex from "./search/compile-regex";

export type { RegexProblem } from "./compile/check-regex";
export type { GroupSpan, GroupSpans } from "./search/compile-groups";
export type { RegexMatcher } from "./search/compile-regex";

// Most programs use no regular expression, so each part is loaded at its first call. `require` returns `any`.
const loadCheck = lazily(() => require("./compile/check-regex") as typeof CheckRegex);
const loadRegex = lazily(() => require("./search/compile-regex") as typeof CompileRegex);
const loadGroups = lazily(() => require("./search/compile-groups") as typeof CompileGroups);

/** Returns why Rust's `regex` crate rejects a pattern, in its words, or `undefined` if the pattern is valid. */
export function checkRegex(pattern: string): CheckRegex.RegexProblem | undefined {
  return loadCheck().checkRegex(pattern);
}

/**
 * Compiles a pattern to a function that tells whether the pattern matches anywhere in some bytes.
 * @throws if `checkRegex` reports a syntax error for the pattern.
 */
export function compileRegex(pattern: string): CompileRegex.RegexMatcher {
  return loadRegex().compileRegex(pattern);
}

/**
 * Compiles a pattern to a function that finds the first match and its capture groups.
 * @throws if `checkRegex` reports a syntax error for the pattern.
 */
export function compileGroups(pattern: string): (bytes: Uint8Array) => CompileGroups.GroupSpans | undefined {
  return loadGroups().compileGroups(pattern);
}
