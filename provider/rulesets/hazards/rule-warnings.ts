import type { Place } from "../../filter";
import { type Finding, judgeRules, PROGRAM, WIRE, withoutRepeats } from "../../rulebook";
import { asRule } from "../../rulebook/judge-rules";
import type { NamedRule } from "../../rulebook/hazards/judged-rule";

/**
 * Returns the warnings about the rules of a program, with `UNKNOWN` for their unknown and secret parts: of their expressions, of
 * their hazards, and of what the API probably refuses. Checks report the errors.
 */
export function ruleWarnings(rules: readonly NamedRule[], place: Place): readonly string[] {
  const found = judgeRules({ rules, form: PROGRAM, place }, "lint", "hazard", "constraint");
  return warningsIn(found.filter(({ severity }) => severity === "warning"));
}

/** Returns the warnings about a single expression. */
export function expressionWarnings(expression: unknown, phase: string | undefined): readonly string[] {
  return warningsIn(
    judgeRules({ rules: asRule(expression), form: WIRE, place: { phase } }, "lint", "hazard"),
  );
}

function warningsIn(findings: readonly Finding[]): string[] {
  return withoutRepeats(findings).map(
    ({ source, path, message }) => `${path}${source === "constraint" ? "" : ":"} ${message}`,
  );
}
