import { z } from "zod";
import { isUnknown } from "../../provider/api";
import { verdict, unjudged } from "./verdicts";
import { judgeEachRule, pathInRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy } from "./policy";

/** Every rule must have a description: its author leaves, and the rule stays. */
export const requireRuleDescriptions: EdgePolicy<Record<string, never>> = {
  name: "require-rule-descriptions",
  displayName: "Every rule has a description",
  description:
    "Every rule must say in its description what it is for: its author leaves, and nobody dares to remove a rule without a reason.",
  severity: "low",
  enforcementLevel: "advisory",
  tags: ["rulesets", "review"],
  remediationSteps: "Add a description with the reason for the rule.",
  unknownValues: "Unknown descriptions are reported as not judged.",
  config: z.object({}),
  scope: "resource",
  judge: (resources) =>
    rulesetsIn(resources).flatMap((ruleset) =>
      judgeEachRule(ruleset, (rule) => {
        const { description } = rule.wire;
        const path = pathInRule(ruleset, rule, "description");
        if (isUnknown(description)) return [unjudged(ruleset, path)];
        if (typeof description === "string" && description.trim() !== "") return [];
        return [verdict(ruleset, path, "is missing: say what the rule is for")];
      }),
    ),
};
