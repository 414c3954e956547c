import { z } from "zod";
import { isUnknown } from "../../provider/api";
import {
  FILTER_PLANS,
  FILTER_WARNING_RULES,
  lintFilter,
  wantedValue,
  type ExpressionPlace,
} from "../../provider/filter";
import { parseExpression } from "../../provider/rulebook";
import { conditionOf } from "../../provider/rulesets/hazards/judged-rule";
import type { Reviewed } from "../model/reviewed";
import { expressionsIn } from "./expressions-under-review";
import { unjudged } from "./findings";
import { judgeRules, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Finding } from "./policy";

const Config = z.object({
  warnings: z
    .array(z.enum(FILTER_WARNING_RULES))
    .default([...FILTER_WARNING_RULES])
    .describe("The kinds of warnings that violate the policy. Default: all."),
  plan: z
    .enum(FILTER_PLANS)
    .optional()
    .describe(
      "The plan of the zones. Features of that plan do not warn; without a plan, all plan warnings are reported.",
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
    "Change the expression as the warning suggests, or remove the kind of warning from `warnings` in the configuration of this policy.",
  unknownValues:
    "Unknown expressions are reported as not judged. Without a known phase, nothing is claimed about it.",
  config: Config,
  scope: "resource",
  judge: (resources, config) =>
    resources.flatMap((resource) => [
      ...judgeExpressions(resource, config),
      ...rulesetsIn([resource]).flatMap((ruleset) => judgeRules(ruleset, () => [])),
    ]),
};

/** Returns the warnings of the valid expressions. The resource itself rejects invalid ones. */
function judgeExpressions(resource: Reviewed, { warnings, plan }: Config): Finding[] {
  const { urn, label } = resource;
  return expressionsIn(resource).flatMap(({ path, expression, place }) => {
    if (isUnknown(expression)) return [unjudged(resource, path)];
    if (typeof expression !== "string") return [];
    const ast = parsed(expression, place);
    if (ast === undefined) return [];
    const options = { ...place, ...(plan !== undefined && { plan }) };
    return lintFilter(ast, expression, options)
      .filter(({ rule }) => warnings.includes(rule))
      .map(({ rule, message }) => {
        const text = resource.isSecret(path)
          ? "the message is hidden, because the expression is secret"
          : message;
        return { urn, path, message: `${label}: ${path}: ${rule}: ${text}` };
      });
  });
}

/**
 * Parses a valid expression. Conditions are parsed once per text, since many zones have the same rules; only the phases of packets have
 * further fields.
 */
function parsed(expression: string, place: ExpressionPlace) {
  const isCondition = place.purpose === undefined || wantedValue(place.purpose) === undefined;
  const condition = isCondition ? conditionOf(expression) : undefined;
  if (condition !== undefined) return condition;
  const result = parseExpression(expression, place);
  return result.valid ? result.ast : undefined;
}
