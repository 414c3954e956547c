import type { ResourceMap } from "../../api";

/** A token as a program writes it: member names in camelCase, times as `YYYY-MM-DDTHH:MM:SSZ`. */
export interface TokenState {
  name: string;
  /** Makes it a token of this account; without it, of the calling user. */
  accountId?: string;
  policies: PolicyState[];
  condition?: { requestIp: IpArgs };
  notBefore?: string;
  expiresOn?: string;
  /** Default `active`. */
  status?: "active" | "disabled";
}

export interface PolicyState {
  /** Default `allow`. */
  effect?: "allow" | "deny";
  /** Short keys (`zone.<id>`) or full ones (`com.<vendor>.api.account.zone.<id>`). */
  resources: ResourceMap;
  permissionGroups: PermissionGroupState[];
}

/** By id or by name; a name that stands in several scopes needs the scope as well. */
export interface PermissionGroupState {
  id?: string;
  name?: string;
  /** `user`, `account`, `zone`, `bucket`, or a full type such as `com.<vendor>.api.account.zone`. */
  scope?: string;
}

/** Networks in CIDR notation. */
export interface IpArgs {
  in?: string[];
  notIn?: string[];
}
