import { UNKNOWN, isMembers, isUnknown } from "../provider/api";
import {
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
 * `allowTokenMaking` overrules the check of the resource, not that of the organization: its reason is told with the problem.
 */
export function checkTokenMaker(token: EdgeResource): string[] {
  return tokenMakingProblems(parseToken(token)).map(({ path, message }) => {
    const what = isSecret(token, "policies") && path !== "" ? SECRET_GROUP : message;
    return `${label(token)}${path === "" ? "" : `: ${path}:`} ${what}.${reasonGiven(token)}`;
  });
}

function reasonGiven(token: EdgeResource): string {
  const reason = token.properties["allowTokenMaking"];
  if (typeof reason !== "string") return "";
  const known = !isUnknown(reason) && !isSecret(token, "allowTokenMaking");
  return ` Its program allows it, with ${known ? `the reason ${JSON.stringify(reason)}` : "a reason that is not shown"}.`;
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
  return { id: typeof id === "string" ? id : UNKNOWN, ...(typeof name === "string" && { name }) };
}

function parseNetworks(condition: unknown): string[] {
  if (isUnknown(condition)) return [UNKNOWN];
  const requestIp = isMembers(condition) ? condition["requestIp"] : undefined;
  if (isUnknown(requestIp)) return [UNKNOWN];
  const networks = isMembers(requestIp) ? requestIp["in"] : undefined;
  if (isUnknown(networks)) return [UNKNOWN];
  return Array.isArray(networks) ? networks.filter((network) => typeof network === "string") : [];
}
