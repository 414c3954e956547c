import {
  Id,
  didYouMean,
  found,
  isMembers,
  isUnknown,
  kindOf,
  pathTo,
  type Members,
  type Problem,
} from "../api";
import { parseResourceKey, type ResourceKey } from "./resource-key";
import { expandKey } from "./resources";

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
    const { parsed, problems } = checkKey(key, at, vendor);
    return [...problems, ...checkValue(value, parsed, at, vendor)];
  });
}

function checkKey(key: string, path: string, vendor: string): { parsed?: ResourceKey; problems: Problem[] } {
  const bad = (message: string) => ({ problems: [{ path, message }] });
  if (key === "user" || key.startsWith(`com.${vendor}.edge.r2.bucket.`)) return { problems: [] };
  const parsed = parseResourceKey(expandKey(key, vendor), vendor);
  if (!parsed) return bad(misformed(key, vendor));
  if (parsed.id === "*") {
    return parsed.type === "user"
      ? bad('names all users; only the user that makes the token may be named: write "user"')
      : { parsed, problems: [] };
  }
  if (Id.safeParse(parsed.id).success) return { parsed, problems: [] };
  return {
    parsed,
    problems: [
      { path, message: `needs an id of 32 lower-case hexadecimal digits, found ${found(parsed.id)}` },
    ],
  };
}

function misformed(key: string, vendor: string): string {
  const other = /^com\.([^.]+)\./.exec(key)?.[1];
  if (other !== undefined && other !== vendor) {
    return `is a key of vendor ${found(other)}, but this one is configured for ${found(vendor)}; short keys such as zone.<id> fit either`;
  }
  const type = key.split(".")[0] ?? key;
  return `is no resource key; write ${FORMS}${didYouMean(type, ["zone", "account", "user"])}`;
}

function checkValue(value: unknown, key: ResourceKey | undefined, path: string, vendor: string): Problem[] {
  if (value === "*" || isUnknown(value)) return [];
  if (!isMembers(value))
    return [{ path, message: `must be "*" or an object of zones, found ${found(value)}` }];
  if (key && key.type !== "account")
    return [{ path, message: 'must be "*": only below an account may zones be named' }];
  if (Object.keys(value).length === 0)
    return [{ path, message: 'names no zone; write {"zone.*": "*"} for all of them' }];
  return checkZones(value, path, vendor);
}

function checkZones(zones: Members, path: string, vendor: string): Problem[] {
  return Object.entries(zones).flatMap(([key, value]) => {
    const at = pathTo(path, key);
    const { parsed, problems } = checkKey(key, at, vendor);
    if (problems.length > 0) return problems;
    if (parsed?.type !== "zone")
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
