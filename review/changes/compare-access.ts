import { KNOWN_GROUPS_BY_ID, isMembers, isUnknown } from "../../provider/api";
import { makesTokens, shortenKey, type PermissionGroupState, type PolicyState } from "../../provider/tokens";
import type { ReviewedToken } from "../model/reviewed";
import type { AccessCell } from "./review";

/** Compares what a token may do before and after a change, as a matrix of permission groups and resources, row by row. */
export function compareAccess(
  before: ReviewedToken | undefined,
  after: ReviewedToken | undefined,
): AccessCell[] {
  const [from, to] = [cellsOf(before), cellsOf(after)];
  const keys = [...new Set([...to.keys(), ...from.keys()])];
  const cells = keys.flatMap((key): AccessCell[] => {
    const cell = to.get(key) ?? from.get(key);
    const change = !from.has(key) ? "gained" : to.has(key) ? "kept" : "lost";
    return cell ? [{ ...cell, change }] : [];
  });
  const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return cells.sort((a, b) => byText(a.group, b.group) || byText(a.on, b.on) || byText(a.effect, b.effect));
}

type Cell = Omit<AccessCell, "change">;

function cellsOf(token: ReviewedToken | undefined): Map<string, Cell> {
  const policies = token?.token.policies ?? [];
  const cells = policies.flatMap((policy, index) =>
    policy.permissionGroups.flatMap((group, g) =>
      keysOf(policy).map((on): Cell => {
        const effect = policy.effect ?? "allow";
        const isSecret = token?.isSecret(`policies[${index}].permissionGroups[${g}]`) ?? false;
        const name = isSecret ? "(secret)" : nameOf(group);
        return { group: name, on, effect, risk: effect === "deny" ? null : riskOf(group, on) };
      }),
    ),
  );
  return new Map(cells.map((cell) => [JSON.stringify([cell.group, cell.on, cell.effect]), cell]));
}

/** Returns the short keys of a policy: `zone.<id>`, or `zone.* of account.<id>` for all zones of an account. */
function keysOf({ resources }: PolicyState): string[] {
  // Nothing has validated the resources of another tool's token.
  const values: unknown = resources;
  if (!isMembers(values)) return ["(unknown)"];
  const keys = Object.entries(values).flatMap(([key, value]) =>
    isMembers(value)
      ? Object.keys(value).map((inner) => `${nameOfKey(inner)} of ${nameOfKey(key)}`)
      : [nameOfKey(key)],
  );
  return keys.length === 0 ? ["(unknown)"] : keys;
}

function nameOfKey(key: string): string {
  return isUnknown(key) ? "(unknown)" : shortenKey(key);
}

/** Returns the name of a group. A published id has one name; a name that is in several scopes keeps its scope. */
function nameOf({ id, name, scope }: PermissionGroupState): string {
  const known = id === undefined ? undefined : KNOWN_GROUPS_BY_ID.get(id)?.name;
  const shown = name ?? known ?? id ?? "(unknown)";
  if (isUnknown(shown)) return "(unknown)";
  return scope === undefined || isUnknown(scope) ? shown : `${shown} (${scope})`;
}

function riskOf(group: PermissionGroupState, on: string): string | null {
  if (makesTokens(group)) return "can make tokens";
  return /^(zone|account|bucket)\.\*$/.test(on) ? "reaches all accounts or zones" : null;
}
