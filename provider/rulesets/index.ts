export { claimConflict, type Claim } from "./claims";
export { describeOrder } from "./describe-order";
export { describeStep } from "./describe-step";
export type { Conflict } from "./entrypoint-conflicts";
export { deployedBy, type EntrypointInput } from "./entrypoint-parts";
export * from "./entrypoint-plan";
export { differingMembers, sameRule } from "./essential-rule";
export * from "./ownership";
export { placementNow, type Placement } from "./placement";
export * from "./removal-plan";
export type * from "./rule-args";
export * from "./rule-map";
export * from "./rule-owner";
export * from "./rule-wire";
export * from "./ruleset-changes";
export * from "./step";
export * from "./check-owasp";
export * from "./deployment-refusal";
export * from "./describe-owasp";
export { lostOverrides } from "./lost-overrides";
export {
  DEFAULT_OWASP_NAME,
  deployingRuleOf,
  findManagedRuleset,
  numberOf,
  overridesOf,
  scoringRuleOf,
} from "./managed-ruleset";
export * from "./owasp-args";
export { owaspDefeats } from "./owasp-defeats";
export { overridden, owaspEffect, type LevelCount, type OwaspEffect } from "./owasp-effect";
export { owaspOverrides } from "./owasp-overrides";
export * from "./owasp-rule";
export { actionsOf } from "./action-phases";
export * from "./check-rules";
