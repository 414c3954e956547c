import { UNKNOWN, containsUnknown, isMembers, isUnknown, type Members } from "../../provider/api";
import type { IpArgs, PermissionGroupState, PolicyState, TokenState } from "../../provider/tokens";
import type { ReviewedToken } from "./reviewed";

/**
 * Parses a token's arguments, which may be unknown in part. `names` are the names of the lists of allowed and excluded networks in
 * `condition.requestIp`, which differ between the providers.
 */
export function tokenOf(
  properties: Members,
  ...names: readonly [allowed: string, excluded: string]
): Pick<ReviewedToken, "token" | "isPartlyUnknown"> {
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
  return { token, isPartlyUnknown: isUnknown(policies) || containsUnknown(policies) };
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
