import {
  KNOWN_PERMISSION_GROUPS,
  TOKEN_MAKING_GROUP_IDS,
  containsUnknown,
  isUnknown,
  pathTo,
  type Problem,
} from "../api";
import type { PermissionGroupArgs, TokenArgs } from "./token-args";

const NAMES: ReadonlySet<string> = new Set(
  KNOWN_PERMISSION_GROUPS.filter(({ id }) => TOKEN_MAKING_GROUP_IDS.has(id)).map(({ name }) => name),
);

/**
 * What is wrong with a token that can make tokens: it could give away everything that its user has, so it is to hold no other
 * permission, and to be limited by `condition.requestIp.in` or `expiresOn`. Nothing for a token that makes none.
 */
export function tokenMakingProblems(args: TokenArgs): Problem[] {
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

/** Whether this group lets a token make tokens. */
export function makesTokens({ id, name }: PermissionGroupArgs): boolean {
  return id === undefined ? name !== undefined && NAMES.has(name) : TOKEN_MAKING_GROUP_IDS.has(id);
}

function checkAlone(groups: readonly { group: PermissionGroupArgs; path: string }[]): Problem[] {
  return groups
    .filter(({ group }) => !makesTokens(group) && !isUnknown(group.id ?? group.name))
    .map(({ group, path }) => ({
      path,
      message:
        `${JSON.stringify(group.name ?? group.id)} stands in a token that can make tokens with all of its user's access; ` +
        "such a token is to hold nothing else: give this permission to a token of its own",
    }));
}

function checkLimited({ condition, expiresOn }: TokenArgs): Problem[] {
  const filtered = containsUnknown(condition) || (condition?.requestIp.in ?? []).length > 0;
  if (filtered || expiresOn !== undefined) return [];
  return [
    {
      path: "",
      message:
        "can make tokens with all of its user's access, from anywhere and for ever; limit it by condition.requestIp.in, " +
        "by expiresOn, or both",
    },
  ];
}
