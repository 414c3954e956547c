import ipaddr from "ipaddr.js";
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

/**
 * Returns the canonical form of a token: sets sorted and without duplicates, defaults omitted. Expects full resource keys and ids
 * of permission groups. Networks keep their spelling.
 */
export function canonicalToken(args: TokenState): TokenState {
  const { condition, status, ...rest } = args;
  return {
    ...rest,
    policies: canonicalPolicies(args.policies),
    ...(condition && { condition: { requestIp: canonicalIp(condition.requestIp) } }),
    ...(status && status !== "active" && { status }),
  };
}

/** Whether two lists of policies are equal as sets at every level. The server may return policies, groups and keys in any order. */
export function samePolicies(a: readonly PolicyState[], b: readonly PolicyState[]): boolean {
  return identity(a) === identity(b);
}

/** Whether two tokens have the same name and grant the same. Names of groups with an id are ignored. */
export function sameToken(a: TokenState, b: TokenState): boolean {
  return essence(a) === essence(b);
}

function canonicalPolicies(policies: readonly PolicyState[]): PolicyState[] {
  return sortedSet(policies.map(canonicalPolicy), (policy) => identity([policy]));
}

function canonicalPolicy({ effect, resources, permissionGroups }: PolicyState): PolicyState {
  return {
    ...(effect === "deny" && { effect }),
    resources: sortedKeys(resources),
    permissionGroups: sortedSet(permissionGroups, groupIdentity),
  };
}

function sortedKeys(resources: ResourceMap): ResourceMap {
  const entries = Object.entries(resources).map(
    ([key, value]) => [key, value === "*" ? value : sortedKeys(value)] as [string, ResourceMap[string]],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)));
}

function canonicalIp(networks: IpArgs): IpArgs {
  return {
    ...(networks.in && { in: sortedSet(networks.in, (text) => text) }),
    ...(networks.notIn && { notIn: sortedSet(networks.notIn, (text) => text) }),
  };
}

function essence({ name, accountId, policies, condition, notBefore, expiresOn, status }: TokenState): string {
  const networks =
    condition &&
    [condition.requestIp.in, condition.requestIp.notIn].map((list = []) => list.map(networkIdentity).sort());
  // A member that is not set becomes null.
  return JSON.stringify([
    name,
    accountId,
    identity(policies),
    networks,
    notBefore,
    expiresOn,
    status ?? "active",
  ]);
}

/** Lists that are equal as sets at every level have one identity. */
function identity(policies: readonly PolicyState[]): string {
  const each = policies.map(({ effect, resources, permissionGroups }) =>
    JSON.stringify([
      effect ?? "allow",
      sortedKeys(resources),
      sortedSet(permissionGroups.map(groupIdentity), (id) => id),
    ]),
  );
  return JSON.stringify(sortedSet(each, (text) => text));
}

function groupIdentity({ id, name, scope }: PermissionGroupState): string {
  return id ?? JSON.stringify([name ?? null, scope ?? null]);
}

// `10.1.2.3/8` and `10.0.0.0/8` are the same network.
function networkIdentity(text: string): string {
  if (!ipaddr.isValidCIDR(text)) return text;
  const [base, bits] = ipaddr.parseCIDR(text);
  const network =
    base instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(text)
      : ipaddr.IPv6.networkAddressFromCIDR(text);
  return `${network.toString()}/${bits}`;
}

function sortedSet<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  return [...byKey].sort(([a], [b]) => compare(a, b)).map(([, item]) => item);
}

// Compares code units, so that the order does not depend on the locale.
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Formats a time in UTC with whole seconds, as the API requires for tokens: `2030-01-02T03:04:05Z`. */
export function timestamp(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}

/** The tolerated skew between the clock that a start time comes from and the clock of the API. */
const MARGIN_MS = 5 * 60_000;

/** Returns a start time moved back by the clock margin of five minutes. */
export function startSetBack(notBefore: string): string {
  return timestamp(new Date(Date.parse(notBefore) - MARGIN_MS));
}

/**
 * Returns the start time to send. A start within the last five minutes is moved back, because an API whose clock is behind would
 * reject the token until then. Any other start is returned unchanged.
 */
export function startWithMargin(notBefore: string, now: Date): string {
  const passed = now.getTime() - Date.parse(notBefore);
  return passed >= 0 && passed < MARGIN_MS ? startSetBack(notBefore) : notBefore;
}
