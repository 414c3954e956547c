import { isMembers, isUnknown, type Phase } from "../provider/api";
import type { ExpressionPlace, ExpressionPurpose } from "../provider/filter";
import { expressionsOf as expressionsOfRule } from "../provider/rulebook";
import { camelName } from "../provider/rulesets";
import type { CheckedResource } from "./checked-resource";

/** An expression in the arguments of a resource. */
export interface PlacedExpression {
  /** The path: `rules["admin"].expression`. */
  readonly path: string;
  /** The argument that contains the expression. If it is secret, the expression is secret. */
  readonly argument: string;
  readonly expression: string;
  readonly place: ExpressionPlace;
}

const OWASP_PHASE: Phase = "http_request_firewall_managed";

/** Returns all known expressions of a resource. */
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
      return namedRules(rules).flatMap(([name, rule]) =>
        isMembers(rule)
          ? expressionsOfRule(rule, camelName).flatMap(({ path, purpose, expression: text }) =>
              placed("rules", [name, ...path].join("."), text, phase, purpose),
            )
          : [],
      );
    default:
      return [];
  }
}

function placed(
  argument: string,
  path: string,
  expression: unknown,
  phase: unknown,
  purpose: ExpressionPurpose = "filter",
): PlacedExpression[] {
  if (typeof expression !== "string" || isUnknown(expression)) return [];
  const known = typeof phase === "string" && !isUnknown(phase) ? { phase } : {};
  return [{ path, argument, expression, place: { purpose, ...known } }];
}

/** Returns rules with their path. They are a map by ref or, if a preview does not know all refs, the list of the program. */
function namedRules(rules: unknown): [name: string, rule: unknown][] {
  if (Array.isArray(rules)) return rules.map((rule: unknown, index) => [`rules[${index}]`, rule]);
  if (!isMembers(rules)) return [];
  return Object.entries(rules).map(([ref, rule]) => [`rules[${JSON.stringify(ref)}]`, rule]);
}
