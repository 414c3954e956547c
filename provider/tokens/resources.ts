import { isMembers, type ResourceMap } from "../api";

const SHORT_KEY = /^(user|account|zone)(\..+)?$/;

/** The forms of a policy's resources, with short keys. */
export const resourceKeys = {
  /** The account itself, not its zones. */
  account: (id: string): ResourceMap => ({ [`account.${id}`]: "*" }),
  allAccounts: (): ResourceMap => ({ "account.*": "*" }),
  zone: (id: string): ResourceMap => ({ [`zone.${id}`]: "*" }),
  /** All zones of all accounts. */
  allZones: (): ResourceMap => ({ "zone.*": "*" }),
  allZonesIn: (accountId: string): ResourceMap => ({ [`account.${accountId}`]: { "zone.*": "*" } }),
  /** The user that makes the token: no other may be named. Without an id it is looked up. */
  user: (id?: string): ResourceMap => ({ [id === undefined ? "user" : `user.${id}`]: "*" }),
};

/**
 * Fills in what short keys leave out and merges a list of maps into one. `user` without an id becomes the key of `userId`,
 * and stays as it is where that is not given. What is not known yet, and what `checkToken` refuses, stays as it is.
 */
export function expandResources(resources: unknown, vendor: string, userId?: string): ResourceMap {
  const merged = mergeMaps(resources);
  // Only what is no map at all gets here unexpanded: a value that is not known yet, or one that checkToken reports.
  if (!isMembers(merged)) return merged as ResourceMap;
  return expandMap(merged, vendor, userId) as ResourceMap;
}

/** `zone.<id>` as `com.<vendor>.api.account.zone.<id>`; any other key as it is. */
export function expandKey(key: string, vendor: string, userId?: string): string {
  const [, type, rest] = SHORT_KEY.exec(key) ?? [];
  if (!type) return key;
  const tail = rest ?? (type === "user" && userId !== undefined ? `.${userId}` : undefined);
  if (tail === undefined) return key;
  return `com.${vendor}.api.${type === "zone" ? "account.zone" : type}${tail}`;
}

function mergeMaps(resources: unknown): unknown {
  if (!Array.isArray(resources) || !resources.every(isMembers)) return resources;
  const merged = new Map<string, unknown>();
  for (const [key, value] of resources.flatMap((map) => Object.entries(map))) {
    const before = merged.get(key);
    merged.set(key, isMembers(before) && isMembers(value) ? { ...before, ...value } : value);
  }
  return Object.fromEntries(merged);
}

function expandMap(
  map: Readonly<Record<string, unknown>>,
  vendor: string,
  userId?: string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [
      expandKey(key, vendor, userId),
      isMembers(value) ? expandMap(value, vendor, userId) : value,
    ]),
  );
}
