import type { Members } from "../api";
import type { ResourceKind } from "../properties";
import { othersFollow } from "../rulebook/hazards/hazard";
import { RULESET_KINDS } from "../rulesets/rules/ownership";
import { expiryWarning } from "../tokens/rotation/check-lifetime";
import { OWASP_PHASE, namedRules, textOf } from "./declare-parts";
import { type Finding, judgeRules, PROGRAM, WIRE, withoutRepeats } from "../rulebook";

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
      return expressionWarnings(expression, OWASP_PHASE, "execute");
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
  const place = { phase: textOf(phase), kind: RULESET_KINDS[kind], othersFollow: othersFollow(position) };
  const judged = { rules: namedRules(rules), form: PROGRAM, place };
  const found = judgeRules(judged, "lint", "hazard", "constraint");
  // Checks report the errors.
  return warningsIn(found.filter(({ severity }) => severity === "warning"));
}

function expressionWarnings(
  expression: unknown,
  phase: string | undefined,
  action?: "execute",
): readonly string[] {
  const rules = [{ path: "", rule: { expression, action } }];
  return warningsIn(judgeRules({ rules, form: WIRE, place: { phase } }, "lint", "hazard"));
}

function warningsIn(findings: readonly Finding[]): string[] {
  const shown = findings.filter(({ severity }) => severity !== "information");
  return withoutRepeats(shown).map(
    ({ source, path, message }) => `${path}${source === "constraint" ? "" : ":"} ${message}`,
  );
}
