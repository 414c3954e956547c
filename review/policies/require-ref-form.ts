import { z } from "zod";
import { isUnknown } from "../../provider/api";
import { parseRef } from "../../provider/marks";
import type { ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { verdict, shown, unjudged } from "./verdicts";
import { hasNoKnownRules, isUnknownRule, pathInRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";
import { Form, hasForm } from "./text-forms";

const Config = z.object({
  form: Form.default("^[a-z0-9]+(?:-[a-z0-9]+)*$").describe(
    "A regular expression of JavaScript that each ref must match, of at most 200 characters. Default: lower-case words joined by hyphens.",
  ),
});
type Config = z.infer<typeof Config>;

/** Every rule must have a `ref` in a given form, by which reviews, logs and other stacks name it. */
export const requireRefForm: EdgePolicy<Config> = {
  name: "require-ref-form",
  displayName: "Refs have a given form",
  description:
    "Every rule must have a ref in a given form: reviews, logs and other stacks name a rule by its ref, and a rule without one gets another with each change.",
  severity: "low",
  enforcementLevel: "advisory",
  tags: ["rulesets"],
  remediationSteps:
    "Give the rule a ref in the form. A changed ref replaces the rule, so change it when the rule may start to count anew.",
  unknownValues: "Unknown refs are reported as not judged.",
  config: Config,
  scope: "resource",
  judge: (resources, { form }) =>
    rulesetsIn(resources).flatMap((ruleset) =>
      hasNoKnownRules(ruleset)
        ? [unjudged(ruleset, "rules")]
        : ruleset.rules.flatMap((rule) => judgeRef(ruleset, rule, form)),
    ),
};

function judgeRef(ruleset: ReviewedRuleset, rule: ReviewedRule, form: string): Verdict[] {
  const { ref } = rule;
  const path = pathInRule(ruleset, rule, "ref");
  if (ref === undefined && isUnknownRule(rule)) return [unjudged(ruleset, rule.path)];
  if (ref === undefined) return [verdict(ruleset, path, `is missing: add one that matches /${form}/`)];
  if (isUnknown(ref)) return [unjudged(ruleset, path)];
  // Only the ref that a program declares has the form; the mark of its owner follows it in what is live.
  if (hasForm(parseRef(ref).ref, form)) return [];
  return [verdict(ruleset, path, `must match /${form}/, found ${shown(ruleset, path, ref)}`)];
}
