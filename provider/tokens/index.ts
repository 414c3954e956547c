export { accessObstacles, ipAllowed } from "./access/access-obstacles";
export { AccessQuestionError } from "./access/access-resource";
export * from "./access/decide-access";
export * from "./access/explain-access";
export * from "./access/lost-clients";
export * from "./check/check-token";
export * from "./check/grant-doubts";
export * from "./check/token-making";
export * from "./privilege/compare-privilege";
export * from "./privilege/deployment-uses";
export * from "./privilege/least-privilege";
export * from "./rotation/check-lifetime";
export * from "./rotation/value-ends";
export * from "./token/canonical-token";
export * from "./token/permission-groups";
export {
  expandKey,
  expandResources,
  parseResourceKey,
  shortenKey,
  resourceKeys,
  type ResourceKey,
} from "./token/resource-keys";
export * from "./token/token-name";
export * from "./token/token-risks";
export * from "./token/token-wire";
