import type { AccountList, BulkOperation, ListItem, StartedOperation } from "./lists";
import type { Ruleset, RulesetSummary } from "./rulesets";
import type { PermissionGroup, Token, TokenVerification, TokenWithValue } from "./tokens";
import type { Account, Membership, Removed, TaggedResource, User, Zone } from "./zones";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The results of the operations, by name. */
interface Results {
  createToken: TokenWithValue;
  listTokens: Token[];
  getToken: Token;
  replaceToken: Token;
  removeToken: Removed;
  rollToken: string;
  verifyToken: TokenVerification;
  listPermissionGroups: PermissionGroup[];
  listRulesets: RulesetSummary[];
  createRuleset: Ruleset;
  getRuleset: Ruleset;
  replaceRuleset: Ruleset;
  removeRuleset: undefined;
  listRulesetVersions: RulesetSummary[];
  getRulesetVersion: Ruleset;
  removeRulesetVersion: undefined;
  getRulesByTag: Ruleset;
  addRule: Ruleset;
  patchRule: Ruleset;
  removeRule: Ruleset;
  getEntrypoint: Ruleset;
  replaceEntrypoint: Ruleset;
  listEntrypointVersions: RulesetSummary[];
  getEntrypointVersion: Ruleset;
  listLists: AccountList[];
  createList: AccountList;
  getList: AccountList;
  updateList: AccountList;
  removeList: Removed;
  listListItems: ListItem[];
  getListItem: ListItem;
  addListItems: StartedOperation;
  replaceListItems: StartedOperation;
  removeListItems: StartedOperation;
  getBulkOperation: BulkOperation;
  validateExpressionByQuery: unknown;
  validateExpression: unknown;
  listZones: Zone[];
  createZone: Zone;
  getZone: Zone;
  patchZone: Zone;
  removeZone: Removed;
  listTaggedResources: TaggedResource[];
  getZoneTags: TaggedResource;
  replaceZoneTags: TaggedResource;
  removeZoneTags: undefined;
  listAccounts: Account[];
  createAccount: Account;
  getAccount: Account;
  replaceAccount: Account;
  removeAccount: Removed;
  getUser: User;
  listMemberships: Membership[];
  patchUser: User;
}

/** The name of an operation in the table of operations. */
export type OperationName = keyof Results;

export type ResultOf<N extends OperationName> = Results[N];

/** A JSON-RPC 2.0 call with positional parameters. A call without `id` is a notification and gets no response. */
export type JsonRpcRequest = {
  jsonrpc: "2.0";
  method: string;
  params?: unknown[] | undefined;
  id?: number | string | null | undefined;
};

/** The error of a failed JSON-RPC call. */
export interface JsonRpcError {
  [member: string]: unknown;
  code: number;
  message: string;
  data?: unknown;
}

/** The response to a JSON-RPC call, with either `result` or `error`. */
export interface JsonRpcResponse {
  [member: string]: unknown;
  jsonrpc: "2.0";
  id: number | string | null;
  result?: unknown;
  error?: JsonRpcError | undefined;
}
