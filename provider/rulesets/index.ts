export { checkExecuted, warnOfSkipped } from "./check/check-executed";
export { overriddenRulesets, warnOfOverridden } from "./check/check-overridden";
export { warnOfForeignHosts } from "./check/foreign-hosts";
export { deployedBy, rivalAtEdge, type EntrypointInput } from "./entrypoint/classify-rules";
export type { Conflict } from "./entrypoint/find-conflicts";
export { placementNow, type Placement } from "./entrypoint/placement";
export * from "./entrypoint/take-over";
export * from "./entrypoint/plan-entrypoint";
export * from "./entrypoint/rule-room";
export * from "./entrypoint/step";
export type { AccountPhase } from "./meaning/account-rules";
export { differenceLine } from "./meaning/difference-line";
export {
  describeChange,
  type DescribedChange,
  changesNoRequest,
  type ShownConditions,
  undecidedReason,
  UNDECIDED_TEXTS,
} from "./meaning/describe-difference";
export { type Change, difference, type Difference, type DirectionAnswer } from "./meaning/difference";
export {
  type Counterexample,
  decideInvariant,
  type EndingRule,
  type Invariant,
  type InvariantAnswer,
  INVARIANT_OUTCOMES,
  type InvariantOutcome,
  type ZoneRules,
  type ZoneVersions,
} from "./meaning/invariant";
export { changeInZone, inZoneOf, onHostOf } from "./meaning/in-zone";
export type { Outcome } from "./meaning/outcome";
export {
  changesWithout,
  type MaybeSecret,
  type MaybeSecretOwner,
  maybeSecretText,
} from "./meaning/show-without";
export { reachability, type Reach } from "./meaning/reachability";
export type { KnownRulesets, PhaseRules } from "./meaning/run-phase";
export { ruleWords } from "./meaning/rule-words";
export { valueWords } from "./meaning/value-words";
export { BLOCKING_PHASES, isEarlier, type ZonePhase } from "./meaning/run-zone";
export * from "./owasp/check-owasp";
export * from "./owasp/declared-owasp";
export { repeatedTargets } from "./owasp/find-targets";
export { describeOrder, FOREIGN } from "./rules/describe-order";
export {
  ADDED,
  putBackIn,
  putBackRulesText,
  putBackText,
  rulesPutBack,
  type PutBackRule,
} from "./rules/put-back";
export * from "./owasp/managed-ruleset";
export * from "./owasp/owasp-args";
export { owaspDefeats } from "./owasp/owasp-defeats";
export { owaspDrift } from "./owasp/owasp-drift";
export * from "./owasp/owasp-effect";
export { asKept, type KeptOwasp, keptOwasp, lostOverrides, owaspOverrides } from "./owasp/owasp-overrides";
export { skipInFront, skipOfPhase } from "./owasp/owasp-reach";
export * from "./owasp/owasp-rule";
export { longestIncreasing } from "./rules/longest-increasing";
export * from "./rules/ownership";
export * from "./rules/rule-map";
export * from "./rules/rule-wire";
export * from "./rules/ruleset-changes";
