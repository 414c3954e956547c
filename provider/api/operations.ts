import { z } from "zod";
import { PageQuery } from "./envelope";
import { ValidateExpression } from "./filters";
import {
  EntrypointReplace,
  RuleAdd,
  RulePatch,
  Ruleset,
  RulesetCreate,
  RulesetReplace,
  RulesetSummary,
  WriteQuery,
} from "./rulesets";
import {
  PermissionGroup,
  Token,
  TokenCreate,
  TokenReplace,
  TokenVerification,
  TokenWithValue,
} from "./tokens";
import { Account, Removed, User, Zone, ZoneCreate, ZonePatch, ZoneQuery } from "./zones";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What may stand for `{scope}` in a path; `user` for tokens alone. */
export type Scope = "user" | "accounts/{account_id}" | "zones/{zone_id}";

export interface Operation {
  readonly method: Method;
  /** Below the base URL, with `{scope}` and ids in braces. */
  readonly path: string;
  readonly scopes?: readonly Scope[];
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** No body at all is the same as `{}`. */
  readonly bodyOptional?: true;
  /** What stands in the envelope's `result`. */
  readonly result: z.ZodType;
  /** Success is 204 with no body at all. */
  readonly empty?: true;
  /** May be sent again when its answer was lost: it reads, or doing it twice leaves the same. */
  readonly repeatable: boolean;
}

const OWNERS = ["user", "accounts/{account_id}"] as const;
const SCOPES = ["accounts/{account_id}", "zones/{zone_id}"] as const;
const ENTRYPOINT = "/{scope}/rulesets/phases/{phase}/entrypoint";
const NoResult = z.undefined();

const get = { method: "GET", repeatable: true } as const;
const put = { method: "PUT", repeatable: true } as const;
const remove = { method: "DELETE", repeatable: true } as const;
const post = { method: "POST", repeatable: false } as const;

