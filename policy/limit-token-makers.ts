import { validateResourceOfType, type ResourceValidationPolicy } from "@pulumi/policy";
import { ApiToken } from "../provider/resources";
import { parseEdgeResource } from "./edge-resource";
import { checkTokenMaker } from "./token-makers";

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
    const token = parseEdgeResource(args);
    if (!token) return;
    for (const message of checkTokenMaker(token)) reportViolation(message);
  }),
};
