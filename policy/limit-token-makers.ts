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
  "a permission group must not be in a token that can create tokens; such a token must have no other permission";

/**
 * A token that can create tokens must have no other permission, and must be limited by client networks or an expiry. `ApiToken`
 * checks this as well; the policy enforces it whatever release of the package a program uses, and despite `allowTokenMaking`.
 */
export const limitTokenMakers: ResourceValidationPolicy = {
  name: "limit-token-makers",
  displayName: "Tokens that create tokens are limited",
  description:
    "A token that can create tokens must have no other permission, and must be limited by client networks or an expiry.",
  severity: "critical",
  enforcementLevel: "mandatory",
  tags: ["tokens", "least-privilege"],
  remediationSteps:
    "Move the other permissions to other tokens; set condition.requestIp.in, expiresOn, or both, on the token that creates tokens.",
  validateResource: validateResourceOfType(ApiToken, (_properties, args, reportViolation) => {
    const token = parseResource(args);
    if (!token) return;
    for (const message of checkTokenMaker(token)) reportViolation(message);
  }),
};

/**
 * Returns the problems of an `ApiToken` that can create tokens. Unknown values are assumed to be valid. `allowTokenMaking` turns off
 * the check of the resource, not this policy: the messages include its reason.
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
  return ` The program allows this with ${known ? `the reason ${JSON.stringify(reason)}` : "a reason that is secret or unknown"}.`;
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

/** Parses a policy. An unknown policy becomes an empty one, so that the indexes of the others stay right. */
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
