import { isMembers, isUnknown, type Phase } from "../provider/api";
import type { CheckedResource } from "./checked-resource";

/** A filter expression in the arguments of a resource. */
export interface PlacedExpression {
  /** The path: `rules["admin"].expression`. */
  readonly path: string;
  /** The argument that contains the expression. If it is secret, the expression is secret. */
  readonly argument: string;
  readonly expression: string;
  /** The phase, if it is known. Undefined for a counting expression, which can also use response fields. */
  readonly phase: string | undefined;
}

const OWASP_PHASE: Phase = "http_request_firewall_managed";

/** Returns all known filter expressions of a resource. */
export function expressionsOf({ kind, properties }: CheckedResource): PlacedExpression[] {
  const { expression, phase, rules } = properties;
  switch (kind) {
    case "ValidatedFilter":
      return placed("expression", "expression", expression, phase);
    case "OwaspConfig":
      return placed("expression", "expression", expression, OWASP_PHASE);
    case "AccountEntrypointRuleset":
    case "Ruleset":
    case "ZoneEntrypointRuleset":
      return namedRules(rules).flatMap(([name, rule]) => {
        const { expression: matching, ratelimit } = isMembers(rule) ? rule : {};
        const counting = isMembers(ratelimit) ? ratelimit["countingExpression"] : undefined;
        return [
          ...placed("rules", `${name}.expression`, matching, phase),
          ...placed("rules", `${name}.ratelimit.countingExpression`, counting, undefined),
        ];
      });
    default:
      return [];
  }
}

function placed(argument: string, path: string, expression: unknown, phase: unknown): PlacedExpression[] {
  if (typeof expression !== "string" || isUnknown(expression)) return [];
  const known = typeof phase === "string" && !isUnknown(phase) ? phase : undefined;
  return [{ path, argument, expression, phase: known }];
}

/** Returns rules with their path. They are a map by ref or, if a preview does not know all refs, the list of the program. */
function namedRules(rules: unknown): [name: string, rule: unknown][] {
  if (Array.isArray(rules)) return rules.map((rule: unknown, index) => [`rules[${index}]`, rule]);
  if (!isMembers(rules)) return [];
  return Object.entries(rules).map(([ref, rule]) => [`rules[${JSON.stringify(ref)}]`, rule]);
}
