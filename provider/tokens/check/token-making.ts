import {
  KNOWN_PERMISSION_GROUPS,
  TOKEN_MAKING_GROUP_IDS,
  containsUnknown,
  isUnknown,
  kindOf,
  pathTo,
} from "../../api";
import type { Problem } from "../../api/problem";
import type { PermissionGroupState, TokenState } from "../token/canonical-token";

/** The argument of `ApiToken` that turns off the checks below. */
const REASON_ARGUMENT = "allowTokenMaking";
const EXAMPLE = '"shared runner without a fixed address, see the risk register"';

const NAMES: ReadonlySet<string> = new Set(
  KNOWN_PERMISSION_GROUPS.filter(({ id }) => TOKEN_MAKING_GROUP_IDS.has(id)).map(({ name }) => name),
);

/** How the author of a token writes what the messages name. */
export interface TokenMakingNames {
  readonly networks: string;
  readonly expiresOn: string;
  /** The argument with a reason that turns off the checks, if the resource has one. */
  readonly reason?: string;
}

const NAMES_OF_API_TOKEN: TokenMakingNames = {
  networks: "condition.requestIp.in",
  expiresOn: "expiresOn",
  reason: REASON_ARGUMENT,
};

/**
 * Returns the problems of a token that can create tokens. Such a token can give away all of its user's access, so it must have no
 * other permission, and `condition.requestIp.in` or `expiresOn` must limit it. Any other token has no problems.
 */
export function tokenMakingProblems(
  args: TokenState,
  names: TokenMakingNames = NAMES_OF_API_TOKEN,
): Problem[] {
  if (isUnknown(args.policies)) return [];
  const groups = args.policies.flatMap((policy, p) =>
    isUnknown(policy) || policy.effect === "deny" || isUnknown(policy.permissionGroups)
      ? []
      : policy.permissionGroups
          .filter((group) => !isUnknown(group))
          .map((group, g) => ({ group, path: pathTo(pathTo(pathTo("policies", p), "permissionGroups"), g) })),
  );
  if (!groups.some(({ group }) => makesTokens(group))) return [];
  return [...checkAlone(groups, names), ...checkLimited(args, names)];
}

/** Checks the reason that turns off those checks. People read the reason, so it must contain letters. */
export function checkTokenMakingReason(reason: unknown): Problem[] {
  if (reason === undefined || isUnknown(reason)) return [];
  if (typeof reason === "string" && /\p{Letter}/u.test(reason)) return [];
  const what = typeof reason === "string" && reason !== "" ? "a text without words" : kindOf(reason);
  return [{ path: REASON_ARGUMENT, message: `must be a reason in words, such as ${EXAMPLE}; found ${what}` }];
}

/** Whether a permission group allows a token to create tokens. Compared by id, and by name because ids differ between platforms. */
export function makesTokens({ id, name }: PermissionGroupState): boolean {
  return (id !== undefined && TOKEN_MAKING_GROUP_IDS.has(id)) || (name !== undefined && NAMES.has(name));
}

function checkAlone(
  groups: readonly { group: PermissionGroupState; path: string }[],
  names: TokenMakingNames,
): Problem[] {
  return groups
    .filter(({ group }) => !makesTokens(group) && !isUnknown(group.id ?? group.name))
    .map(({ group, path }) => ({
      path,
      message:
        `${JSON.stringify(group.name ?? group.id)} must not be in a token that can create tokens with all of its user's access; ` +
        `such a token must have no other permission: put this one into another token${orReason(names)}`,
    }));
}

function checkLimited({ condition, expiresOn }: TokenState, names: TokenMakingNames): Problem[] {
  if (expiresOn !== undefined || containsUnknown(condition)) return [];
  const networks = condition?.requestIp.in ?? [];
  if (networks.length > 0 && !networks.some(isWholeAddressSpace)) return [];
  return [
    {
      path: "",
      message:
        `can create tokens with all of its user's access, from anywhere and forever; set ${names.networks}, ` +
        `${names.expiresOn}, or both${orReason(names)}`,
    },
  ];
}

function orReason({ reason }: TokenMakingNames): string {
  return reason === undefined ? "" : `, or state the reason in ${reason}`;
}

function isWholeAddressSpace(network: string): boolean {
  return network.endsWith("/0");
}
