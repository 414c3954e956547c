import type { ResourceValidationPolicy } from "@pulumi/policy";
import type { Members } from "../provider/api";
import {
  FILTER_PLANS,
  FILTER_WARNING_RULES,
  lintFilter,
  type FilterPlan,
  type FilterWarningRule,
} from "../provider/filter";
import { parseExpression } from "../provider/rulebook";
import { isSecret, label, parseResource, type CheckedResource } from "./checked-resource";
import { expressionsOf } from "./filter-expressions";

/** The configuration of the policy. */
interface Choice {
  readonly warnings: readonly FilterWarningRule[];
  readonly plan: FilterPlan | undefined;
}

/**
 * Filter expressions must have no lint warnings of the kinds in `warnings` (default: all). With `plan`, features of that plan do not
 * warn. The policy is disabled by default, because warnings do not stop a deployment; a configuration can set another level.
 */
export const noFilterWarnings: ResourceValidationPolicy = {
  name: "no-filter-warnings",
  displayName: "Filter expressions without warnings",
  description: "Expressions of rules, OWASP deployments and validated filters must have no lint warnings.",
  severity: "medium",
  enforcementLevel: "disabled",
  tags: ["waf", "filter-expressions"],
  remediationSteps:
    "Change the expression as the warning suggests, or remove the kind of warning from `warnings` in the configuration of this policy.",
  configSchema: {
    properties: {
      warnings: {
        type: "array",
        items: { type: "string", enum: [...FILTER_WARNING_RULES] },
        default: [...FILTER_WARNING_RULES],
        description: "The kinds of warnings that violate the policy. Default: all.",
      },
      plan: {
        type: "string",
        enum: [...FILTER_PLANS],
        description:
          "The plan of the zones. Features of that plan do not warn; without a plan, all plan warnings are reported.",
      },
    },
  },
  validateResource: (args, reportViolation) => {
    const resource = parseResource(args);
    if (resource === undefined) return;
    for (const message of checkExpressions(resource, parseConfig(args.getConfig()))) reportViolation(message);
  },
};

/** Returns the warnings of the valid expressions. The resource itself rejects invalid ones. */
function checkExpressions(resource: CheckedResource, { warnings, plan }: Choice): string[] {
  return expressionsOf(resource).flatMap(({ path, argument, expression, place }) => {
    const parsed = parseExpression(expression, place);
    if (!parsed.valid) return [];
    const options = { ...place, ...(plan !== undefined && { plan }) };
    return lintFilter(parsed.ast, expression, options)
      .filter(({ rule }) => warnings.includes(rule))
      .map(({ rule, message }) => {
        const text = isSecret(resource, argument)
          ? "the message is hidden, because the expression is secret"
          : message;
        return `${label(resource)}: ${path}: ${rule}: ${text}`;
      });
  });
}

/** Parses the configuration. The engine has validated it; without one, it passes an empty object. */
function parseConfig({ warnings, plan }: Members): Choice {
  return {
    warnings: Array.isArray(warnings)
      ? FILTER_WARNING_RULES.filter((rule) => warnings.includes(rule))
      : FILTER_WARNING_RULES,
    plan: FILTER_PLANS.find((known) => known === plan),
  };
}
