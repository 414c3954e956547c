import type { ResourceValidationPolicy } from "@pulumi/policy";
import type { Members } from "../provider/api";
import {
  FILTER_PLANS,
  FILTER_WARNING_RULES,
  lintFilter,
  parseFilter,
  type FilterPlan,
  type FilterWarningRule,
} from "../provider/filter";
import { isSecret, label, parseResource, type CheckedResource } from "./checked-resource";
import { expressionsOf } from "./filter-expressions";

/** Which doubts count. */
interface Choice {
  readonly warnings: readonly FilterWarningRule[];
  readonly plan: FilterPlan | undefined;
}

/**
 * No filter expression has a warning of the kinds in `warnings` (default: all). With `plan`, what that plan has is no doubt.
 * Disabled until a configuration gives it another level: the warnings themselves stop nothing.
 */
export const noFilterWarnings: ResourceValidationPolicy = {
  name: "no-filter-warnings",
  displayName: "Filter expressions without doubts",
  description: "Filter expressions of rules, OWASP deployments and validated filters have no warnings.",
  severity: "medium",
  enforcementLevel: "disabled",
  tags: ["waf", "filter-expressions"],
  remediationSteps:
    "Change the expression as the warning says, or take that kind of warning out of `warnings` of this policy.",
  configSchema: {
    properties: {
      warnings: {
        type: "array",
        items: { type: "string", enum: [...FILTER_WARNING_RULES] },
        default: [...FILTER_WARNING_RULES],
        description: "Kinds of warnings that violate the policy.",
      },
      plan: {
        type: "string",
        enum: [...FILTER_PLANS],
        description: "Plan of the zones: what it has is no doubt.",
      },
    },
  },
  validateResource: (args, reportViolation) => {
    const resource = parseResource(args);
    if (resource === undefined) return;
    for (const message of checkExpressions(resource, parseConfig(args.getConfig()))) reportViolation(message);
  },
};

/** What is not valid is refused by the resource itself. */
function checkExpressions(resource: CheckedResource, { warnings, plan }: Choice): string[] {
  return expressionsOf(resource).flatMap(({ path, argument, expression, phase }) => {
    const parsed = parseFilter(expression);
    if (!parsed.valid) return [];
    const options = { ...(phase !== undefined && { phase }), ...(plan !== undefined && { plan }) };
    return lintFilter(parsed.ast, expression, options)
      .filter(({ rule }) => warnings.includes(rule))
      .map(({ rule, message }) => {
        const told = isSecret(resource, argument) ? "the warning quotes a secret expression" : message;
        return `${label(resource)}: ${path}: ${rule}: ${told}`;
      });
  });
}

/** The engine has checked the configuration against the schema; without any it hands over an empty object. */
function parseConfig({ warnings, plan }: Members): Choice {
  return {
    warnings: Array.isArray(warnings)
      ? FILTER_WARNING_RULES.filter((rule) => warnings.includes(rule))
      : FILTER_WARNING_RULES,
    plan: FILTER_PLANS.find((known) => known === plan),
  };
}
