import {
  containsUnknown,
  isMembers,
  isUnknown,
  type Members,
  UNKNOWN,
  withoutNulls,
} from "../../provider/api";
import { RULESET_KINDS } from "../../provider/rulesets/rules/ownership";
import type { IpArgs, PermissionGroupState, PolicyState, TokenState } from "../../provider/tokens";
import type { MaybeUnknown, ReviewedRuleset, ReviewedToken } from "./reviewed";

/** Returns a text, or undefined for anything else. `UNKNOWN` is a text. */
export function textOf(value: unknown): MaybeUnknown<string> | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the members of an object that are not null, at any depth. */
export function presentMembers(value: object): Members {
  // The copy of an object is an object.
  return withoutNulls(value) as Members;
}

/** Parses JSON. Returns undefined for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the level of a ruleset of that kind, or undefined for any other kind, such as `managed`. */
export function levelOf(kind: unknown): ReviewedRuleset["level"] | undefined {
  return Object.values(RULESET_KINDS).find((known) => known.kind === kind)?.kind;
}

/** Returns permission groups as objects. Some releases of other providers list their ids. */
export function groupsOf(groups: unknown): unknown {
  if (!Array.isArray(groups)) return groups;
  return groups.map((group: unknown) =>
    typeof group === "string" && !isUnknown(group) ? { id: group } : group,
  );
}

/**
 * Parses a token's arguments, which may be unknown in part. `names` are the names of the lists of allowed and excluded networks in
 * `condition.requestIp`, which differ between the providers.
 */
export function tokenOf(
  properties: Members,
  ...names: readonly [allowed: string, excluded: string]
): Pick<ReviewedToken, "token" | "isPartlyUnknown" | "lifetime"> {
  const { name, policies, condition, notBefore, expiresOn, status } = properties;
  const requestIp = networksOf(condition, names);
  const token: TokenState = {
    name: typeof name === "string" ? name : "",
    policies: Array.isArray(policies) ? policies.map(policyOf) : [],
    ...(requestIp && { condition: { requestIp } }),
    ...(typeof notBefore === "string" && { notBefore }),
    ...(typeof expiresOn === "string" && { expiresOn }),
    ...(status === "disabled" && { status }),
  };
  return {
    token,
    isPartlyUnknown: isUnknown(policies) || containsUnknown(policies),
    // The states of other providers do not say what they know of the value.
    lifetime: { ...token, value: UNKNOWN },
  };
}

/** Parses a policy. An unknown policy becomes an empty one, so that the indexes of the others stay right. */
function policyOf(policy: unknown): PolicyState {
  const { effect, permissionGroups, resources } = isMembers(policy) ? policy : {};
  return {
    effect: effect === "deny" ? "deny" : "allow",
    // The values are checked where the policies of a token are judged.
    resources: isMembers(resources) ? (resources as PolicyState["resources"]) : {},
    permissionGroups: Array.isArray(permissionGroups) ? permissionGroups.map(groupOf) : [],
  };
}

function groupOf(group: unknown): PermissionGroupState {
  const { id, name, scope } = isMembers(group) ? group : {};
  const known = {
    ...(typeof id === "string" && { id }),
    ...(typeof name === "string" && { name }),
    ...(typeof scope === "string" && { scope }),
  };
  return "id" in known || "name" in known ? known : { id: UNKNOWN };
}

function networksOf(condition: unknown, [allowed, excluded]: readonly [string, string]): IpArgs | undefined {
  if (isUnknown(condition)) return { in: [UNKNOWN] };
  const requestIp = isMembers(condition) ? condition["requestIp"] : undefined;
  if (isUnknown(requestIp)) return { in: [UNKNOWN] };
  if (!isMembers(requestIp)) return undefined;
  const included = listOf(requestIp[allowed]);
  const notIn = listOf(requestIp[excluded]);
  return { ...(included && { in: included }), ...(notIn && { notIn }) };
}

function listOf(networks: unknown): string[] | undefined {
  if (isUnknown(networks)) return [UNKNOWN];
  return Array.isArray(networks) ? networks.filter((network) => typeof network === "string") : undefined;
}
