export {
  type Automaton,
  classesBy,
  DEAD,
  type Described,
  FULL,
  LazyAutomaton,
  type Rules,
  type Spend,
} from "./automaton/lazy-automaton";
export { compileAutomaton, sampleOfPattern } from "./automaton/regex-automaton";
export { checkRegex, type RegexProblem } from "./compile/check-regex";
export { compileGroups, type GroupSpan, type GroupSpans } from "./search/compile-groups";
export { compileRegex, type RegexMatcher } from "./search/compile-regex";
