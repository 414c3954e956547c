import { z } from "zod";
import { isUnknown } from "../../provider/api";
import type { Reviewed } from "../model/reviewed";
import { verdict, shown, unjudged } from "./verdicts";
import type { EdgePolicy, Verdict } from "./policy";
import { Form, hasForm } from "./text-forms";

const PATH = "allowTokenMaking";

const Config = z.object({
  form: Form.default("[Rr]eviewed by \\S+").describe(
    "A regular expression of JavaScript that the reason must match, of at most 200 characters. The reason has at most 500 characters.",
  ),
});
type Config = z.infer<typeof Config>;

/** The reason in `allowTokenMaking` must name its reviewer: it turns off the checks of tokens that create tokens. */
export const requireTokenMakingReview: EdgePolicy<Config> = {
  name: "require-token-making-review",
  displayName: "Exceptions for tokens that create tokens are reviewed",
  description:
    "A reason in allowTokenMaking must have the configured form, such as the name of a reviewer: the reason turns off the checks of a token that can give away all access.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["tokens", "review"],
  remediationSteps:
    "Let somebody review the token, and add the review to the reason in the configured form; or limit the token and remove allowTokenMaking.",
  unknownValues: "An unknown reason is reported as not judged.",
  config: Config,
  scope: "resource",
  judge: (resources, { form }) => resources.flatMap((resource) => judgeReason(resource, form)),
};

function judgeReason(resource: Reviewed, form: string): Verdict[] {
  const reason = resource.kind === "token" ? resource.tokenMakingReason : undefined;
  if (reason === undefined) return [];
  if (isUnknown(reason)) return [unjudged(resource, PATH)];
  if (hasForm(reason, form)) return [];
  const found = shown(resource, PATH, reason);
  return [
    verdict(
      resource,
      PATH,
      `must contain a reviewer's reason that matches /${form}/, found ${found}: add the review`,
    ),
  ];
}
