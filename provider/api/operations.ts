import { z } from "zod";
import type * as Wire from "./wire";
import { PageQuery } from "./envelope";
import {
  AccountList,
  BulkOperation,
  ListCreate,
  ListItem,
  ListItemsRemoval,
  ListItemWrite,
  ListUpdate,
  StartedOperation,
} from "./lists";
import {
  EntrypointReplace,
  RuleAdd,
  RulePatch,
  Ruleset,
  RulesetCreate,
  RulesetReplace,
  RulesetSummary,
  WriteQuery,
  ValidateExpression,
} from "./rulesets";
import { TaggedResource, TaggedResourceQuery, ZoneTagsQuery, ZoneTagsReplace } from "./tags";
import {
  PermissionGroup,
  Token,
  TokenCreate,
  TokenReplace,
  TokenVerification,
  TokenWithValue,
} from "./tokens";
import {
  Account,
  AccountCreate,
  AccountReplace,
  Removed,
  Membership,
  MembershipQuery,
  User,
  UserPatch,
  Zone,
  ZoneCreate,
  ZonePatch,
  ZoneQuery,
} from "./zones";

export type Method = Wire.Method;

/** A value of `{scope}` in a path. Only tokens and the user itself have the scope `user`. */
export type Scope = "user" | "accounts/{account_id}" | "zones/{zone_id}";

/** How the API words the errors of an operation, and which codes it uses. */
export type ErrorStyle = "plain" | "tokens" | "rulesets" | "filters";

export interface Operation {
  readonly method: Method;
  /** The path below the base URL, with `{scope}` and ids in braces. */
  readonly path: string;
  readonly scopes?: readonly Scope[];
  readonly errorStyle: ErrorStyle;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** A missing body means `{}`. */
  readonly bodyOptional?: true;
  /** The schema of the envelope's `result`. */
  readonly result: z.ZodType;
  /** Success is 204 without a body. */
  readonly empty?: true;
  /** The request can be sent again after its answer was lost: it is a read, or it is idempotent. */
  readonly repeatable: boolean;
  /** The answer describes the request's own token, so the API also answers disabled and expired tokens. */
  readonly verifiesToken?: true;
}

const ENTRYPOINT = "/{scope}/rulesets/phases/{phase}/entrypoint";
const LISTS = "/accounts/{account_id}/rules/lists";
const LIST_ITEMS = `${LISTS}/{list_id}/items`;
const ZONE_TAGS = "/zones/{zone_id}/tags";
const NoResult = z.undefined();

const get = { method: "GET", repeatable: true } as const;
const put = { method: "PUT", repeatable: true } as const;
const patch = { method: "PATCH", repeatable: true } as const;
const remove = { method: "DELETE", repeatable: true } as const;
const post = { method: "POST", repeatable: false } as const;

const tokens = { scopes: ["user", "accounts/{account_id}"], errorStyle: "tokens" } as const;
const rulesets = { scopes: ["accounts/{account_id}", "zones/{zone_id}"], errorStyle: "rulesets" } as const;
const filters = { path: "/filters/validate-expr", errorStyle: "filters" } as const;
const plain = { errorStyle: "plain" } as const;

