import {
  Id,
  didYouMean,
  found,
  isMembers,
  isUnknown,
  kindOf,
  pathTo,
  scopeType,
  type Members,
  type PermissionScope,
  type Problem,
} from "../../api";
import { expandKey, parseResourceKey, type ResourceKey } from "../token/resource-keys";

/** `<account>_<jurisdiction>_<name>`. */
const BUCKET = /^[0-9a-f]{32}_[a-z0-9-]+_[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const FORMS = "zone.<id>, zone.*, account.<id>, account.*, user or user.<id>";

/** Checks the resources of a policy: a map, or a list of maps. */
export function checkResources(resources: unknown, path: string, vendor: string): Problem[] {
  if (isUnknown(resources)) return [];
  if (resources === undefined)
    return [{ path, message: `is missing; name what the policy is about: ${FORMS}` }];
  if (!Array.isArray(resources)) {
    return [...checkMap(resources, path, vendor), ...checkMerge([resources], path, vendor)];
  }
  if (resources.length === 0) return [{ path, message: `names no resource; write ${FORMS}` }];
  return [
    ...resources.flatMap((map: unknown, index) => checkMap(map, pathTo(path, index), vendor)),
    ...checkMerge(resources, path, vendor),
  ];
}

function checkMap(map: unknown, path: string, vendor: string): Problem[] {
  if (isUnknown(map)) return [];
  if (!isMembers(map))
    return [{ path, message: `must be an object with keys such as ${FORMS}, found ${kindOf(map)}` }];
  if (Object.keys(map).length === 0) return [{ path, message: `names no resource; write ${FORMS}` }];
  return Object.entries(map).flatMap(([key, value]) => {
    const at = pathTo(path, key);
    const { type, problems } = checkKey(key, at, vendor);
    return [...problems, ...checkValue(value, type, at, vendor)];
  });
}

function checkKey(
  key: string,
  path: string,
  vendor: string,
): { type?: PermissionScope; problems: Problem[] } {
  if (key === "user") return { type: "user", problems: [] };
  const full = expandKey(key, vendor);
  const buckets = `${scopeType("bucket", vendor)}.`;
  if (full.startsWith(buckets))
    return { type: "bucket", problems: checkBucket(full.slice(buckets.length), path) };
  const parsed = parseResourceKey(full, vendor);
  if (!parsed) return { problems: [{ path, message: misformed(key, vendor) }] };
  return { type: parsed.type, problems: checkKeyId(parsed, path) };
}

function checkBucket(id: string, path: string): Problem[] {
  if (BUCKET.test(id)) return [];
  const what = id === "*" ? "names all buckets, which the API refuses: name each one" : "names no bucket";
  const message = `${what}; write bucket.<account id>_<jurisdiction>_<name>, such as …_default_logs, found ${found(id)}`;
  return [{ path, message }];
}

function checkKeyId({ type, id }: ResourceKey, path: string): Problem[] {
  if (id === "*") {
    const message = 'names all users; only the user that makes the token may be named: write "user"';
    return type === "user" ? [{ path, message }] : [];
  }
  if (Id.safeParse(id).success) return [];
  return [{ path, message: `needs an id of 32 lower-case hexadecimal digits, found ${found(id)}` }];
}

function misformed(key: string, vendor: string): string {
  const other = /^com\.([^.]+)\./.exec(key)?.[1];
  if (other !== undefined && other !== vendor) {
    return `is a key of vendor ${found(other)}, but this one is configured for ${found(vendor)}; short keys such as zone.<id> fit either`;
  }
  const type = key.split(".")[0] ?? key;
  return `is no resource key; write ${FORMS}${didYouMean(type, ["zone", "account", "user", "bucket"])}`;
}

function checkValue(
  value: unknown,
  type: PermissionScope | undefined,
  path: string,
  vendor: string,
): Problem[] {
  if (value === "*" || isUnknown(value)) return [];
  if (!isMembers(value))
    return [{ path, message: `must be "*" or an object of zones, found ${found(value)}` }];
  if (type && type !== "account")
    return [{ path, message: 'must be "*": only below an account may zones be named' }];
  if (Object.keys(value).length === 0)
    return [{ path, message: 'names no zone; write {"zone.*": "*"} for all of them' }];
  return checkZones(value, path, vendor);
}

function checkZones(zones: Members, path: string, vendor: string): Problem[] {
  return Object.entries(zones).flatMap(([key, value]) => {
    const at = pathTo(path, key);
    const { type, problems } = checkKey(key, at, vendor);
    if (problems.length > 0) return problems;
    if (type !== "zone")
      return [{ path: at, message: "must be zone.<id> or zone.*: below an account stand zones" }];
    if (isMembers(value))
      return [{ path: at, message: 'is nested too deep: below a zone nothing can stand, write "*"' }];
    return value === "*" || isUnknown(value)
      ? []
      : [{ path: at, message: `must be "*", found ${found(value)}` }];
  });
}

// One key has one value, so an account and its zones do not go into one policy.
function checkMerge(maps: readonly unknown[], path: string, vendor: string): Problem[] {
  const kinds = new Map<string, Set<string>>();
  for (const [key, value] of maps.filter(isMembers).flatMap((map) => Object.entries(map))) {
    const full = expandKey(key, vendor);
    kinds.set(full, (kinds.get(full) ?? new Set()).add(isMembers(value) ? "zones" : "itself"));
  }
  return [...kinds]
    .filter(([, of]) => of.size > 1)
    .map(([key]) => ({
      path,
      message: `names ${key} both for itself ("*") and for its zones ({"zone.*": "*"}); write two policies`,
    }));
}
