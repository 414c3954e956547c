import type { Members } from "../api";
import type { ResourceKind } from "../properties";
import { othersFollow } from "../rulebook/hazards/hazard";
import { expressionWarnings, ruleWarnings } from "../rulesets/hazards/rule-warnings";
import { RULESET_KINDS } from "../rulesets/rules/ruleset-kind";
import { expiryWarning } from "../tokens/rotation/check-lifetime";
import { OWASP_PHASE } from "./declare-parts";
import { namedRules, textOf } from "./named-rules";

/**
 * Returns the warnings about a resource alone: lint warnings of its expressions, hazards of its rules, constraints of the API that are
 * only inferred, and the end of a token.
 *
 * @param args the arguments with an unknown value in place of each that is not known, or secret. Nothing is said about these
 */
export function warningsOf(kind: ResourceKind, args: Members, now: Date): readonly string[] {
  const { expression } = args;
  switch (kind) {
    case "AccountEntrypointRuleset":
    case "Ruleset":
    case "ZoneEntrypointRuleset":
      return warningsOfRules(kind, args);
    case "OwaspConfig":
      return expressionWarnings(expression, OWASP_PHASE);
    case "ValidatedFilter":
      return expressionWarnings(expression, textOf(args["phase"]));
    case "ApiToken":
      return [expiryWarning(args, now) ?? []].flat();
    case "GatewayEndpoint":
    case "List":
      return [];
  }
}

function warningsOfRules(
  kind: keyof typeof RULESET_KINDS,
  { rules, phase, position }: Members,
): readonly string[] {
  return ruleWarnings(namedRules(rules), {
    phase: textOf(phase),
    kind: RULESET_KINDS[kind],
    othersFollow: othersFollow(position),
  });
}
