export { claimConflict, type Claim } from "./entrypoint/claim-conflict";
export { describeStep } from "./entrypoint/describe-step";
export type { Conflict } from "./entrypoint/find-conflicts";
export { deployedBy, type EntrypointInput } from "./entrypoint/classify-rules";
export * from "./entrypoint/plan-entrypoint";
export { differingMembers, sameRule } from "./rules/essential-rule";
export * from "./rules/ownership";
export { placementNow, type Placement } from "./entrypoint/placement";
export * from "./entrypoint/plan-removal";
export type * from "./rules/rule-state";
export * from "./rules/rule-map";
export * from "./rules/rule-owner";
export * from "./rules/rule-wire";
export * from "./rules/ruleset-changes";
export * from "./entrypoint/step";
export * from "./owasp/check-owasp";
export * from "./owasp/deployment-refusal";
export * from "./owasp/describe-owasp";
export { lostOverrides } from "./owasp/lost-overrides";
export {
  DEFAULT_OWASP_NAME,
  deployingRuleOf,
  findManagedRuleset,
  numberOf,
  overridesOf,
  scoringRuleOf,
} from "./owasp/managed-ruleset";
export * from "./owasp/owasp-args";
export { owaspDefeats } from "./owasp/owasp-defeats";
export { overridden, owaspEffect, type LevelCount, type OwaspEffect } from "./owasp/owasp-effect";
export { owaspOverrides } from "./owasp/owasp-overrides";
export * from "./owasp/owasp-rule";
export { actionsOf } from "./action-phases";
export * from "./check/check-rules";
