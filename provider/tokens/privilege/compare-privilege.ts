import { requirementsOf, type Policy } from "../../api";
import { alternativesOn, decideAccess, type AccessGroup, type AccessResource } from "../access/decide-access";
import type { Use, UseTarget } from "./deployment-uses";
import { leastPrivilege } from "./least-privilege";

/** What is known beside a token's policies. */
export interface PrivilegeWorld {
  readonly groups: ReadonlyMap<string, AccessGroup>;
  readonly vendor: string;
  /** Of the token. */
  readonly userId: string;
  /** The account of a zone, as far as it is known. */
  readonly accountOf: (zoneId: string | undefined) => string | undefined;
}

/** A permission group in a policy of the token that could go. */
export interface Excess {
  /** Index of the policy. */
  readonly policy: number;
  readonly groupId: string;
}

export interface PrivilegeComparison {
  /** Calls that the token is refused. */
  readonly missing: readonly Use[];
  /** Groups without which, all of them, every other call succeeds as before. */
  readonly excess: readonly Excess[];
  /** Keys for all zones or accounts, where single ones would do. */
  readonly wide: readonly { readonly policy: number; readonly key: string }[];
}

/** Holds a token's policies against what a deployment calls. */
export function comparePrivilege(
  uses: readonly Use[],
  policies: readonly Policy[],
  world: PrivilegeWorld,
): PrivilegeComparison {
  const needing = uses.filter((use) => requirementsOf(use.operation, use.target.type, use.phase).length > 0);
  const missing = needing.filter((use) => !mayCall(use, policies, world));
  const kept = needing.filter((use) => !missing.includes(use));
  const excess: Excess[] = [];
  let left = policies;
  for (const one of candidates(policies, uses, world)) {
    const without = withoutGroup(left, one);
    if (!kept.every((use) => mayCall(use, without, world))) continue;
    excess.push(one);
    left = without;
  }
  return { missing, excess, wide: wideKeys(left, kept) };
}

function mayCall(use: Use, policies: readonly Policy[], world: PrivilegeWorld): boolean {
  const requirements = requirementsOf(use.operation, use.target.type, use.phase);
  const alternatives = alternativesOn(resourceOf(use.target, world), requirements);
  return decideAccess(policies, alternatives, world.groups, world.vendor).allowed;
}

/** What is not known yet has an id that no policy names: only keys for all of them reach it. */
function resourceOf({ type, id }: UseTarget, { userId, accountOf }: PrivilegeWorld): AccessResource {
  if (type === "user") return { type, id: userId };
  if (type === "account") return { type, id: id ?? "" };
  return { type, id: id ?? "", accountId: accountOf(id) ?? "" };
}

/** Of several groups that would do, the one stays that is derived of the calls; of others, the one that reads. */
function candidates(policies: readonly Policy[], uses: readonly Use[], { groups }: PrivilegeWorld): Excess[] {
  const derived = new Set(leastPrivilege(uses).map(({ group }) => group.id));
  const all = policies.flatMap(({ effect, permission_groups: refs }, policy) =>
    effect === "deny" ? [] : refs.map(({ id }) => ({ policy, groupId: id })),
  );
  const rank = ({ groupId }: Excess) =>
    derived.has(groupId) ? 2 : Number(groups.get(groupId)?.access === "read");
  return all.sort((a, b) => rank(a) - rank(b));
}

function withoutGroup(policies: readonly Policy[], { policy, groupId }: Excess): Policy[] {
  return policies.map((one, index) =>
    index === policy
      ? { ...one, permission_groups: one.permission_groups.filter(({ id }) => id !== groupId) }
      : one,
  );
}

function wideKeys(policies: readonly Policy[], uses: readonly Use[]): { policy: number; key: string }[] {
  const open = new Set(uses.filter(({ target }) => target.id === undefined).map(({ target }) => target.type));
  return policies.flatMap(({ effect, resources, permission_groups: refs }, policy) => {
    if (effect === "deny" || refs.length === 0) return [];
    return Object.entries(resources)
      .flatMap(([key, value]) => (value === "*" ? [key] : Object.keys(value)))
      .filter((key) => key.endsWith(".*") && !open.has(key.endsWith(".zone.*") ? "zone" : "account"))
      .map((key) => ({ policy, key }));
  });
}
