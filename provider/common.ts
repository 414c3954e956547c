/* What both doors export, the one for dynamic resources and the one for native resources, besides their classes and arguments. */
export * as filter from "./public-filter";
export * from "./functions";
export { AccessQuestionError } from "./tokens/access/access-resource";
export {
  explainAccess,
  type AccessCircumstances,
  type AccessExplanation,
  type AnsweredToken,
  type ExplainedToken,
} from "./tokens/access/explain-access";
export type { IpArgs, PermissionGroupState, PolicyState, TokenState } from "./tokens";
export type { PermissionGroupName, PermissionScope } from "./api/permission-groups";
export type {
  Action,
  Condition,
  Effect,
  ListKind,
  ManagedAction,
  PermissionGroup,
  Phase,
  Policy,
  ResourceMap,
  Token,
} from "./api/wire";
export type { Block, BlockTag, ChainCalls, ChainMethod, HexData, HexQuantity, NetworkName } from "./gateway";
export type { ListItemState } from "./lists";
export type { ByRef, RateLimitState, RuleMap, RuleState } from "./rulesets";
