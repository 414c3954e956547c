import type { ResourceMap } from "../../api/wire";

/** A token in the state of a resource. Member names are camelCase; times are UTC, as `YYYY-MM-DDTHH:MM:SSZ`. */
export interface TokenState {
  name: string;
  /** The account that owns the token. Default: the calling user owns it. */
  accountId?: string;
  policies: PolicyState[];
  condition?: { requestIp: IpArgs };
  notBefore?: string;
  expiresOn?: string;
  /** Default: `active`. */
  status?: "active" | "disabled";
}

/** A policy of a token in the state of a resource. */
export interface PolicyState {
  /** Default: `allow`. */
  effect?: "allow" | "deny";
  /** The resources, by short keys (`zone.<id>`) or full keys (`com.<vendor>.api.account.zone.<id>`). */
  resources: ResourceMap;
  permissionGroups: PermissionGroupState[];
}

/** A permission group, by id or by name. A name that exists in several scopes requires `scope`. */
export interface PermissionGroupState {
  id?: string;
  name?: string;
  /** `user`, `account`, `zone`, `bucket`, or a full type such as `com.<vendor>.api.account.zone`. */
  scope?: string;
}

/** The networks of a token's clients, in CIDR notation: `192.0.2.0/24`. */
export interface IpArgs {
  /** The networks whose clients can use the token. Default: all. */
  in?: string[];
  /** The networks whose clients cannot use the token. They take precedence over `in`. */
  notIn?: string[];
}
