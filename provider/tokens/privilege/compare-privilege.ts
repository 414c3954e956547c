import { requirementsOf } from "../../api";
import type { Policy } from "../../api/wire";
import { alternativesOn, decideAccess, type AccessGroup, type AccessResource } from "../access/decide-access";
import type { Use, UseTarget } from "./deployment-uses";
import { leastPrivilege } from "./least-privilege";
import { parseResourceKey } from "../token/resource-keys";

/** What a comparison needs to know besides the policies of a token. */
export interface PrivilegeWorld {
  readonly groups: ReadonlyMap<string, AccessGroup>;
  readonly vendor: string;
  readonly userId: string;
  /** Returns the account of a zone, or undefined if it is unknown. */
  readonly accountOf: (zoneId: string | undefined) => string | undefined;
}

/** A permission group in a policy that no call requires. */
export interface Excess {
  readonly policy: number;
  readonly groupId: string;
}

/** The difference between what a token allows and what a deployment requires. */
export interface PrivilegeComparison {
  /** The calls that the token does not allow. */
  readonly missing: readonly Use[];
  /** The groups that can all be removed together without the loss of any other call. */
  readonly excess: readonly Excess[];
  /** The keys of all zones or all accounts, if the deployment uses only known ones. */
  readonly wide: readonly { readonly policy: number; readonly key: string }[];
}

export function comparePrivilege(
  uses: readonly Use[],
  policies: readonly Policy[],
  world: PrivilegeWorld,
): PrivilegeComparison {
  const needing = uses.filter(needsPermission);
  const missing = missingUses(uses, policies, world);
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

export function missingUses(
  uses: readonly Use[],
  policies: readonly Policy[],
  world: PrivilegeWorld,
): readonly Use[] {
  return uses.filter((use) => needsPermission(use) && !mayCall(use, policies, world));
}

/** Returns the world of a token: its user is the one that its policies name. */
export function worldOf(
  policies: readonly Policy[],
  { groups, vendor, accountOf }: Omit<PrivilegeWorld, "userId">,
): PrivilegeWorld {
  const keys = policies.flatMap(({ resources }) => Object.keys(resources));
  const user = keys.map((key) => parseResourceKey(key, vendor)).find((key) => key?.type === "user");
  return { groups, vendor, accountOf, userId: user?.id ?? "" };
}

function needsPermission({ operation, target, phase }: Use): boolean {
  return requirementsOf(operation, target.type, phase).length > 0;
}

function mayCall(use: Use, policies: readonly Policy[], world: PrivilegeWorld): boolean {
  const requirements = requirementsOf(use.operation, use.target.type, use.phase);
  const alternatives = alternativesOn(resourceOf(use.target, world), requirements);
  return decideAccess(policies, alternatives, world.groups, world.vendor).allowed;
}

/** Returns the resource of a call. An unknown id is "", which no policy names: only keys of all zones or accounts include it. */
function resourceOf({ type, id }: UseTarget, { userId, accountOf }: PrivilegeWorld): AccessResource {
  if (type === "user") return { type, id: userId };
  if (type === "account") return { type, id: id ?? "" };
  return { type, id: id ?? "", accountId: accountOf(id) ?? "" };
}

/** Returns the groups to try to remove, in order: write groups, then read groups, then those that the calls derive. */
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