/** Every API operation that the client sends and the local platform serves, by name. */
export const operations = {
  createToken: {
    ...post,
    ...tokens,
    path: "/{scope}/tokens",
    body: TokenCreate,
    result: TokenWithValue,
  },
  listTokens: {
    ...get,
    ...tokens,
    path: "/{scope}/tokens",
    query: z.strictObject({ ...PageQuery.shape, include_expired: z.enum(["true", "false"]).optional() }),
    result: z.array(Token),
  },
  getToken: { ...get, ...tokens, path: "/{scope}/tokens/{token_id}", result: Token },
  replaceToken: {
    ...put,
    ...tokens,
    path: "/{scope}/tokens/{token_id}",
    body: TokenReplace,
    result: Token,
  },
  removeToken: { ...remove, ...tokens, path: "/{scope}/tokens/{token_id}", result: Removed },
  // Not repeatable: each roll creates a new value and revokes the previous one.
  rollToken: {
    ...put,
    ...tokens,
    repeatable: false,
    path: "/{scope}/tokens/{token_id}/value",
    body: z.strictObject({}),
    // The published schema requires an object, but the vendor's own client sends no body.
    bodyOptional: true,
    result: z.string().min(1),
  },
  verifyToken: {
    ...get,
    ...tokens,
    path: "/{scope}/tokens/verify",
    verifiesToken: true,
    result: TokenVerification,
  },
  listPermissionGroups: {
    ...get,
    ...tokens,
    path: "/{scope}/tokens/permission_groups",
    query: z.strictObject({
      name: z.string().optional(),
      scope: z.string().optional(),
      page: z.int().min(1).optional(),
      per_page: z.int().min(1).max(1000).optional(),
    }),
    result: z.array(PermissionGroup),
  },

  listRulesets: {
    ...get,
    ...rulesets,
    path: "/{scope}/rulesets",
    query: z.strictObject({ cursor: z.string().optional(), per_page: z.int().optional() }),
    result: z.array(RulesetSummary),
  },
  createRuleset: {
    ...post,
    ...rulesets,
    path: "/{scope}/rulesets",
    query: WriteQuery,
    body: RulesetCreate,
    result: Ruleset,
  },
  getRuleset: { ...get, ...rulesets, path: "/{scope}/rulesets/{ruleset_id}", result: Ruleset },
  replaceRuleset: {
    ...put,
    ...rulesets,
    path: "/{scope}/rulesets/{ruleset_id}",
    query: WriteQuery,
    body: RulesetReplace,
    result: Ruleset,
  },
  removeRuleset: {
    ...remove,
    ...rulesets,
    path: "/{scope}/rulesets/{ruleset_id}",
    query: WriteQuery,
    result: NoResult,
    empty: true,
  },
  listRulesetVersions: {
    ...get,
    ...rulesets,
    path: "/{scope}/rulesets/{ruleset_id}/versions",
    result: z.array(RulesetSummary),
  },
  getRulesetVersion: {
    ...get,
    ...rulesets,
    path: "/{scope}/rulesets/{ruleset_id}/versions/{version}",
    result: Ruleset,
  },
  removeRulesetVersion: {
    ...remove,
    ...rulesets,
    path: "/{scope}/rulesets/{ruleset_id}/versions/{version}",
    query: WriteQuery,
    result: NoResult,
    empty: true,
  },
  getRulesByTag: {
    ...get,
    ...rulesets,
    path: "/{scope}/rulesets/{ruleset_id}/versions/{version}/by_tag/{tag}",
    result: Ruleset,
  },
  addRule: {
    ...post,
    ...rulesets,
    path: "/{scope}/rulesets/{ruleset_id}/rules",
    query: WriteQuery,
    body: RuleAdd,
    result: Ruleset,
  },
  patchRule: {
    ...patch,
    ...rulesets,
    path: "/{scope}/rulesets/{ruleset_id}/rules/{rule_id}",
    query: WriteQuery,
    body: RulePatch,
    result: Ruleset,
  },
  removeRule: {
    ...remove,
    ...rulesets,
    path: "/{scope}/rulesets/{ruleset_id}/rules/{rule_id}",
    query: WriteQuery,
    result: Ruleset,
  },
  getEntrypoint: { ...get, ...rulesets, path: ENTRYPOINT, result: Ruleset },
  // Not repeatable: each PUT without rule ids creates new ids. After a lost answer, the client reads the entry point instead.
  replaceEntrypoint: {
    ...put,
    ...rulesets,
    repeatable: false,
    path: ENTRYPOINT,
    query: WriteQuery,
    body: EntrypointReplace,
    result: Ruleset,
  },
  listEntrypointVersions: {
    ...get,
    ...rulesets,
    path: `${ENTRYPOINT}/versions`,
    result: z.array(RulesetSummary),
  },
  getEntrypointVersion: { ...get, ...rulesets, path: `${ENTRYPOINT}/versions/{version}`, result: Ruleset },

  listLists: { ...get, ...plain, path: LISTS, result: z.array(AccountList) },
  createList: { ...post, ...plain, path: LISTS, body: ListCreate, result: AccountList },
  getList: { ...get, ...plain, path: `${LISTS}/{list_id}`, result: AccountList },
  updateList: { ...put, ...plain, path: `${LISTS}/{list_id}`, body: ListUpdate, result: AccountList },
  removeList: { ...remove, ...plain, path: `${LISTS}/{list_id}`, result: Removed },
  listListItems: {
    ...get,
    ...plain,
    path: LIST_ITEMS,
    query: z.strictObject({
      cursor: z.string().optional(),
      per_page: z.int().min(1).max(500).optional(),
      search: z.string().optional(),
    }),
    result: z.array(ListItem),
  },
  getListItem: { ...get, ...plain, path: `${LIST_ITEMS}/{item_id}`, result: ListItem },
  // Not repeatable: each starts an operation. After a lost answer, the client reads the list before it writes again.
  addListItems: {
    ...post,
    ...plain,
    path: LIST_ITEMS,
    body: z.array(ListItemWrite),
    result: StartedOperation,
  },
  replaceListItems: {
    ...put,
    ...plain,
    repeatable: false,
    path: LIST_ITEMS,
    body: z.array(ListItemWrite),
    result: StartedOperation,
  },
  removeListItems: {
    ...remove,
    ...plain,
    repeatable: false,
    path: LIST_ITEMS,
    body: ListItemsRemoval,
    result: StartedOperation,
  },
  getBulkOperation: {
    ...get,
    ...plain,
    path: `${LISTS}/bulk_operations/{operation_id}`,
    result: BulkOperation,
  },

  validateExpressionByQuery: {
    ...get,
    ...filters,
    query: ValidateExpression,
    result: z.unknown(),
  },
  validateExpression: {
    ...post,
    ...filters,
    repeatable: true,
    body: ValidateExpression,
    result: z.unknown(),
  },

  listZones: { ...get, ...plain, path: "/zones", query: ZoneQuery, result: z.array(Zone) },
  createZone: { ...post, ...plain, path: "/zones", body: ZoneCreate, result: Zone },
  getZone: { ...get, ...plain, path: "/zones/{zone_id}", result: Zone },
  patchZone: { ...patch, ...plain, path: "/zones/{zone_id}", body: ZonePatch, result: Zone },
  removeZone: { ...remove, ...plain, path: "/zones/{zone_id}", result: Removed },
  listTaggedResources: {
    ...get,
    ...plain,
    path: "/accounts/{account_id}/tags/resources",
    query: TaggedResourceQuery,
    result: z.array(TaggedResource),
  },
  getZoneTags: { ...get, ...plain, path: ZONE_TAGS, query: ZoneTagsQuery, result: TaggedResource },
  replaceZoneTags: { ...put, ...plain, path: ZONE_TAGS, body: ZoneTagsReplace, result: TaggedResource },
  removeZoneTags: { ...remove, ...plain, path: ZONE_TAGS, result: NoResult, empty: true },
  listAccounts: {
    ...get,
    ...plain,
    path: "/accounts",
    query: z.strictObject({ ...PageQuery.shape, name: z.string().optional() }),
    result: z.array(Account),
  },
  createAccount: { ...post, ...plain, path: "/accounts", body: AccountCreate, result: Account },
  getAccount: { ...get, ...plain, path: "/accounts/{account_id}", result: Account },
  replaceAccount: {
    ...put,
    ...plain,
    path: "/accounts/{account_id}",
    body: AccountReplace,
    result: Account,
  },
  removeAccount: { ...remove, ...plain, path: "/accounts/{account_id}", result: Removed },
  getUser: { ...get, ...plain, path: "/user", scopes: ["user"], result: User },
  listMemberships: {
    ...get,
    ...plain,
    path: "/memberships",
    scopes: ["user"],
    query: MembershipQuery,
    result: z.array(Membership),
  },
  patchUser: { ...patch, ...plain, path: "/user", scopes: ["user"], body: UserPatch, result: User },
} as const satisfies Record<OperationName, Operation>;

export type OperationName = Wire.OperationName;
export type ResultOf<N extends OperationName> = Wire.ResultOf<N>;
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
