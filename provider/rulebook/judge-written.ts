import { isMembers, pathTo } from "../api";
import type { Place } from "../filter";
import type { Finding } from "./finding";
import { judgeRules, withoutRepeats } from "./judge-rules";
import { PROGRAM, WIRE, type Form } from "./naming";

/**
 * Judges rules in wire names or in the camelCase names of a program. Returns errors, then warnings, then information, each in the order of the rules;
 * findings about the ruleset come first.
 */
export function judgeWritten(rules: readonly unknown[], place: Place): Finding[] {
  const named = rules.map((rule, index) => ({ path: pathTo("rules", index), rule }));
  const written = { rules: named, form: formOf(rules), place, eachError: true };
  const sources = ["shape", "constraint", "language", "limit", "lint", "ruleset", "hazard"] as const;
  const findings = withoutRepeats(judgeRules(written, ...sources));
  const byRule = findings.sort((a, b) => (a.rule ?? -1) - (b.rule ?? -1));
  return (["error", "warning", "information"] as const).flatMap((one) =>
    byRule.filter(({ severity }) => severity === one),
  );
}

/** Returns the form of rules: that of a program if a member or a rate limit has a camelCase name, and none has a wire name. */
function formOf(rules: readonly unknown[]): Form {
  const names = rules
    .filter(isMembers)
    .flatMap((rule) => [rule, rule["ratelimit"]])
    .flatMap((value) => (isMembers(value) ? Object.keys(value) : []));
  return names.some((name) => /[A-Z]/.test(name)) && !names.some((name) => name.includes("_"))
    ? PROGRAM
    : WIRE;
}
