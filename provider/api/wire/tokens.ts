import type { PageQuery } from "./zones";

/** The effect of a policy. An explicit deny overrides an explicit allow; access that no policy allows is denied. */
export type Effect = "allow" | "deny";

/** Maps resource keys to `"*"`, or to a map of the keys below that resource (such as all zones of one account). */
export type ResourceMap = { [key: string]: "*" | { [key: string]: "*" } };

/** The status of a token. A client can set `active` and `disabled`; only the server sets `expired`. @inline */
export type TokenStatus = "active" | "disabled" | "expired";

/** @inline */
export interface PermissionGroupRef {
  [member: string]: unknown;
  id: string;
  name?: string | undefined;
}

/** The attributes that clients attach to a permission group: `key` and `value`, or the members of newer clients. @inline */
type GroupMeta = {
  key?: string | undefined;
  value?: string | undefined;
  category?: string | undefined;
  deprecated?: string | undefined;
  description?: string | undefined;
  editable?: string | undefined;
  eol_at?: string | undefined;
  label?: string | undefined;
  scopes?: string | undefined;
  visibility?: string | undefined;
};

/** @inline */
export type PolicyWrite = {
  effect: Effect;
  resources: ResourceMap;
  permission_groups: { id: string; name?: string | undefined; meta?: GroupMeta | undefined }[];
};

/** A policy of a token, as the API returns it. */
export interface Policy {
  [member: string]: unknown;
  id?: string | undefined;
  effect: Effect;
  resources: ResourceMap;
  permission_groups: PermissionGroupRef[];
}

/** @inline */
type IpCondition = {
  in?: string[] | undefined;
  not_in?: string[] | undefined;
};

/** The client address condition of a token. The API accepts the documented key `request.ip` and `request_ip` of newer clients. @inline */
export type ConditionWrite = {
  "request.ip"?: IpCondition | undefined;
  request_ip?: IpCondition | undefined;
};

/** @inline */
interface IpConditionRead {
  [member: string]: unknown;
  in?: string[] | null | undefined;
  not_in?: string[] | null | undefined;
}

/** The addresses from which a token can be used, as the API returns them. */
export interface Condition {
  [member: string]: unknown;
  "request.ip"?: IpConditionRead | null | undefined;
  request_ip?: IpConditionRead | null | undefined;
}

/** The body of POST …/tokens. @inline */
export type TokenCreate = {
  name: string;
  policies: PolicyWrite[];
  not_before?: string | null | undefined;
  expires_on?: string | null | undefined;
  condition?: ConditionWrite | null | undefined;
  status?: TokenStatus | undefined;
};

/** The body of PUT …/tokens/{id}: the whole token. The API removes omitted members. */
export type TokenReplace = Omit<TokenCreate, "policies"> & {
  policies: (PolicyWrite & { id?: string | undefined })[];
};

/** A token in a response, without its secret value. */
export interface Token {
  [member: string]: unknown;
  id: string;
  name: string;
  status: string;
  issued_on?: string | undefined;
  modified_on?: string | undefined;
  last_used_on?: string | null | undefined;
  not_before?: string | null | undefined;
  expires_on?: string | null | undefined;
  policies: Policy[];
  condition?: Condition | null | undefined;
}

/** A permission group, as the API lists it. */
export interface PermissionGroup {
  [member: string]: unknown;
  id: string;
  name: string;
  /** Resource types, such as `com.<vendor>.api.account.zone`. */
  scopes: string[];
  category?: string | undefined;
}

/** A token with its secret value. Only the response to create has it; the response to roll is the value as a bare string. */
export interface TokenWithValue extends Token {
  value: string;
}

export interface TokenVerification {
  [member: string]: unknown;
  id: string;
  status: string;
  not_before?: string | null | undefined;
  expires_on?: string | null | undefined;
}

/** The query of the list of tokens. */
export type TokenQuery = PageQuery & { include_expired?: "true" | "false" | undefined };

/** The query of the list of permission groups. */
export type PermissionGroupQuery = {
  name?: string | undefined;
  scope?: string | undefined;
  page?: number | undefined;
  per_page?: number | undefined;
};
