import { z } from "zod";
import { containsUnknown, isUnknown } from "../../provider/api";
import {
  checkRule,
  checkRulesetPlace,
  checkTogether,
  CONSTRAINTS,
  isRefused,
  type RuleContext,
  type Violation,
} from "../../provider/rulebook";
import type { ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { finding, unjudged } from "./findings";
import { judgeRules, pathInRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Finding } from "./policy";

/** Members that no constraint is about. */
const FREE: readonly string[] = ["ref", "description"];

const Config = z.object({
  doubts: z
    .boolean()
    .default(false)
    .describe(
      "Whether what the API only probably refuses, or accepts without effect, violates the policy. Default: false.",
    ),
  allow: z
    .array(z.enum(CONSTRAINTS.map(({ id }) => id)))
    .default([])
    .describe(
      "The ids of the constraints, as docs/rule-book.md lists them, that rules may break. Default: none.",
    ),
});
type Config = z.infer<typeof Config>;

/** The API must accept every rule. Previews of this package check that; other providers find out during the update. */
export const refuseRuleBookViolations: EdgePolicy<Config> = {
  name: "refuse-rule-book-violations",
  displayName: "The API accepts every rule",
  description:
    "No rule may break a constraint that the API is known to enforce. Previews of this package check that themselves; with other providers, an update fails in the middle, after some rulesets have changed.",
  severity: "medium",
  enforcementLevel: "mandatory",
  tags: ["rulesets"],
  remediationSteps:
    "Change the rule as the message says. docs/rule-book.md lists all constraints with their sources.",
  unknownValues: "A rule without a known violation and with unknown members is reported as not judged.",
  config: Config,
  scope: "resource",
  judge: (resources, config) => rulesetsIn(resources).flatMap((ruleset) => judgeRuleset(ruleset, config)),
};

function judgeRuleset(ruleset: ReviewedRuleset, { doubts, allow }: Config): Finding[] {
  const { phase, level: kind, place, nameOf } = ruleset;
  if (isUnknown(phase)) return [unjudged(ruleset, "phase")];
  if (phase === undefined) return [];
  const context: RuleContext = {
    phase,
    kind,
    level: place.level === "zone" ? "zone" : "account",
    nameOf,
    secret: ruleset.isSecret("rules"),
  };
  const matters = ({ constraint }: Violation) =>
    (doubts || isRefused(constraint)) && !allow.includes(constraint.id);
  const misplaced = checkRulesetPlace(context).filter(matters);
  const together = checkTogether(
    ruleset.rules.map(({ wire }) => wire),
    context,
  ).filter(matters);
  return [
    ...misplaced.map(({ message }) => finding(ruleset, "phase", message)),
    ...judgeRules(ruleset, (rule) => judgeRule(ruleset, rule, context, matters)),
    ...together.flatMap(({ path: [index, ...steps], message }) => {
      const rule = ruleset.rules[Number(index)];
      return rule === undefined ? [] : [finding(ruleset, pathInRule(ruleset, rule, ...steps), message)];
    }),
  ];
}

function judgeRule(
  ruleset: ReviewedRuleset,
  rule: ReviewedRule,
  context: RuleContext,
  matters: (violation: Violation) => boolean,
): Finding[] {
  const secret = ruleset.isSecret(rule.path);
  const found = checkRule(rule.wire, { ...context, secret })
    .filter(matters)
    .map(({ path, message }) => finding(ruleset, pathInRule(ruleset, rule, ...path), message));
  const judged = Object.entries(rule.wire).filter(([name]) => !FREE.includes(name));
  return found.length === 0 && judged.some(([, value]) => containsUnknown(value))
    ? [unjudged(ruleset, rule.path)]
    : found;
}
