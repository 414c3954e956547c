import {
  Id,
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
import { didYouMean } from "../../words";

/** The id of a bucket: `<account id>_<jurisdiction>_<name>`. */
const BUCKET = /^[0-9a-f]{32}_[a-z0-9-]+_[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const FORMS = "zone.<id>, zone.*, account.<id>, account.*, user or user.<id>";

/** Checks the resources of a policy: a map, or a list of maps. */
export function checkResources(resources: unknown, path: string, vendor: string): Problem[] {
  if (isUnknown(resources)) return [];
  if (resources === undefined)
    return [{ path, message: `is missing; name the resources of the policy: ${FORMS}` }];
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
  const parsed = parseResourceKey(full, vendor) ?? dottedKey(full, vendor);
  if (!parsed) return { problems: [{ path, message: malformed(key, vendor) }] };
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
    const message = 'names all users; a policy can only name the user that creates the token: write "user"';
    return type === "user" ? [{ path, message }] : [];
  }
  if (Id.safeParse(id).success) return [];
  const lookup =
    type === "zone" && id.includes(".") ? `; getZone({ name: ${found(id)} }) returns the id` : "";
  return [{ path, message: `needs an id of 32 lower-case hexadecimal digits, found ${found(id)}${lookup}` }];
}

/** Parses a key whose id has dots, such as the name of a zone. No id has dots, so the key is invalid in any case. */
function dottedKey(full: string, vendor: string): ResourceKey | undefined {
  for (const type of ["zone", "account", "user"] as const) {
    const prefix = `${scopeType(type, vendor)}.`;
    if (full.startsWith(prefix) && full.length > prefix.length)
      return { type, id: full.slice(prefix.length) };
  }
  return undefined;
}

function malformed(key: string, vendor: string): string {
  const other = /^com\.([^.]+)\./.exec(key)?.[1];
  if (other !== undefined && other !== vendor) {
    return `is a key of vendor ${found(other)}, but the configured vendor is ${found(vendor)}; short keys such as zone.<id> work for any vendor`;
  }
  const type = key.split(".")[0] ?? key;
  // A right type is no suggestion: what comes after it is wrong.
  const others = ["zone", "account", "user", "bucket"].filter((known) => known !== type);
  return `is not a resource key; write ${FORMS}${didYouMean(type, others)}`;
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
    return [{ path, message: 'must be "*"; only the key of an account can contain zones' }];
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
      return [
        { path: at, message: "must be zone.<id> or zone.*; the key of an account can only contain zones" },
      ];
    if (isMembers(value))
      return [
        { path: at, message: 'is nested too deep: the key of a zone cannot contain others; write "*"' },
      ];
    return value === "*" || isUnknown(value)
      ? []
      : [{ path: at, message: `must be "*", found ${found(value)}` }];
  });
}

// A key has only one value, so one policy cannot name both an account and its zones.
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
