import { isMembers, isUnknown, type Phase } from "../provider/api";
import type { CheckedResource } from "./checked-resource";

/** A filter expression in the arguments of a resource. */
export interface PlacedExpression {
  /** `rules["admin"].expression` */
  readonly path: string;
  /** The argument that holds it, by which it is secret or not. */
  readonly argument: string;
  readonly expression: string;
  /** Where it runs, if that is known; of a counting expression undefined, since it may look at responses too. */
  readonly phase: string | undefined;
}

const OWASP_PHASE: Phase = "http_request_firewall_managed";

/** Every filter expression of a resource that is known already. */
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

/** Rules by ref, as `check` passes them on; as the list of the program where a preview does not know all of it. */
function namedRules(rules: unknown): [name: string, rule: unknown][] {
  if (Array.isArray(rules)) return rules.map((rule: unknown, index) => [`rules[${index}]`, rule]);
  if (!isMembers(rules)) return [];
  return Object.entries(rules).map(([ref, rule]) => [`rules[${JSON.stringify(ref)}]`, rule]);
}
