import { KNOWN_PERMISSION_GROUPS, operations, requirementsOf, type Requirement } from "../../api";
import type { KnownPermissionGroup } from "../../api/permission-groups";
import { groupTopic } from "../access/decide-access";
import type { Use, UseTarget } from "./deployment-uses";
import type { PolicyState } from "../token/canonical-token";

export interface Grant {
  readonly group: KnownPermissionGroup;
  /** The short key of the resource: `zone.<id>`, `user`, or `account.*` if the id is unknown. */
  readonly key: string;
  readonly uses: readonly Use[];
}

/**
 * Returns a small set of permissions with which all calls succeed. If several groups allow a call, it uses one that another call
 * requires, else the first one of its phase. A group of a zone takes precedence over one of the whole account.
 */
export function leastPrivilege(uses: readonly Use[]): Grant[] {
  const grants: (Grant & { readonly uses: Use[] })[] = [];
  const byKey = new Map<string, typeof grants>();
  for (const use of inOrderOfNeed(uses)) {
    const needed = requirementsOf(use.operation, use.target.type, use.phase);
    if (needed.length === 0) continue;
    const keys = new Set(needed.map(({ scope }) => keyOf(scope, use.target)));
    const given = [...keys]
      .flatMap((key) => byKey.get(key) ?? [])
      .find((grant) => permits(grant, use, needed));
    if (given) {
      given.uses.push(use);
      continue;
    }
    const grant = { ...firstGrant(use, needed), uses: [use] };
    grants.push(grant);
    byKey.set(grant.key, [...(byKey.get(grant.key) ?? []), grant]);
  }
  return grants;
}

/** Returns the policies of a token with these grants. Resources with the same groups share a policy. */
export function policiesOf(grants: readonly Grant[]): PolicyState[] {
  const keys = [...new Set(grants.map(({ key }) => key))];
  const sets = new Map<string, { keys: string[]; groups: KnownPermissionGroup[] }>();
  for (const key of keys) {
    const groups = grants.filter((grant) => grant.key === key).map(({ group }) => group);
    const same = JSON.stringify(groups.map(({ id }) => id).sort());
    sets.set(same, { keys: [...(sets.get(same)?.keys ?? []), key], groups });
  }
  return [...sets.values()].map((set) => ({
    resources: Object.fromEntries(set.keys.map((key) => [key, "*" as const])),
    permissionGroups: set.groups.map(({ id, name }) => ({ id, name })),
  }));
}

/** Sorts the calls with the fewest alternatives first: writes before reads, calls on one phase before calls on any phase. */
function inOrderOfNeed(uses: readonly Use[]): Use[] {
  const rank = ({ operation, target, phase }: Use) => {
    const [first] = requirementsOf(operation, target.type, phase);
    return (
      (first?.access === "write" ? 0 : 2) + (phase === undefined || operation === "listRulesets" ? 1 : 0)
    );
  };
  return [...uses].sort((a, b) => rank(a) - rank(b));
}

function permits({ group, key }: Grant, { target }: Use, needed: readonly Requirement[]): boolean {
  return needed.some(
    ({ scope, access, groups }) =>
      group.scope === scope &&
      key === keyOf(scope, target) &&
      (group.access === "write" || access === "read") &&
      groups.includes(groupTopic(group.name)),
  );
}

function firstGrant({ operation, target }: Use, needed: readonly Requirement[]): Omit<Grant, "uses"> {
  for (const { scope, access, groups } of needed) {
    for (const topic of groups) {
      const group = KNOWN_PERMISSION_GROUPS.find(
        (known) => known.scope === scope && known.access === access && groupTopic(known.name) === topic,
      );
      if (group) return { group, key: keyOf(scope, target) };
    }
  }
  throw new Error(`No published permission group permits ${operations[operation].method} of ${operation}.`);
}

/** Returns the key of a grant. A call on a zone may require a group of its account; the id of that account is unknown here. */
function keyOf(scope: string, target: UseTarget): string {
  if (scope === "user") return "user";
  return scope === target.type ? `${scope}.${target.id ?? "*"}` : `${scope}.*`;
}
