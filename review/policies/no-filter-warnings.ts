import { z } from "zod";
import { FILTER_PLANS, FILTER_WARNING_RULES } from "../../provider/filter";
import type { Reviewed } from "../model/reviewed";
import { findingsOf, unjudgedExpressions } from "./findings-of";
import { judgeEachRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";

const Config = z.object({
  warnings: z
    .array(z.enum(FILTER_WARNING_RULES))
    .default([...FILTER_WARNING_RULES])
    .describe("The kinds of warnings that violate the policy. Default: all."),
  plan: z
    .enum(["none", ...FILTER_PLANS])
    .default("none")
    .describe(
      "The plan of the zones. Features of that plan do not warn; with none, all plan warnings are reported. Default: none.",
    ),
});
type Config = z.infer<typeof Config>;

/**
 * Filter expressions must have no lint warnings of the kinds in `warnings`. The policy is disabled by default, because warnings do
 * not stop a deployment; a configuration can set another level.
 */
export const noFilterWarnings: EdgePolicy<Config> = {
  name: "no-filter-warnings",
  displayName: "Filter expressions without warnings",
  description: "Expressions of rules, OWASP deployments and validated filters must have no lint warnings.",
  severity: "medium",
  enforcementLevel: "disabled",
  tags: ["waf", "filter-expressions"],
  remediationSteps:
    "Change the expression as the warning suggests, or allow the warning by its id, with a reason.",
  unknownValues:
    "Unknown expressions are reported as not judged. Without a known phase, nothing is claimed about it.",
  config: Config,
  ids: FILTER_WARNING_RULES,
  scope: "resource",
  judge: (resources, config) =>
    resources.flatMap((resource) => [
      ...judgeExpressions(resource, config),
      ...rulesetsIn([resource]).flatMap((ruleset) => judgeEachRule(ruleset, () => [])),
    ]),
};

/** Returns the warnings of the valid expressions. The resource itself rejects invalid ones. */
function judgeExpressions(resource: Reviewed, { warnings, plan }: Config): Verdict[] {
  const { urn, label } = resource;
  const found = findingsOf(resource, ["lint"], plan === "none" ? undefined : plan)
    .filter(({ id }) => warnings.some((one) => one === id))
    .map(({ id, path, message }) => {
      const text = resource.isSecret(path)
        ? "the message is hidden, because the expression is secret"
        : message;
      return { urn, id, path, message: `${label}: ${path}: ${id}: ${text}` };
    });
  return [...found, ...unjudgedExpressions(resource)];
}
