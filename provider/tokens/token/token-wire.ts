import type {
  Condition,
  ConditionWrite,
  Policy,
  ResourceMap,
  Token,
  TokenCreate,
  TokenReplace,
} from "../../api/wire";
import { canonicalToken } from "./canonical-token";

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

/** Serializes a token to the body that creates it. Resource keys must be full, and permission groups must have ids. */
export function toWire(args: TokenState): TokenCreate {
  const { name, policies, condition, notBefore, expiresOn } = canonicalToken(args);
  return {
    name,
    policies: policies.map(policyToWire),
    ...(notBefore !== undefined && { not_before: notBefore }),
    ...(expiresOn !== undefined && { expires_on: expiresOn }),
    ...(condition && { condition: conditionToWire(condition.requestIp) }),
  };
}

/** Serializes a token to the body that replaces an existing one. The API removes what the body omits. */
export function toReplacement(args: TokenState): TokenReplace {
  return { ...toWire(args), status: args.status ?? "active" };
}

/** Parses a token from its wire shape to canonical form. The wire shape has no `accountId`. */
export function fromWire(token: Token): TokenState {
  const requestIp = ipFromWire(token.condition);
  return canonicalToken({
    name: token.name,
    policies: token.policies.map(policyFromWire),
    ...(requestIp && { condition: { requestIp } }),
    ...(token.not_before != null && { notBefore: token.not_before }),
    ...(token.expires_on != null && { expiresOn: token.expires_on }),
    ...(token.status === "disabled" && { status: token.status }),
  });
}

function policyToWire({ effect, resources, permissionGroups }: PolicyState): TokenCreate["policies"][number] {
  return {
    effect: effect ?? "allow",
    resources,
    permission_groups: permissionGroups.map(({ id, name }) => {
      if (id === undefined)
        throw new Error(`The permission group ${JSON.stringify(name)} has no id: look up its name first.`);
      return { id };
    }),
  };
}

function conditionToWire(networks: IpArgs): ConditionWrite {
  return {
    "request.ip": {
      ...(networks.in && { in: networks.in }),
      ...(networks.notIn && { not_in: networks.notIn }),
    },
  };
}

function policyFromWire({ effect, resources, permission_groups: groups }: Policy): PolicyState {
  return {
    effect,
    resources,
    permissionGroups: groups.map(({ id, name }) => ({ id, ...(name !== undefined && { name }) })),
  };
}

// The API uses two spellings of the key; null means absent.
function ipFromWire(condition: Condition | null | undefined): IpArgs | undefined {
  const networks = condition?.["request.ip"] ?? condition?.request_ip;
  return networks
    ? { ...(networks.in && { in: networks.in }), ...(networks.not_in && { notIn: networks.not_in }) }
    : undefined;
}
