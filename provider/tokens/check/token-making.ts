import {
  KNOWN_PERMISSION_GROUPS,
  TOKEN_MAKING_GROUP_IDS,
  containsUnknown,
  isUnknown,
  kindOf,
  pathTo,
  type Problem,
} from "../../api";
import type { PermissionGroupState, TokenState } from "../token/token-state";

/** The argument of `ApiToken` that overrules the rules below. */
const OVERRULE = "allowTokenMaking";
const WHY =
  'in words why this token may be made, such as "shared runner without a fixed address, see the risk register"';

const NAMES: ReadonlySet<string> = new Set(
  KNOWN_PERMISSION_GROUPS.filter(({ id }) => TOKEN_MAKING_GROUP_IDS.has(id)).map(({ name }) => name),
);

/**
 * What is wrong with a token that can make tokens: it could give away everything that its user has, so it is to hold no other
 * permission, and to be limited by `condition.requestIp.in` or `expiresOn`. Nothing for a token that makes none.
 */
export function tokenMakingProblems(args: TokenState): Problem[] {
  if (isUnknown(args.policies)) return [];
  const groups = args.policies.flatMap((policy, p) =>
    isUnknown(policy) || policy.effect === "deny" || isUnknown(policy.permissionGroups)
      ? []
      : policy.permissionGroups
          .filter((group) => !isUnknown(group))
          .map((group, g) => ({ group, path: pathTo(pathTo(pathTo("policies", p), "permissionGroups"), g) })),
  );
  if (!groups.some(({ group }) => makesTokens(group))) return [];
  return [...checkAlone(groups), ...checkLimited(args)];
}

/** What is wrong with the reason that overrules those problems: it is for people, so it is to be words. */
export function checkTokenMakingReason(reason: unknown): Problem[] {
  if (reason === undefined || isUnknown(reason)) return [];
  if (typeof reason === "string" && /\p{Letter}/u.test(reason)) return [];
  const what = typeof reason === "string" && reason !== "" ? "a text without words" : kindOf(reason);
  return [{ path: OVERRULE, message: `must say ${WHY}; found ${what}` }];
}

/** Whether this group lets a token make tokens: known by id, and by name where another platform gave it another id. */
export function makesTokens({ id, name }: PermissionGroupState): boolean {
  return (id !== undefined && TOKEN_MAKING_GROUP_IDS.has(id)) || (name !== undefined && NAMES.has(name));
}

function checkAlone(groups: readonly { group: PermissionGroupState; path: string }[]): Problem[] {
  return groups
    .filter(({ group }) => !makesTokens(group) && !isUnknown(group.id ?? group.name))
    .map(({ group, path }) => ({
      path,
      message:
        `${JSON.stringify(group.name ?? group.id)} stands in a token that can make tokens with all of its user's access; ` +
        `such a token is to hold nothing else: give this permission to a token of its own, or say in ${OVERRULE} why not`,
    }));
}

function checkLimited({ condition, expiresOn }: TokenState): Problem[] {
  if (expiresOn !== undefined || containsUnknown(condition)) return [];
  const networks = condition?.requestIp.in ?? [];
  if (networks.length > 0 && !networks.some(isWholeAddressSpace)) return [];
  return [
    {
      path: "",
      message:
        "can make tokens with all of its user's access, from anywhere and for ever; limit it by condition.requestIp.in, " +
        `by expiresOn, or both, or say in ${OVERRULE} why not`,
    },
  ];
}

function isWholeAddressSpace(network: string): boolean {
  return network.endsWith("/0");
}
