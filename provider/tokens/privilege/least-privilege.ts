import {
  KNOWN_PERMISSION_GROUPS,
  operations,
  requirementsOf,
  type KnownPermissionGroup,
  type Requirement,
} from "../../api";
import { groupTopic } from "../access/decide-access";
import type { Use, UseTarget } from "./deployment-uses";
import type { PolicyState } from "../token/token-state";

/** A permission group on a resource, with the calls that it is for. */
export interface Grant {
  readonly group: KnownPermissionGroup;
  /** Short: `zone.<id>`, `account.*` where the id is not known yet, `user`. */
  readonly key: string;
  readonly uses: readonly Use[];
}

/**
 * The fewest permissions with which all of these calls succeed. A call that several groups would permit takes one that is needed
 * anyway, else the first that suits its phase; a group of a zone goes before one of the whole account.
 */
export function leastPrivilege(uses: readonly Use[]): Grant[] {
  const grants: { group: KnownPermissionGroup; key: string; uses: Use[] }[] = [];
  for (const use of inOrderOfNeed(uses)) {
    const needed = requirementsOf(use.operation, use.target.type, use.phase);
    if (needed.length === 0) continue;
    const given = grants.find((grant) => permits(grant, use, needed));
    if (given) given.uses.push(use);
    else grants.push({ ...firstGrant(use, needed), uses: [use] });
  }
  return grants;
}

/** The policies of a token that holds these grants: resources that get the same groups stand together. */
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

/** What leaves least choice first: writes before reads, and calls about one phase before those about any. */
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

/** A zone's call may need a group of its account, whose id the zone does not tell. */
function keyOf(scope: string, target: UseTarget): string {
  if (scope === "user") return "user";
  return scope === target.type ? `${scope}.${target.id ?? "*"}` : `${scope}.*`;
}
