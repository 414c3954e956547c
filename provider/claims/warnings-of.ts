import type { Members } from "../api";
import { doubtsOfItems } from "../lists";
import type { ResourceKind } from "../properties";
import { othersFollow } from "../rulebook/hazards/hazard";
import { isRulesetKind, RULESET_KINDS, ZONE_CUSTOM_PHASE } from "../rulesets/rules/ownership";
import { expiryWarning } from "../tokens/rotation/check-lifetime";
import { OWASP_PHASE, namedRules, textOf } from "./declare-parts";
import {
  activeAllowances,
  type Finding,
  judgeRules,
  messageWithId,
  problemsOf,
  PROGRAM,
  WIRE,
  withoutRepeats,
  type WrittenRules,
} from "../rulebook";

/**
 * Returns the warnings about a resource alone, each about rules with the id of its finding: lint warnings of its expressions, hazards of its rules, constraints of the API that are
 * only inferred, the end of a token, and items of a list that may not be what they look like.
 *
 * @param language what the settings say about the language of filters
 * @param args the arguments with an unknown value in place of each that is not known, or secret. Nothing is said about these
 */
export function warningsOf(
  kind: ResourceKind,
  args: Members,
  now: Date,
  language?: WrittenRules["place"]["language"],
): readonly string[] {
  const { expression } = args;
  switch (kind) {
    case "AccountEntrypointRuleset":
    case "Ruleset":
    case "ZoneCustomRuleset":
    case "ZoneEntrypointRuleset":
      return warningsOfRules(kind, args, language);
    case "OwaspConfig":
      return expressionWarnings(args, { expression, action: "execute" }, { phase: OWASP_PHASE, language });
    case "ValidatedFilter":
      return expressionWarnings(args, { expression }, { phase: textOf(args["phase"]), language });
    case "ApiToken":
      return [expiryWarning(args, now) ?? []].flat();
    case "List":
      return doubtsOfItems(args["items"]).map(({ path, message }) => `${path}: ${message}`);
    case "GatewayEndpoint":
      return [];
  }
}

/** Returns the errors in the expressions of a resource, and in what its plan and its phase allow, with code frames. */
export function expressionErrorsOf(
  kind: ResourceKind,
  args: Members,
  language?: WrittenRules["place"]["language"],
): readonly string[] {
  const { expression, rules, phase } = args;
  const isRuleset = isRulesetKind(kind);
  if (!isRuleset && expression === undefined) return [];
  // A filter may be meant for several phases: what the named one lacks is a warning.
  const place = { language, ...(isRuleset && { phase: phaseOf(kind, phase), ...RULESET_KINDS[kind] }) };
  const written = isRuleset
    ? { rules: namedRules(rules), form: PROGRAM }
    : { rules: [{ path: "", rule: { expression } }], form: WIRE };
  const judged = { ...written, place, allowances: activeAllowances(args["allowances"]) };
  return problemsOf(judgeRules(judged, "constraint", "language", "limit")).map(
    ({ path, message }) => `${path === "" ? "expression" : path}: ${message}`,
  );
}

function warningsOfRules(
  kind: keyof typeof RULESET_KINDS,
  { rules, phase, position, allowances }: Members,
  language: WrittenRules["place"]["language"],
): readonly string[] {
  const place = {
    phase: phaseOf(kind, phase),
    ...RULESET_KINDS[kind],
    othersFollow: othersFollow(position),
    language,
  };
  const judged = {
    rules: namedRules(rules),
    form: PROGRAM,
    place,
    allowances: activeAllowances(allowances),
  };
  const found = judgeRules(judged, "lint", "hazard", "constraint");
  // Checks report the errors, and the names that neither this release nor the API knows.
  return warningsIn(found.filter(({ id, severity }) => severity === "warning" && id !== "unknown-name"));
}

/** Returns the phase of a resource with rules, as far as it is known. */
function phaseOf(kind: keyof typeof RULESET_KINDS, phase: unknown): string | undefined {
  return textOf(kind === "ZoneCustomRuleset" ? (phase ?? ZONE_CUSTOM_PHASE) : phase);
}

function expressionWarnings(
  { allowances }: Members,
  rule: Members,
  place: WrittenRules["place"],
): readonly string[] {
  const written = {
    rules: [{ path: "", rule }],
    form: WIRE,
    place,
    allowances: activeAllowances(allowances),
  };
  return warningsIn(judgeRules(written, "lint", "hazard"));
}

function warningsIn(findings: readonly Finding[]): string[] {
  const shown = findings.filter(({ severity }) => severity !== "information");
  return withoutRepeats(shown).map(
    (finding) => `${finding.path}${finding.source === "constraint" ? "" : ":"} ${messageWithId(finding)}`,
  );
}
