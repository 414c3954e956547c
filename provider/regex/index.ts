export { checkRegex, type RegexProblem } from "./compile/check-regex";
export { compileGroups, type GroupSpan, type GroupSpans } from "./search/compile-groups";
export { compileRegex, type RegexMatcher } from "./search/compile-regex";
