/**
 * Pulumi resources and look-ups for an edge platform: API tokens, a zone's entry point rulesets, the managed OWASP ruleset,
 * validated filter expressions and the chain gateway.
 *
 * @packageDocumentation
 */
export * as filter from "./filter";
export * from "./functions";
export * from "./resources";
export type { Action, Effect, ManagedAction, PermissionScope, Phase, ResourceMap } from "./api";
export type { Block, BlockTag, ChainCalls, ChainMethod, HexData, HexQuantity } from "./gateway";
export type { RateLimitArgs as RateLimitState, RuleArgs as RuleState, RuleMap } from "./rulesets";
