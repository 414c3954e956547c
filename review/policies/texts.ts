import { z } from "zod";
import { isUnknown } from "../../provider/api";
import { parseRef } from "../../provider/marks";
import type { Reviewed, ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { hasNoKnownRules, isUnknownRule, judgeEachRule, pathInRule, rulesetsIn } from "./judged-rules";
import { definePolicy, shown, unjudged, verdict, type Verdict } from "./policy";

/** Regular expressions of JavaScript can take exponential time, so patterns and texts are short. */
const MAX_PATTERN = 200;
const MAX_TEXT = 500;

/** The schema of a setting that is a regular expression of JavaScript. */
export const Form = z
  .string()
  .max(MAX_PATTERN)
  .refine(isPattern, "must be a regular expression of JavaScript");

/** Whether a text contains a match of a form. A text of more than 500 characters has no form. */
export function hasForm(text: string, form: string): boolean {
  return text.length <= MAX_TEXT && new RegExp(form, "u").test(text);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

export const requireRefForm = definePolicy({
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
  config: z.object({
    form: Form.default("^[a-z0-9]+(?:-[a-z0-9]+)*$").describe(
      "A regular expression of JavaScript that each ref must match, of at most 200 characters. Default: lower-case words joined by hyphens.",
    ),
  }),
  judge: (resources, { form }) =>
    rulesetsIn(resources).flatMap((ruleset) =>
      hasNoKnownRules(ruleset)
        ? [unjudged(ruleset, "rules")]
        : ruleset.rules.flatMap((rule) => judgeRef(ruleset, rule, form)),
    ),
});

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

export const requireRuleDescriptions = definePolicy({
  name: "require-rule-descriptions",
  displayName: "Every rule has a description",
  description:
    "Every rule must say in its description what it is for: its author leaves, and nobody dares to remove a rule without a reason.",
  severity: "low",
  enforcementLevel: "advisory",
  tags: ["rulesets", "review"],
  remediationSteps: "Add a description with the reason for the rule.",
  unknownValues: "Unknown descriptions are reported as not judged.",
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
});

const PATH = "allowTokenMaking";

export const requireTokenMakingReview = definePolicy({
  name: "require-token-making-review",
  displayName: "Exceptions for tokens that create tokens are reviewed",
  description:
    "A reason in allowTokenMaking must have the configured form, such as the name of a reviewer: the reason turns off the checks of a token that can give away all access.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["tokens", "review"],
  remediationSteps:
    "Let somebody review the token, and add the review to the reason in the configured form; or limit the token and remove allowTokenMaking.",
  unknownValues: "An unknown reason is reported as not judged.",
  config: z.object({
    form: Form.default("[Rr]eviewed by \\S+").describe(
      "A regular expression of JavaScript that the reason must match, of at most 200 characters. The reason has at most 500 characters.",
    ),
  }),
  judge: (resources, { form }) => resources.flatMap((resource) => judgeReason(resource, form)),
});

function judgeReason(resource: Reviewed, form: string): Verdict[] {
  const reason = resource.kind === "token" ? resource.tokenMakingReason : undefined;
  if (reason === undefined) return [];
  if (isUnknown(reason)) return [unjudged(resource, PATH)];
  if (hasForm(reason, form)) return [];
  const found = shown(resource, PATH, reason);
  return [
    verdict(
      resource,
      PATH,
      `must contain a reviewer's reason that matches /${form}/, found ${found}: add the review`,
    ),
  ];
}
