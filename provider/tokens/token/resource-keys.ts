import type { ResourceMap } from "../../api";
import { isMembers, scopeType, type Members, type PermissionScope } from "../../api/plain";

const SHORT_KEY = /^(user|account|zone|bucket)(\..+)?$/;

/** The forms of a policy's resources, with short keys. */
export const resourceKeys = {
  /** The account itself, not its zones. */
  account: (id: string): ResourceMap => ({ [`account.${id}`]: "*" }),
  allAccounts: (): ResourceMap => ({ "account.*": "*" }),
  zone: (id: string): ResourceMap => ({ [`zone.${id}`]: "*" }),
  /** All zones of all accounts. */
  allZones: (): ResourceMap => ({ "zone.*": "*" }),
  allZonesIn: (accountId: string): ResourceMap => ({ [`account.${accountId}`]: { "zone.*": "*" } }),
  /** One storage bucket; a wildcard is refused by the API. */
  bucket: (accountId: string, name: string, jurisdiction = "default"): ResourceMap => ({
    [`bucket.${accountId}_${jurisdiction}_${name}`]: "*",
  }),
  /** The user that makes the token: no other may be named. Without an id it is looked up. */
  user: (id?: string): ResourceMap => ({ [id === undefined ? "user" : `user.${id}`]: "*" }),
};

/**
 * Fills in what short keys leave out and merges a list of maps into one. `user` without an id becomes the key of `userId`,
 * and stays as it is where that is not given. What is not known yet, and what `checkToken` refuses, stays as it is.
 */
export function expandResources(resources: unknown, vendor: string, userId?: string): ResourceMap {
  const maps: unknown[] = Array.isArray(resources) ? resources : [resources];
  // What is no map is not known yet, or reported by checkToken: either way it is nobody's resources.
  if (!maps.every(isMembers)) return resources as ResourceMap;
  const merged = new Map<string, unknown>();
  for (const [key, value] of maps.flatMap((map) => Object.entries(map))) {
    const full = expandKey(key, vendor, userId);
    const [before, now] = [merged.get(full), isMembers(value) ? expandKeys(value, vendor) : value];
    merged.set(full, isMembers(before) && isMembers(now) ? { ...before, ...now } : now);
  }
  return Object.fromEntries(merged) as ResourceMap;
}

/** `zone.<id>` as `com.<vendor>.api.account.zone.<id>`; any other key as it is. */
export function expandKey(key: string, vendor: string, userId?: string): string {
  const [, type, rest] = SHORT_KEY.exec(key) ?? [];
  if (!type) return key;
  const tail = rest ?? (type === "user" && userId !== undefined ? `.${userId}` : undefined);
  if (tail === undefined) return key;
  // What the expression lets through is a scope.
  return `${scopeType(type as PermissionScope, vendor)}${tail}`;
}

function expandKeys(zones: Members, vendor: string): Members {
  return Object.fromEntries(Object.entries(zones).map(([key, value]) => [expandKey(key, vendor), value]));
}

/** What a full resource key names; `id` is `*` for all of them. */
export interface ResourceKey {
  readonly type: "user" | "account" | "zone";
  readonly id: string;
}

/** Takes `com.<vendor>.api.…` apart; undefined for any other key, one of a bucket included. */
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
