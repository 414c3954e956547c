import type { ResourceMap } from "../../api/wire";
import { isMembers, scopeType, type Members, type PermissionScope } from "../../api";

const SHORT_KEY = /^(user|account|zone|bucket)(\..+)?$/;

/** Functions that build the `resources` of a policy, with short keys. */
export const resourceKeys = {
  /** An account, without its zones. */
  account: (id: string): ResourceMap => ({ [`account.${id}`]: "*" }),
  allAccounts: (): ResourceMap => ({ "account.*": "*" }),
  zone: (id: string): ResourceMap => ({ [`zone.${id}`]: "*" }),
  /** All zones in all accounts. */
  allZones: (): ResourceMap => ({ "zone.*": "*" }),
  allZonesIn: (accountId: string): ResourceMap => ({ [`account.${accountId}`]: { "zone.*": "*" } }),
  /** A storage bucket. The API rejects wildcards. */
  bucket: (accountId: string, name: string, jurisdiction = "default"): ResourceMap => ({
    [`bucket.${accountId}_${jurisdiction}_${name}`]: "*",
  }),
  /** The user that creates the token; the API accepts no other. Without an id, the user is looked up. */
  user: (id?: string): ResourceMap => ({ [id === undefined ? "user" : `user.${id}`]: "*" }),
};

/**
 * Expands short keys and merges a list of maps into one. `user` without an id becomes the key of `userId`; without `userId`, it is
 * kept. Unknown and invalid values are kept; `checkToken` reports the invalid ones.
 */
export function expandResources(resources: unknown, vendor: string, userId?: string): ResourceMap {
  const maps: unknown[] = Array.isArray(resources) ? resources : [resources];
  // A value that is no map is unknown, or checkToken reports it: no caller uses it as a ResourceMap.
  if (!maps.every(isMembers)) return resources as ResourceMap;
  const merged = new Map<string, unknown>();
  for (const [key, value] of maps.flatMap((map) => Object.entries(map))) {
    const full = expandKey(key, vendor, userId);
    const [before, now] = [merged.get(full), isMembers(value) ? expandKeys(value, vendor) : value];
    merged.set(full, isMembers(before) && isMembers(now) ? { ...before, ...now } : now);
  }
  // The same holds for invalid members.
  return Object.fromEntries(merged) as ResourceMap;
}

/** Expands a short key: `zone.<id>` to `com.<vendor>.api.account.zone.<id>`. Any other key is returned unchanged. */
export function expandKey(key: string, vendor: string, userId?: string): string {
  const [, type, rest] = SHORT_KEY.exec(key) ?? [];
  if (!type) return key;
  const tail = rest ?? (type === "user" && userId !== undefined ? `.${userId}` : undefined);
  if (tail === undefined) return key;
  // The pattern matches only scopes.
  return `${scopeType(type as PermissionScope, vendor)}${tail}`;
}

const FULL_KEYS: readonly (readonly [pattern: RegExp, short: string])[] = [
  [/^com\.[^.]+\.api\.account\.zone\./, "zone."],
  [/^com\.[^.]+\.api\.account\./, "account."],
  [/^com\.[^.]+\.api\.user\./, "user."],
  [/^com\.[^.]+\.edge\.r2\.bucket\./, "bucket."],
];

/** Shortens a full key of any vendor: `com.<vendor>.api.account.zone.<id>` to `zone.<id>`. Any other key is returned unchanged. */
export function shortenKey(key: string): string {
  const [pattern, short] = FULL_KEYS.find(([full]) => full.test(key)) ?? [];
  return pattern && short !== undefined ? key.replace(pattern, short) : key;
}

function expandKeys(zones: Members, vendor: string): Members {
  return Object.fromEntries(Object.entries(zones).map(([key, value]) => [expandKey(key, vendor), value]));
}

/** A parsed full resource key. `id` is `*` for all resources of the type. */
export interface ResourceKey {
  readonly type: "user" | "account" | "zone";
  readonly id: string;
}

/** Parses a full key `com.<vendor>.api.…`. Returns undefined for any other key, including keys of buckets. */
export function parseResourceKey(key: string, vendor: string): ResourceKey | undefined {
  const prefix = `com.${vendor}.api.`;
  if (!key.startsWith(prefix)) return undefined;
  const segments = key.slice(prefix.length).split(".");
  const id = segments.pop();
  if (!id) return undefined;
  const type = TYPES.get(segments.join("."));
  return type && { type, id };
}

const TYPES: ReadonlyMap<string, ResourceKey["type"]> = new Map([
  ["user", "user"],
  ["account", "account"],
  ["account.zone", "zone"],
]);
