import { z } from "zod";
import { containsUnknown, isUnknown, type Members } from "../../provider/api";
import { FILTER_PLANS, FILTER_WARNING_RULES, type FilterWarningRule } from "../../provider/filter";
import { CONSTRAINTS, type Finding } from "../../provider/rulebook";
import { HAZARD_IDS } from "../../provider/rulebook/hazards/hazard";
import type { Reviewed, ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { findingsOf, unjudgedExpressions } from "./findings-of";
import { hasNoKnownRules, isUnknownRule, judgeEachRule, parametersOf, rulesetsIn } from "./judged-rules";
import { definePolicy, unjudged, verdict, type Verdict } from "./policy";

export const forbidInvalidExpressions = definePolicy({
  name: "forbid-invalid-expressions",
  displayName: "Every expression is valid",
  description:
    "Every expression must be valid, and read only what its phase has. Previews of this package check that themselves; with other providers, an update fails in the middle, after some rulesets have changed.",
  severity: "medium",
  enforcementLevel: "mandatory",
  tags: ["filter-expressions"],
  remediationSteps:
    "Correct the expression as the message says. `edge-platform filter check` checks it again.",
  unknownValues: "Unknown expressions are reported as not judged.",
  repeatsPreviews: true,
  judge: (resources) => resources.flatMap(judgeValidity),
});

function judgeValidity(resource: Reviewed): Verdict[] {
  if (resource.kind === "ruleset" && hasNoKnownRules(resource)) return [unjudged(resource, "rules")];
  const unknown = resource.kind === "ruleset" ? resource.rules.filter(isUnknownRule) : [];
  const { urn, label } = resource;
  return [
    ...unknown.map(({ path }) => unjudged(resource, path)),
    ...unjudgedExpressions(resource),
    ...findingsOf(resource, ["language", "limit"]).map(({ id, path, message }) => ({
      urn,
      id,
      path,
      message: `${label}: ${path}: ${message}`,
    })),
  ];
}

export const forbidBlockEverything = definePolicy({
  name: "forbid-block-everything",
  displayName: "No rule blocks everything",
  description:
    "A rule must not block or challenge every request, or every request from an IPv4 address: nobody could use the site.",
  severity: "critical",
  enforcementLevel: "mandatory",
  tags: ["waf", "rulesets"],
  remediationSteps:
    "Narrow the condition of the rule, or put a skip rule before it for the requests to allow.",
  unknownValues:
    "A rule is reported as not judged if it blocks everything with some value of what is unknown about it, or about the rules before it.",
  config: z.object({
    challenges: z
      .boolean()
      .default(true)
      .describe("Whether a rule that challenges every request violates the policy too. Default: true."),
  }),
  judge: (resources, { challenges }) =>
    rulesetsIn(resources).flatMap((ruleset) => judgeBlocking(ruleset, challenges)),
});

function judgeBlocking(ruleset: ReviewedRuleset, challenges: boolean): Verdict[] {
  if (hasNoKnownRules(ruleset)) return [unjudged(ruleset, "rules")];
  const isMeant = ({ id }: Finding) =>
    id === "blocks-everything" || (challenges && id === "challenges-everything");
  const possible = possibleHazards(ruleset).filter(isMeant);
  const secret = "matches every request, which the rule stops all: narrow it";
  return judgeHazards(ruleset, isMeant, possible, secret);
}

/** Reports the hazards that are meant, and what may be one as not judged. `secret` is the message about a secret expression. */
function judgeHazards(
  ruleset: ReviewedRuleset,
  isMeant: (hazard: Finding) => boolean,
  possible: readonly { readonly path: string }[],
  secret: string,
): Verdict[] {
  const certain = findingsOf(ruleset, ["hazard"]).filter(isMeant);
  const reported = new Set(certain.map(({ path }) => path));
  return [
    ...certain.map(({ path, message }) => verdict(ruleset, path, ruleset.isSecret(path) ? secret : message)),
    ...possible.filter(({ path }) => !reported.has(path)).map(({ path }) => unjudged(ruleset, path)),
  ];
}

/** Judges each rule as if unknown values were the worst ones. An unknown rule before it is then no skip. */
function possibleHazards(ruleset: ReviewedRuleset): Finding[] {
  if (!ruleset.rules.some((rule) => isUnknownRule(rule) || containsUnknown(rule.wire))) return [];
  const worst = ruleset.rules.map((rule) => ({ ...rule, wire: worstOf(rule) }));
  const hazardsOf = (rules: typeof worst) => findingsOf({ ...ruleset, rules, isOrdered: true }, ["hazard"]);
  return ruleset.isOrdered ? hazardsOf(worst) : worst.flatMap((rule) => hazardsOf([rule]));
}

function worstOf(rule: ReviewedRule): Members {
  const worst: Members = { action: "block", expression: "true", enabled: true };
  if (isUnknownRule(rule)) return worst;
  const { ratelimit, exposed_credential_check: check, ...wire } = rule.wire;
  const known = Object.entries(wire).map(
    ([name, value]) => [name, isUnknown(value) ? worst[name] : value] as const,
  );
  return {
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
    ...(ratelimit !== undefined && { ratelimit }),
    ...(check !== undefined && { exposed_credential_check: check }),
  };
}

/** The actions after which the rules behind see nothing of a matching request. */
const ENDING: readonly unknown[] = ["block", "redirect", "serve_error", "skip"];

export const forbidUnreachableRules = definePolicy({
  name: "forbid-unreachable-rules",
  displayName: "Every rule can be reached",
  description:
    "A rule must not be behind a rule that ends all of its requests: it looks like protection and never runs.",
  severity: "medium",
  enforcementLevel: "advisory",
  tags: ["waf", "rulesets"],
  remediationSteps: "Move the rule before the other one, narrow the other one, or remove the rule.",
  unknownValues:
    "A rule with an unknown condition, action or order is reported as not judged if it may hide other rules, or be hidden.",
  judge: (resources) => rulesetsIn(resources).flatMap(judgeReach),
});

function judgeReach(ruleset: ReviewedRuleset): Verdict[] {
  if (hasNoKnownRules(ruleset)) return [unjudged(ruleset, "rules")];
  const active = ruleset.rules.filter(({ wire }) => wire["enabled"] !== false);
  if (active.length < 2) return [];
  const secret = "is never reached: an earlier rule ends all of its requests";
  return judgeHazards(ruleset, ({ id }) => id === "never-reached", openRules(active, ruleset), secret);
}

/** Returns the rules that may hide a later rule, or be hidden by an earlier one, depending on what is unknown about them. */
function openRules(active: readonly ReviewedRule[], { isOrdered, phase }: ReviewedRuleset): ReviewedRule[] {
  const ending = active.map(mayEnd);
  if (!ending.includes(true)) return [];
  if (!isOrdered || isUnknown(phase)) return active.slice(0, 1);
  return active.filter((rule, index) => {
    if (!isOpen(rule)) return false;
    return (ending[index] === true && index < active.length - 1) || ending.slice(0, index).includes(true);
  });
}

function mayEnd(rule: ReviewedRule): boolean {
  const { action, ratelimit } = rule.wire;
  if (isUnknownRule(rule) || isUnknown(action)) return true;
  if (!ENDING.includes(action) || (ratelimit !== undefined && !isUnknown(ratelimit))) return false;
  const { ruleset, phase } = parametersOf(rule);
  const isCurrent = [ruleset, phase].some((value) => value === "current" || isUnknown(value));
  return action !== "skip" || isCurrent || isUnknown(rule.wire["action_parameters"]);
}

function isOpen(rule: ReviewedRule): boolean {
  const { action, action_parameters: parameters, expression, enabled } = rule.wire;
  if (isUnknownRule(rule)) return true;
  // Of the parameters, only those of a skip decide whether the rule ends a request.
  return containsUnknown([action, expression, enabled, action === "skip" ? parameters : undefined]);
}

/** Information that is no reason to stop a deployment, unless a configuration names it. */
const OF_STYLE: readonly FilterWarningRule[] = [
  "double-negation",
  "or-instead-of-in",
  "plain-regex",
  "total-regex",
  "unescaped-dot",
  "wildcard-crosses-slash",
];

/**
 * Filter expressions must have no lint warnings of the kinds in `warnings`. The policy is disabled by default, because warnings do
 * not stop a deployment; a configuration can set another level.
 */
export const noFilterWarnings = definePolicy({
  name: "no-filter-warnings",
  displayName: "Filter expressions without warnings",
  description: "Expressions of rules, OWASP deployments and validated filters must have no lint warnings.",
  severity: "medium",
  enforcementLevel: "disabled",
  tags: ["waf", "filter-expressions"],
  remediationSteps:
    "Change the expression as the warning suggests, or allow the warning by its id, with a reason.",
  unknownValues:
    "Unknown expressions are reported as not judged. Without a known phase, nothing is claimed about it.",
  config: z.object({
    warnings: z
      .array(z.enum(FILTER_WARNING_RULES))
      .default(FILTER_WARNING_RULES.filter((id) => !OF_STYLE.includes(id)))
      .describe(
        "The kinds of warnings that violate the policy. Default: all except information about how to write the same more simply.",
      ),
    plan: z
      .enum(["none", ...FILTER_PLANS])
      .default("none")
      .describe(
        "The plan of the zones. Features of that plan do not warn; with none, all plan warnings are reported. Default: none.",
      ),
  }),
  ids: FILTER_WARNING_RULES,
  repeatsPreviews: true,
  judge: (resources, { warnings, plan }) =>
    resources.flatMap((resource) => {
      const found = findingsOf(resource, ["lint"], plan === "none" ? undefined : plan);
      const chosen = found.filter(({ id }) => warnings.some((one) => one === id));
      return reportById(resource, chosen, () => "the expression");
    }),
});

/** Reports findings by their ids, and unknown expressions and rules as not judged. */
function reportById(
  resource: Reviewed,
  findings: readonly Finding[],
  secretOf: (path: string) => string,
): Verdict[] {
  const { urn, label, isSecret } = resource;
  return [
    ...findings.map(({ id, path, message }) => {
      const text = isSecret(path) ? `the message is hidden, because ${secretOf(path)} is secret` : message;
      return { urn, id, path, message: `${label}: ${path}: ${id}: ${text}` };
    }),
    ...unjudgedExpressions(resource),
    ...rulesetsIn([resource]).flatMap((ruleset) => judgeEachRule(ruleset, () => [])),
  ];
}

/**
 * Rules must have no hazards: they must not lock visitors out, open a zone, or do nothing. The policy is disabled by default, because
 * what looks dangerous can be meant; a configuration can set another level.
 */
export const noHazards = definePolicy({
  name: "no-hazards",
  displayName: "Rules without hazards",
  description: "Rules must not block or skip everything, be unreachable, or be without effect.",
  severity: "high",
  enforcementLevel: "disabled",
  tags: ["waf", "rulesets"],
  remediationSteps: "Change the rule as the message suggests, or allow the hazard by its id, with a reason.",
  unknownValues:
    "Unknown expressions and rules are reported as not judged, and nothing is claimed about the rules behind them.",
  ids: HAZARD_IDS,
  repeatsPreviews: true,
  judge: (resources) =>
    resources.flatMap((resource) =>
      reportById(resource, findingsOf(resource, ["hazard"]), (path) => /^\w*/.exec(path)?.[0] ?? ""),
    ),
});

/** Members that no constraint is about. */
const FREE: readonly string[] = ["ref", "description"];

export const refuseRuleBookViolations = definePolicy({
  name: "refuse-rule-book-violations",
  displayName: "The API accepts every rule",
  description:
    "No rule may break a constraint that the API is known to enforce. Previews of this package check that themselves; with other providers, an update fails in the middle, after some rulesets have changed.",
  severity: "medium",
  enforcementLevel: "mandatory",
  tags: ["rulesets"],
  remediationSteps:
    "Change the rule as the message says, or allow the constraint by its id, with a reason. docs/rule-book.md lists all constraints with their sources.",
  unknownValues: "A rule without a known violation and with unknown members is reported as not judged.",
  config: z.object({
    doubts: z
      .boolean()
      .default(false)
      .describe(
        "Whether what the API only probably refuses, or accepts without effect, violates the policy. Default: false.",
      ),
  }),
  ids: CONSTRAINTS.map(({ id }) => id),
  repeatsPreviews: true,
  judge: (resources, { doubts }) =>
    rulesetsIn(resources).flatMap((ruleset) => judgeConstraints(ruleset, doubts)),
});

function judgeConstraints(ruleset: ReviewedRuleset, doubts: boolean): Verdict[] {
  const { phase, rules } = ruleset;
  if (isUnknown(phase)) return [unjudged(ruleset, "phase")];
  if (phase === undefined) return [];
  const broken = findingsOf(ruleset, ["constraint", "ruleset"]).filter(
    ({ severity }) => doubts || severity === "error",
  );
  const told = (some: typeof broken) =>
    some.map(({ id, path, message }) => ({ ...verdict(ruleset, path, message), id }));
  const together = broken.filter(({ source }) => source === "ruleset");
  return [
    ...told(together.filter(({ rule }) => rule === undefined)),
    ...judgeEachRule(ruleset, (rule) => {
      const own = broken.filter((one) => one.source === "constraint" && one.rule === rules.indexOf(rule));
      const judged = Object.entries(rule.wire).filter(([name]) => !FREE.includes(name));
      return own.length === 0 && judged.some(([, value]) => containsUnknown(value))
        ? [unjudged(ruleset, rule.path)]
        : told(own);
    }),
    ...told(together.filter(({ rule }) => rule !== undefined)),
  ];
}
