import { z } from "zod";
import { containsUnknown, isUnknown, type Members } from "../../provider/api";
import type { Finding } from "../../provider/rulebook";
import type { ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { findingsOf } from "./findings-of";
import { hasNoKnownRules, isUnknownRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";

const Config = z.object({
  challenges: z
    .boolean()
    .default(true)
    .describe("Whether a rule that challenges every request violates the policy too. Default: true."),
});
type Config = z.infer<typeof Config>;

/** A rule must not block every request: the whole site would be down. */
export const forbidBlockEverything: EdgePolicy<Config> = {
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
  config: Config,
  scope: "resource",
  judge: (resources, { challenges }) =>
    rulesetsIn(resources).flatMap((ruleset) => judgeRuleset(ruleset, challenges)),
};

function judgeRuleset(ruleset: ReviewedRuleset, challenges: boolean): Verdict[] {
  if (hasNoKnownRules(ruleset)) return [unjudged(ruleset, "rules")];
  const isMeant = ({ id }: Finding) =>
    id === "blocks-everything" || (challenges && id === "challenges-everything");
  const certain = findingsOf(ruleset, ["hazard"]).filter(isMeant);
  const reported = new Set(certain.map(({ path }) => path));
  const possible = possibleHazards(ruleset).filter((one) => isMeant(one) && !reported.has(one.path));
  return [
    ...certain.map(({ path, message }) =>
      ruleset.isSecret(path)
        ? verdict(ruleset, path, "matches every request, which the rule stops all: narrow it")
        : verdict(ruleset, path, message),
    ),
    ...possible.map(({ path }) => unjudged(ruleset, path)),
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
