/**
 * Pulumi resources and lookups for an edge platform: API tokens, a zone's entry point rulesets, the managed OWASP ruleset,
 * validated filter expressions and the chain gateway.
 *
 * @packageDocumentation
 */
import { endProgramWithEngine } from "./process";

export * as filter from "./filter";
export * from "./functions";
export * from "./resources";
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

endProgramWithEngine();
