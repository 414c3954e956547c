import { isMembers, isUnknown } from "../provider/api/plain";
import type { ResourceKind } from "../provider/properties";
import type { Properties } from "../provider/lifecycle";
import { othersFollow } from "../provider/rulesets/hazards/hazard";
import type { NamedRule } from "../provider/rulesets/hazards/judged-rule";
import { expressionWarnings, ruleWarnings } from "../provider/rulesets/hazards/rule-warnings";
import { RULESET_KINDS } from "../provider/rulesets/rules/ruleset-kind";
import { expiryWarning } from "../provider/tokens";

/**
 * Returns the warnings that the classes of the dynamic provider print in the program: about rules, expressions and the end of tokens.
 * Secret arguments are unknown.
 */
export function warningsOf(kind: ResourceKind, args: Properties, now: Date): readonly string[] {
  const { expression } = args;
  switch (kind) {
    case "AccountEntrypointRuleset":
    case "Ruleset":
    case "ZoneEntrypointRuleset":
      return warningsOfRules(kind, args);
    case "OwaspConfig":
      return expressionWarnings(expression, "expression", "http_request_firewall_managed");
    case "ValidatedFilter":
      return expressionWarnings(expression, "expression", textOf(args["phase"]));
    case "ApiToken":
      return [expiryWarning(args, now) ?? []].flat();
    case "GatewayEndpoint":
      return [];
  }
}

/** Names rules as errors do: by their refs, or by their place if the ref is not known. */
export function namedRules(rules: unknown): NamedRule[] {
  return (Array.isArray(rules) ? rules : []).map((rule: unknown, index) => {
    const ref = isMembers(rule) ? textOf(rule["ref"]) : undefined;
    return { path: `rules[${ref === undefined ? index : JSON.stringify(ref)}]`, rule };
  });
}

function warningsOfRules(
  kind: keyof typeof RULESET_KINDS,
  { rules, phase, position }: Properties,
): readonly string[] {
  return ruleWarnings(namedRules(rules), {
    phase: textOf(phase),
    kind: RULESET_KINDS[kind],
    othersFollow: othersFollow(position),
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}
