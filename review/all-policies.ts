/** All policies, by the file that has them. */
export { refuseRetiredNetworks } from "./policies/endpoints";
export { holdInvariants } from "./policies/invariants";
export {
  forbidDisabledTags,
  forbidDuplicateDeployments,
  limitLogOnly,
  listOverrides,
} from "./policies/managed-rules";
export { requireOwasp, requireOwaspLevel } from "./policies/owasp";
export { limitRemovedRules, requireSharedOwnership, requireTakeoverApproval } from "./policies/ownership";
export {
  forbidBlockEverything,
  forbidInvalidExpressions,
  forbidUnreachableRules,
  noFilterWarnings,
  noHazards,
  refuseRuleBookViolations,
} from "./policies/rule-findings";
export { forbidManagedSkips, forbidWideIpSkips } from "./policies/skips";
export { requireRefForm, requireRuleDescriptions, requireTokenMakingReview } from "./policies/texts";
export { allowPermissionGroups, forbidUserResources, forbidWildcardResources } from "./policies/token-access";
export { limitTokenLifetime, limitTokenMakers, requireClientNetworks } from "./policies/token-limits";
export { protectZones, requireLoginRateLimit, requireManagedRuleset } from "./policies/zones";
