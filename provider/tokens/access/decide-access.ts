import type { PermissionScope } from "../../api/permission-groups";
import type { Requirement } from "../../api/permissions";
import type { Policy, ResourceMap } from "../../api/wire";
import { parseResourceKey } from "../token/resource-keys";

/** A single resource that a call acts on. */
export type AccessResource =
  | { readonly type: "user"; readonly id: string }
  | { readonly type: "account"; readonly id: string }
  | { readonly type: "zone"; readonly id: string; readonly accountId: string };

/** What a permission group grants, from the API's list or from KNOWN_PERMISSION_GROUPS. */
export interface AccessGroup {
  readonly scope: PermissionScope;
  readonly name: string;
  readonly access: "read" | "write";
}

/** A permission on a resource that is sufficient for a call. */
export interface AccessAlternative {
  readonly requirement: Requirement;
  readonly resource: AccessResource;
}

/** The verdict of a token's policies on a call. */
export interface AccessDecision {
  readonly allowed: boolean;
  readonly by: "explicit deny" | "explicit allow" | "implicit deny";
  /** The index of the first policy that decided; absent for an implicit deny. */
  readonly policy?: number;
}

/**
 * Decides whether policies allow a call for which any one of `alternatives` is sufficient. The call is allowed if a policy allows
 * one of them and no policy denies any. A group applies only to resources of its scope, and a write group includes read access, in
 * denials as well. Groups that are not in `groups` are ignored.
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
        policy.effect === effect && alternatives.some((one) => appliesTo(policy, one, groups, vendor)),
    );
  const denying = deciding("deny");
  if (denying >= 0) return { allowed: false, by: "explicit deny", policy: denying };
  const allowing = deciding("allow");
  if (allowing >= 0) return { allowed: true, by: "explicit allow", policy: allowing };
  return { allowed: false, by: "implicit deny" };
}

/** Pairs each requirement of a call on `resource` with the resource it applies to: the zone itself, or the account of the zone. */
export function alternativesOn(
  resource: AccessResource,
  requirements: readonly Requirement[],
): AccessAlternative[] {
  return requirements.map((requirement) => {
    const ofAccount = requirement.scope === "account" && resource.type === "zone";
    return { requirement, resource: ofAccount ? { type: "account", id: resource.accountId } : resource };
  });
}

/**
 * Whether the resources of a policy include a resource. The key of an account with `"*"` does not include its zones; with
 * `{"…zone.*": "*"}`, it does.
 */
export function reaches(resources: ResourceMap, resource: AccessResource, vendor: string): boolean {
  return Object.entries(resources).some(([key, value]) => {
    if (value === "*") return names(key, resource, vendor);
    if (resource.type !== "zone") return false;
    const account = { type: "account", id: resource.accountId } as const;
    return names(key, account, vendor) && Object.keys(value).some((inner) => names(inner, resource, vendor));
  });
}

function appliesTo(
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

/** Returns the name of a permission group without its Read or Write suffix. */
export function groupTopic(name: string): string {
  return name.replace(/ (Read|Write)$/, "");
}

function names(key: string, resource: AccessResource, vendor: string): boolean {
  const parsed = parseResourceKey(key, vendor);
  return parsed?.type === resource.type && (parsed.id === "*" || parsed.id === resource.id);
}

/** Returns the permission groups that policies effectively grant on a resource, after denials, sorted by name. */
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
