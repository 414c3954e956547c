import { z } from "zod";
import { containsUnknown, isUnknown } from "../../provider/api";
import { CONSTRAINTS } from "../../provider/rulebook";
import type { ReviewedRuleset } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { findingsOf } from "./findings-of";
import { judgeEachRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";

/** Members that no constraint is about. */
const FREE: readonly string[] = ["ref", "description"];

const Config = z.object({
  doubts: z
    .boolean()
    .default(false)
    .describe(
      "Whether what the API only probably refuses, or accepts without effect, violates the policy. Default: false.",
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
    "Change the rule as the message says, or allow the constraint by its id, with a reason. docs/rule-book.md lists all constraints with their sources.",
  unknownValues: "A rule without a known violation and with unknown members is reported as not judged.",
  config: Config,
  ids: CONSTRAINTS.map(({ id }) => id),
  scope: "resource",
  judge: (resources, config) => rulesetsIn(resources).flatMap((ruleset) => judgeRuleset(ruleset, config)),
};

function judgeRuleset(ruleset: ReviewedRuleset, { doubts }: Config): Verdict[] {
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
