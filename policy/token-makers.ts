import { UNKNOWN, isMembers, isUnknown } from "../provider/api";
import {
  makesTokens,
  tokenMakingProblems,
  type PermissionGroupArgs,
  type PolicyArgs,
  type TokenArgs,
} from "../provider/tokens";
import { isSecret, label, type EdgeResource } from "./edge-resource";

const SECRET_GROUP =
  "a permission group stands in a token that can make tokens; such a token is to hold nothing else";

/**
 * What is wrong with an `ApiToken` that can make tokens; nothing for any other. What is not known yet speaks for the token.
 */
export function checkTokenMaker(token: EdgeResource): string[] {
  return tokenMakingProblems(parseToken(token)).map(({ path, message }) => {
    if (path === "") return `${label(token)} ${message}.`;
    return `${label(token)}: ${path}: ${isSecret(token, "policies") ? SECRET_GROUP : message}.`;
  });
}

function parseToken({ name, properties }: EdgeResource): TokenArgs {
  const { policies, condition, expiresOn } = properties;
  return {
    name,
    policies: Array.isArray(policies) ? policies.map(parsePolicy) : [],
    condition: { requestIp: { in: parseNetworks(condition) } },
    ...(typeof expiresOn === "string" && { expiresOn }),
  };
}

/** A policy that is not known yet keeps its place, so that the paths of the others are right. */
function parsePolicy(policy: unknown): PolicyArgs {
  const { effect, permissionGroups } = isMembers(policy) ? policy : {};
  return {
    effect: effect === "deny" ? "deny" : "allow",
    resources: {},
    permissionGroups: Array.isArray(permissionGroups) ? permissionGroups.map(parseGroup) : [],
  };
}

function parseGroup(group: unknown): PermissionGroupArgs {
  const { id, name } = isMembers(group) ? group : {};
  // Another platform may have given a group of this name another id.
  if (typeof name === "string" && makesTokens({ name })) return { name };
  return { id: typeof id === "string" ? id : UNKNOWN, ...(typeof name === "string" && { name }) };
}

/** The networks that the token is limited to: none where one of them is the whole address space. */
function parseNetworks(condition: unknown): string[] {
  if (isUnknown(condition)) return [UNKNOWN];
  const requestIp = isMembers(condition) ? condition["requestIp"] : undefined;
  if (isUnknown(requestIp)) return [UNKNOWN];
  const networks = isMembers(requestIp) ? requestIp["in"] : undefined;
  if (isUnknown(networks)) return [UNKNOWN];
  const known = Array.isArray(networks) ? networks.filter((network) => typeof network === "string") : [];
  return known.some((network) => network.endsWith("/0")) ? [] : known;
}
