import type { PermissionScope, Policy, Requirement, ResourceMap } from "../../api";
import { parseResourceKey } from "../token/resource-keys";

export type AccessResource =
  | { readonly type: "user"; readonly id: string }
  | { readonly type: "account"; readonly id: string }
  | { readonly type: "zone"; readonly id: string; readonly accountId: string };

/** What is known of a permission group: from the API's list, or from KNOWN_PERMISSION_GROUPS. */
export interface AccessGroup {
  readonly scope: PermissionScope;
  readonly name: string;
  readonly access: "read" | "write";
}

/** A permission on a resource that would be enough for a call. */
export interface AccessAlternative {
  readonly requirement: Requirement;
  readonly resource: AccessResource;
}

export interface AccessDecision {
  readonly allowed: boolean;
  readonly by: "explicit deny" | "explicit allow" | "implicit deny";
  /** Index of the first policy that decided; absent when none did. */
  readonly policy?: number;
}

/**
 * Decides a call that any one of `alternatives` permits: allowed where a policy allows one of them and no policy denies
 * any. A group speaks for resources of its own scope only, and a write group for reading as well, in a denial too. Groups
 * that are not in `groups` decide nothing.
 */
export function decideAccess(
  policies: readonly Policy[],
  alternatives: readonly AccessAlternative[],
  groups: ReadonlyMap<string, AccessGroup>,
  vendor: string,
): AccessDecision {
  const deciding = (effect: Policy["effect"]) =>
    policies.findIndex(
      (policy) =>
        policy.effect === effect && alternatives.some((one) => speaksFor(policy, one, groups, vendor)),
    );
  const denying = deciding("deny");
  if (denying >= 0) return { allowed: false, by: "explicit deny", policy: denying };
  const allowing = deciding("allow");
  if (allowing >= 0) return { allowed: true, by: "explicit allow", policy: allowing };
  return { allowed: false, by: "implicit deny" };
}

/** What a call on `resource` needs, each with what it is about: what a zone's call needs of its account, with the account. */
export function alternativesOn(
  resource: AccessResource,
  requirements: readonly Requirement[],
): AccessAlternative[] {
  return requirements.map((requirement) => {
    const ofAccount = requirement.scope === "account" && resource.type === "zone";
    return { requirement, resource: ofAccount ? { type: "account", id: resource.accountId } : resource };
  });
}

/** Whether the resources of a policy reach this one. The account's own key does not reach its zones: `{"…zone.*": "*"}` below it does. */
export function reaches(resources: ResourceMap, resource: AccessResource, vendor: string): boolean {
  return Object.entries(resources).some(([key, value]) => {
    if (value === "*") return names(key, resource, vendor);
    if (resource.type !== "zone") return false;
    const account = { type: "account", id: resource.accountId } as const;
    return names(key, account, vendor) && Object.keys(value).some((inner) => names(inner, resource, vendor));
  });
}

function speaksFor(
  policy: Policy,
  { requirement, resource }: AccessAlternative,
  groups: ReadonlyMap<string, AccessGroup>,
  vendor: string,
): boolean {
  if (resource.type !== requirement.scope || !reaches(policy.resources, resource, vendor)) return false;
  return policy.permission_groups.some(({ id }) => {
    const group = groups.get(id);
    return group !== undefined && covers(group, requirement);
  });
}

function covers(group: AccessGroup, requirement: Requirement): boolean {
  return (
    group.scope === requirement.scope &&
    (group.access === "write" || requirement.access === "read") &&
    requirement.groups.includes(groupTopic(group.name))
  );
}

/** The name of a permission group without what it lets do: what reading and writing have in common. */
export function groupTopic(name: string): string {
  return name.replace(/ (Read|Write)$/, "");
}

function names(key: string, resource: AccessResource, vendor: string): boolean {
  const parsed = parseResourceKey(key, vendor);
  return parsed?.type === resource.type && (parsed.id === "*" || parsed.id === resource.id);
}

/** The permission groups that the policies really give on a resource, denials taken into account; in order of their names. */
export function effectiveGroups(
  policies: readonly Policy[],
  resource: AccessResource,
  groups: ReadonlyMap<string, AccessGroup>,
  vendor: string,
): AccessGroup[] {
  const named = new Set(policies.flatMap(({ permission_groups: refs }) => refs.map(({ id }) => id)));
  return [...named]
    .flatMap((id) => groups.get(id) ?? [])
    .filter(({ scope, access, name }) => {
      if (scope !== resource.type) return false;
      const requirement = { scope, access, groups: [groupTopic(name)] };
      return decideAccess(policies, [{ requirement, resource }], groups, vendor).allowed;
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
