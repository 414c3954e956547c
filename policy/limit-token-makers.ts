import { validateResourceOfType, type ResourceValidationPolicy } from "@pulumi/policy";
import { UNKNOWN, isMembers, isUnknown } from "../provider/api";
import { ApiToken } from "../provider/resources";
import {
  tokenMakingProblems,
  type PermissionGroupState,
  type PolicyState,
  type TokenState,
} from "../provider/tokens";
import { isSecret, label, parseResource, type CheckedResource } from "./checked-resource";

const SECRET_GROUP =
  "a permission group stands in a token that can make tokens; such a token is to hold nothing else";

/**
 * A token that can make tokens holds no other permission, and is limited to client networks or ends at some time. `ApiToken`
 * refuses any other at preview too; the policy holds programs to it whatever release of the package they run.
 */
export const limitTokenMakers: ResourceValidationPolicy = {
  name: "limit-token-makers",
  displayName: "Tokens that make tokens are limited",
  description: "A token that can make tokens stands alone, and is limited by client networks or an end.",
  severity: "critical",
  enforcementLevel: "mandatory",
  tags: ["tokens", "least-privilege"],
  remediationSteps:
    "Give the other permissions to tokens of their own; set condition.requestIp.in, expiresOn, or both, on the one that makes tokens.",
  validateResource: validateResourceOfType(ApiToken, (_properties, args, reportViolation) => {
    const token = parseResource(args);
    if (!token) return;
    for (const message of checkTokenMaker(token)) reportViolation(message);
  }),
};

/**
 * What is wrong with an `ApiToken` that can make tokens; nothing for any other. What is not known yet speaks for the token.
 * `allowTokenMaking` overrules the check of the resource, not that of the organization: its reason is told with the problem.
 */
function checkTokenMaker(token: CheckedResource): string[] {
  return tokenMakingProblems(parseToken(token)).map(({ path, message }) => {
    const what = isSecret(token, "policies") && path !== "" ? SECRET_GROUP : message;
    return `${label(token)}${path === "" ? "" : `: ${path}:`} ${what}.${reasonGiven(token)}`;
  });
}

function reasonGiven(token: CheckedResource): string {
  const reason = token.properties["allowTokenMaking"];
  if (typeof reason !== "string") return "";
  const known = !isUnknown(reason) && !isSecret(token, "allowTokenMaking");
  return ` Its program allows it, with ${known ? `the reason ${JSON.stringify(reason)}` : "a reason that is not shown"}.`;
}

function parseToken({ name, properties }: CheckedResource): TokenState {
  const { policies, condition, expiresOn } = properties;
  return {
    name,
    policies: Array.isArray(policies) ? policies.map(parsePolicy) : [],
    condition: { requestIp: { in: parseNetworks(condition) } },
    ...(typeof expiresOn === "string" && { expiresOn }),
  };
}

/** A policy that is not known yet keeps its place, so that the paths of the others are right. */
function parsePolicy(policy: unknown): PolicyState {
  const { effect, permissionGroups } = isMembers(policy) ? policy : {};
  return {
    effect: effect === "deny" ? "deny" : "allow",
    resources: {},
    permissionGroups: Array.isArray(permissionGroups) ? permissionGroups.map(parseGroup) : [],
  };
}

function parseGroup(group: unknown): PermissionGroupState {
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
