import { isUnknown, KNOWN_PERMISSION_GROUPS, pathTo, PERMISSION_SCOPES, scopeType } from "../../api";
import type { Problem } from "../../api/problem";
import type { PermissionGroup } from "../../api/wire";
import type { AccessGroup } from "../access/decide-access";
import { expandKey, parseResourceKey } from "./resource-keys";
import type { PermissionGroupState, PolicyState, TokenState } from "./canonical-token";
import { didYouMean, meantText, nearestWords } from "../../words";

/** The group that an argument names, or why there is none. */
type Resolution = { readonly group: PermissionGroup } | { readonly message: string };

/**
 * Adds to every permission group its id and its name from the API's list, and checks it against the resources of its policy: a group
 * of another scope would have no effect there. Unknown values are kept.
 */
export function resolvePermissionGroups(
  args: TokenState,
  groups: readonly PermissionGroup[],
  vendor: string,
): { args: TokenState; problems: Problem[] } {
  if (isUnknown(args.policies)) return { args, problems: [] };
  const resolved = args.policies.map((policy, index) =>
    resolvePolicy(policy, pathTo("policies", index), groups, vendor),
  );
  return {
    args: { ...args, policies: resolved.map(({ policy }) => policy) },
    problems: resolved.flatMap(({ problems }) => problems),
  };
}

function resolvePolicy(
  policy: PolicyState,
  path: string,
  groups: readonly PermissionGroup[],
  vendor: string,
): { policy: PolicyState; problems: Problem[] } {
  if (isUnknown(policy) || isUnknown(policy.permissionGroups)) return { policy, problems: [] };
  const types = resourceTypes(policy, vendor);
  const problems: Problem[] = [];
  const permissionGroups = policy.permissionGroups.map((group, index) => {
    if (isUnknown(group) || isUnknown(group.id) || isUnknown(group.name)) return group;
    const found = resolveGroup(group, types, groups, vendor);
    if ("group" in found) return { ...group, id: found.group.id, name: found.group.name };
    problems.push({ path: pathTo(pathTo(path, "permissionGroups"), index), message: found.message });
    return group;
  });
  return { policy: { ...policy, permissionGroups }, problems };
}

function resolveGroup(
  { id, name, scope }: PermissionGroupState,
  types: ReadonlySet<string> | undefined,
  groups: readonly PermissionGroup[],
  vendor: string,
): Resolution {
  const matches = groups.filter((group) => (id === undefined ? group.name === name : group.id === id));
  if (matches.length === 0)
    return { message: id === undefined ? noSuchName(name ?? "", groups) : noSuchId(id) };
  const asked = typeof scope === "string" && !isUnknown(scope) ? fullType(scope, vendor) : undefined;
  const scoped = asked === undefined ? matches : matches.filter((group) => group.scopes.includes(asked));
  if (scoped.length === 0) {
    return {
      message: `${matches[0]?.name ?? ""} does not exist in scope ${scope ?? ""}; it exists as ${candidates(matches)}`,
    };
  }
  if (!types) return choose(scoped);
  const fitting = scoped.filter((group) => group.scopes.some((type) => types.has(type)));
  if (fitting.length === 0) return { message: fitsNothing(scoped, types) };
  return choose(fitting);
}

/** Returns the types of the resources that a policy names; undefined if any resource is unknown. */
function resourceTypes({ resources }: PolicyState, vendor: string): ReadonlySet<string> | undefined {
  if (isUnknown(resources)) return undefined;
  const types = new Set<string>();
  for (const [key, value] of Object.entries(resources)) {
    if (isUnknown(value)) return undefined;
    for (const named of value === "*" ? [key] : Object.keys(value)) types.add(typeOfKey(named, vendor));
  }
  return types;
}

function typeOfKey(key: string, vendor: string): string {
  if (key === "user") return scopeType("user", vendor);
  const parsed = parseResourceKey(expandKey(key, vendor), vendor);
  return scopeType(parsed?.type ?? "bucket", vendor);
}

function fullType(scope: string, vendor: string): string {
  const short = PERMISSION_SCOPES.find((known) => known === scope);
  return short ? scopeType(short, vendor) : scope;
}

function choose(groups: readonly PermissionGroup[]): Resolution {
  const [group, ...others] = groups;
  if (group && others.length === 0) return { group };
  return { message: `matches several groups: ${candidates(groups)}; set scope to choose one, or use its id` };
}

function noSuchName(name: string, groups: readonly PermissionGroup[]): string {
  const names = groups.map((group) => group.name);
  // The dashboard calls "Edit" what the API calls "Write".
  const renamed = name.replace(/ Edit$/i, " Write");
  const known = names.includes(renamed) ? [renamed] : namesOfAlias(renamed, names);
  const hint = meantText(known) || didYouMean(name, names);
  return `there is no permission group with name ${JSON.stringify(name)}${hint || containing(name, names)}`;
}

/** Returns the names that the API has for an older name, or for a name of the documentation. */
function namesOfAlias(alias: string, names: readonly string[]): string[] {
  const folded = alias.toLowerCase();
  const found = KNOWN_PERMISSION_GROUPS.filter(({ aliases = [] }) =>
    aliases.some((one) => one.toLowerCase() === folded),
  ).map(({ name }) => name);
  return [...new Set(found)].filter((name) => names.includes(name));
}

function containing(name: string, names: readonly string[]): string {
  const parts = names.filter((one) => one.toLowerCase().includes(name.toLowerCase()));
  const close = parts.length > 0 ? [...new Set(parts)].slice(0, 3) : nearestWords(`${name} Write`, names);
  return meantText(close) || "; getPermissionGroups lists them all";
}

function noSuchId(id: string): string {
  return `there is no permission group with id ${JSON.stringify(id)}; getPermissionGroups lists them all`;
}

function fitsNothing(groups: readonly PermissionGroup[], types: ReadonlySet<string>): string {
  return (
    `${candidates(groups)} would have no effect: the policy only names resources of type ${[...types].sort().join(", ")}; ` +
    "add a resource of its scope, or choose a group with the scope of the resources"
  );
}

function candidates(groups: readonly PermissionGroup[]): string {
  return groups.map(({ id, name, scopes }) => `${name} (${scopes.join(", ")}; id ${id})`).join(", ");
}

/** Returns the published permission groups in the shape of an API response. */
export function publishedGroups(vendor: string): PermissionGroup[] {
  return KNOWN_PERMISSION_GROUPS.map(({ id, name, scope }) => ({
    id,
    name,
    scopes: [scopeType(scope, vendor)],
  }));
}

/** Returns what each listed permission group grants, by id. The list does not tell read from write; the names do. */
export function accessGroups(
  groups: readonly PermissionGroup[],
  vendor: string,
): ReadonlyMap<string, AccessGroup> {
  return new Map(
    groups.flatMap(({ id, name, scopes }) => {
      const scope = PERMISSION_SCOPES.find((known) => scopes.includes(scopeType(known, vendor)));
      return scope ? [[id, { scope, name, access: / Read$/.test(name) ? "read" : "write" }] as const] : [];
    }),
  );
}
