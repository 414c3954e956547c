import { z } from "zod";
import { containsUnknown, isUnknown } from "../../provider/api";
import type { ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { conditionOfRule, judgeActiveRules, parametersOf, pathInRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";
import { matchesByUserAgent, matchesEverything } from "./request-conditions";

const MANAGED = "http_request_firewall_managed";
/** The former name of the managed rules among the products that a rule can skip. */
const WAF = "waf";

/** A skip of managed rules must have a condition that an attacker cannot fulfil. */
export const forbidManagedSkips: EdgePolicy<Record<string, never>> = {
  name: "forbid-managed-skips",
  displayName: "Managed rules are not skipped by everybody",
  description:
    "A rule must not skip managed rules for every request, or for a user agent alone: each client chooses its user agent, so an attacker skips the rules too.",
  severity: "critical",
  enforcementLevel: "mandatory",
  tags: ["waf", "owasp", "managed-rules"],
  remediationSteps:
    "Limit the condition to what the client cannot choose, such as its address or a client certificate, or turn off the single managed rule that blocks good requests.",
  unknownValues: "A skip rule with an unknown condition or unknown parameters is reported as not judged.",
  config: z.object({}),
  scope: "resource",
  judge: (resources) =>
    rulesetsIn(resources).flatMap((ruleset) =>
      mayHaveSkips(ruleset) ? judgeActiveRules(ruleset, (rule) => judgeRule(ruleset, rule)) : [],
    ),
};

/** Only rules of these phases can skip: no other phase is asked about what is unknown. */
function mayHaveSkips({ phase }: ReviewedRuleset): boolean {
  return phase === undefined || isUnknown(phase) || /_firewall_(?:custom|managed)$/.test(phase);
}

function judgeRule(ruleset: ReviewedRuleset, rule: ReviewedRule): Verdict[] {
  const { action, expression } = rule.wire;
  if (action !== "skip" && !isUnknown(action)) return [];
  const skips = skipsManagedRules(ruleset, rule);
  const path = pathInRule(ruleset, rule, "expression");
  const condition = conditionOfRule(rule);
  // An invalid condition is reported elsewhere.
  if (skips === false || (condition === undefined && !isUnknown(expression))) return [];
  const why = condition && reasonOf(condition);
  if (condition !== undefined && why === undefined) return [];
  if (isUnknown(action)) return [unjudged(ruleset, pathInRule(ruleset, rule, "action"))];
  if (skips === undefined) return [unjudged(ruleset, pathInRule(ruleset, rule, "action_parameters"))];
  if (why === undefined) return [unjudged(ruleset, path)];
  return [
    verdict(
      ruleset,
      path,
      `${why}, so the rule skips managed rules for attackers too: narrow it by something that clients cannot choose, such as ip.src`,
    ),
  ];
}

function reasonOf(condition: NonNullable<ReturnType<typeof conditionOfRule>>): string | undefined {
  if (matchesEverything(condition)) return "matches every request";
  return matchesByUserAgent(condition)
    ? "matches by the user agent alone, which each client chooses"
    : undefined;
}

/** Whether a skip rule skips managed rules; undefined if that depends on an unknown value. */
function skipsManagedRules({ phase }: ReviewedRuleset, rule: ReviewedRule): boolean | undefined {
  const { phases, products, ruleset, phase: ownPhase, rulesets, rules } = parametersOf(rule);
  const lists = [phases, products].map((list): readonly unknown[] => (Array.isArray(list) ? list : []));
  if (lists.some((list) => list.includes(MANAGED) || list.includes(WAF))) return true;
  const isOwn = [ruleset, ownPhase, rulesets, rules].some((member) => member !== undefined);
  if (isOwn && phase === MANAGED) return true;
  const { action, action_parameters: parameters } = rule.wire;
  return containsUnknown([parameters, phases, products]) || isUnknown(action) || (isOwn && isUnknown(phase))
    ? undefined
    : false;
}