/** Every call of the API that client and platform know, by name. */
export const operations = {
  createToken: {
    ...post,
    path: "/{scope}/tokens",
    scopes: OWNERS,
    body: TokenCreate,
    result: TokenWithValue,
  },
  listTokens: {
    ...get,
    path: "/{scope}/tokens",
    scopes: OWNERS,
    query: z.strictObject({ ...PageQuery.shape, include_expired: z.enum(["true", "false"]).optional() }),
    result: z.array(Token),
  },
  getToken: { ...get, path: "/{scope}/tokens/{token_id}", scopes: OWNERS, result: Token },
  replaceToken: {
    ...put,
    path: "/{scope}/tokens/{token_id}",
    scopes: OWNERS,
    body: TokenReplace,
    result: Token,
  },
  removeToken: { ...remove, path: "/{scope}/tokens/{token_id}", scopes: OWNERS, result: Removed },
  // Not repeatable: each roll makes a new value and ends the one before it.
  rollToken: {
    ...put,
    repeatable: false,
    path: "/{scope}/tokens/{token_id}/value",
    scopes: OWNERS,
    body: z.strictObject({}),
    // The published schema wants an object, and the vendor's own client sends nothing.
    bodyOptional: true,
    result: z.string().min(1),
  },
  verifyToken: { ...get, path: "/{scope}/tokens/verify", scopes: OWNERS, result: TokenVerification },
  listPermissionGroups: {
    ...get,
    path: "/{scope}/tokens/permission_groups",
    scopes: OWNERS,
    query: z.strictObject({ name: z.string().optional(), scope: z.string().optional() }),
    result: z.array(PermissionGroup),
  },

  listRulesets: {
    ...get,
    path: "/{scope}/rulesets",
    scopes: SCOPES,
    query: z.strictObject({ cursor: z.string().optional(), per_page: z.int().optional() }),
    result: z.array(RulesetSummary),
  },
  createRuleset: {
    ...post,
    path: "/{scope}/rulesets",
    scopes: SCOPES,
    query: WriteQuery,
    body: RulesetCreate,
    result: Ruleset,
  },
  getRuleset: { ...get, path: "/{scope}/rulesets/{ruleset_id}", scopes: SCOPES, result: Ruleset },
  replaceRuleset: {
    ...put,
    path: "/{scope}/rulesets/{ruleset_id}",
    scopes: SCOPES,
    query: WriteQuery,
    body: RulesetReplace,
    result: Ruleset,
  },
  removeRuleset: {
    ...remove,
    path: "/{scope}/rulesets/{ruleset_id}",
    scopes: SCOPES,
    query: WriteQuery,
    result: NoResult,
    empty: true,
  },
  listRulesetVersions: {
    ...get,
    path: "/{scope}/rulesets/{ruleset_id}/versions",
    scopes: SCOPES,
    result: z.array(RulesetSummary),
  },
  getRulesetVersion: {
    ...get,
    path: "/{scope}/rulesets/{ruleset_id}/versions/{version}",
    scopes: SCOPES,
    result: Ruleset,
  },
  removeRulesetVersion: {
    ...remove,
    path: "/{scope}/rulesets/{ruleset_id}/versions/{version}",
    scopes: SCOPES,
    query: WriteQuery,
    result: NoResult,
    empty: true,
  },
  getRulesByTag: {
    ...get,
    path: "/{scope}/rulesets/{ruleset_id}/versions/{version}/by_tag/{tag}",
    scopes: SCOPES,
    result: Ruleset,
  },
  addRule: {
    ...post,
    path: "/{scope}/rulesets/{ruleset_id}/rules",
    scopes: SCOPES,
    query: WriteQuery,
    body: RuleAdd,
    result: Ruleset,
  },
  patchRule: {
    method: "PATCH",
    repeatable: true,
    path: "/{scope}/rulesets/{ruleset_id}/rules/{rule_id}",
    scopes: SCOPES,
    query: WriteQuery,
    body: RulePatch,
    result: Ruleset,
  },
  removeRule: {
    ...remove,
    path: "/{scope}/rulesets/{ruleset_id}/rules/{rule_id}",
    scopes: SCOPES,
    query: WriteQuery,
    result: Ruleset,
  },
  getEntrypoint: { ...get, path: ENTRYPOINT, scopes: SCOPES, result: Ruleset },
  // A PUT without ids gives rules new ids each time, so a lost answer is looked at, not sent again.
  replaceEntrypoint: {
    ...put,
    repeatable: false,
    path: ENTRYPOINT,
    scopes: SCOPES,
    query: WriteQuery,
    body: EntrypointReplace,
    result: Ruleset,
  },
  listEntrypointVersions: {
    ...get,
    path: `${ENTRYPOINT}/versions`,
    scopes: SCOPES,
    result: z.array(RulesetSummary),
  },
  getEntrypointVersion: { ...get, path: `${ENTRYPOINT}/versions/{version}`, scopes: SCOPES, result: Ruleset },

  validateExpressionByQuery: {
    ...get,
    path: "/filters/validate-expr",
    query: ValidateExpression,
    result: z.unknown(),
  },
  validateExpression: {
    ...post,
    repeatable: true,
    path: "/filters/validate-expr",
    body: ValidateExpression,
    result: z.unknown(),
  },

  listZones: { ...get, path: "/zones", query: ZoneQuery, result: z.array(Zone) },
  createZone: { ...post, path: "/zones", body: ZoneCreate, result: Zone },
  getZone: { ...get, path: "/zones/{zone_id}", result: Zone },
  patchZone: { method: "PATCH", repeatable: true, path: "/zones/{zone_id}", body: ZonePatch, result: Zone },
  removeZone: { ...remove, path: "/zones/{zone_id}", result: Removed },
  listAccounts: {
    ...get,
    path: "/accounts",
    query: z.strictObject({ ...PageQuery.shape, name: z.string().optional() }),
    result: z.array(Account),
  },
  getAccount: { ...get, path: "/accounts/{account_id}", result: Account },
  getUser: { ...get, path: "/user", result: User },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
export type ResultOf<N extends OperationName> = z.infer<(typeof operations)[N]["result"]>;
export type BodyOf<N extends OperationName> = (typeof operations)[N] extends {
  body: infer B extends z.ZodType;
}
  ? z.input<B>
  : undefined;
export type QueryOf<N extends OperationName> = (typeof operations)[N] extends {
  query: infer Q extends z.ZodType;
}
  ? z.input<Q>
  : undefined;
