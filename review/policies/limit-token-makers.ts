import { z } from "zod";
import { isUnknown } from "../../provider/api";
import { tokenMakingProblems, type TokenMakingNames } from "../../provider/tokens";
import type { ReviewedToken } from "../model/reviewed";
import { networksPath } from "./judged-tokens";
import type { EdgePolicy, Verdict } from "./policy";

const SECRET_GROUP =
  "a permission group must not be in a token that can create tokens; such a token must have no other permission";

/**
 * A token that can create tokens must have no other permission, and must be limited by client networks or an expiry. `ApiToken`
 * checks this as well; the policy enforces it whatever release of the package a program uses, and despite `allowTokenMaking`.
 */
export const limitTokenMakers: EdgePolicy<Record<string, never>> = {
  name: "limit-token-makers",
  displayName: "Tokens that create tokens are limited",
  description:
    "A token that can create tokens must have no other permission, and must be limited by client networks or an expiry: it can give away all of its user's access.",
  severity: "critical",
  enforcementLevel: "mandatory",
  tags: ["tokens", "least-privilege"],
  remediationSteps:
    "Move the other permissions to other tokens; set the allowed client networks (condition.requestIp.in in ApiToken, condition.requestIp.ins in @pulumi/cloudflare), expiresOn, or both, on the token that creates tokens.",
  unknownValues: "Unknown permission groups, networks and times are reported as not judged.",
  config: z.object({}),
  scope: "resource",
  judge: (resources) =>
    resources.flatMap((resource) => (resource.kind === "token" ? judgeToken(resource) : [])),
};

function judgeToken(token: ReviewedToken): Verdict[] {
  const { urn, label } = token;
  const found = tokenMakingProblems(token.token, namesIn(token)).map(({ path: here, message }) => {
    const path = here.replace("permissionGroups", token.nameOf("permission_groups"));
    const what = path !== "" && token.isSecret(path) ? SECRET_GROUP : message;
    return { urn, path, message: `${label}${path === "" ? "" : `: ${path}:`} ${what}.${reasonGiven(token)}` };
  });
  if (found.length > 0 || !token.isPartlyUnknown) return found;
  const message = `${label}: policies cannot be judged before the update, because some of their values are not known yet.`;
  return [{ urn, path: "policies", message, isUnjudged: true }];
}

/** Only the token of this package has a reason that turns off its checks. */
function namesIn({ origin, nameOf }: ReviewedToken): TokenMakingNames | undefined {
  if (origin === "edge") return undefined;
  return { networks: networksPath(nameOf), expiresOn: nameOf("expires_on") };
}

function reasonGiven(token: ReviewedToken): string {
  const { tokenMakingReason: reason } = token;
  if (reason === undefined) return "";
  const isKnown = !isUnknown(reason) && !token.isSecret("allowTokenMaking");
  return ` The program allows this with ${isKnown ? `the reason ${JSON.stringify(reason)}` : "a reason that is secret or unknown"}.`;
}
