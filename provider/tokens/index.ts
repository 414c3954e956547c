export * from "./access/access-groups";
export * from "./access/access-obstacles";
export { AccessQuestionError } from "./access/access-resource";
export { ipAllowed } from "./access/ip-allowed";
export * from "./access/decide-access";
export * from "./access/explain-access";
export * from "./check/check-token";
export { tokenDoubts } from "./check/token-doubts";
export * from "./check/token-making";
export * from "./privilege/compare-privilege";
export * from "./privilege/deployment-uses";
export * from "./privilege/least-privilege";
export * from "./rotation/check-rotation";
export { parseDuration } from "./rotation/duration";
export * from "./rotation/expiry-warning";
export * from "./rotation/generation";
export { canonicalToken, samePolicies, sameToken } from "./token/canonical-token";
export * from "./token/resolve-permission-groups";
export {
  expandKey,
  expandResources,
  parseResourceKey,
  shortenKey,
  resourceKeys,
  type ResourceKey,
} from "./token/resource-keys";
export * from "./token/timestamp";
export * from "./token/token-name";
export * from "./token/token-risks";
export type * from "./token/token-state";
export * from "./token/token-wire";
