import { z } from "zod";
import { isUnknown } from "../../provider/api";
import { parseRef } from "../../provider/marks";
import type { Reviewed, ReviewedRuleset } from "../model/reviewed";
import { verdict } from "./verdicts";
import { hasNoKnownRules, isOpenRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";

const Config = z.object({
  maximum: z.int().min(0).default(5).describe("The maximum number of rules that one update removes."),
  approved: z
    .int()
    .min(0)
    .default(0)
    .describe(
      "The number of removals that somebody has approved. An update that removes exactly this many rules passes, and no other one.",
    ),
});
type Config = z.infer<typeof Config>;

/** The rules that an update removes from the rulesets of one place and phase. */
export interface RemovedRules {
  /** The ruleset before the update, or the first one if several resources have rules there. */
  readonly ruleset: ReviewedRuleset;
  /** The refs of the removed rules; the path of a rule that has none. */
  readonly names: readonly string[];
  /** The number of further rules of which it is unknown whether they are removed. */
  readonly unknown: number;
}

/** An update must not remove many rules: such an update is more often a mistake, such as a list that came back empty, than a plan. */
export const limitRemovedRules: EdgePolicy<Config> = {
  name: "limit-removed-rules",
  displayName: "One update removes few rules",
  description:
    "One update must not remove more than a number of rules: such an update is more often a mistake, such as a list that came back empty, than a plan. Only a review judges this policy, because it needs the rules before and after the update.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["rulesets", "review"],
  remediationSteps:
    "Check that every rule is to be removed. Then set `approved` to exactly the number of removed rules for this update, or remove the rules in several updates.",
  unknownValues:
    "If unknown rules may be removed and would exceed the maximum, that is reported as not judged.",
  config: Config,
  scope: "stack",
  judge: () => [],
  judgeChange: (before, after, config) => judgeRemovals(removedRules(before, after), config),
};

/**
 * Returns the rules that an update removes. Rules are compared by ref within a place and phase, so a rule that moves to another
 * resource is not removed. Rules without a ref are compared by their number, because a changed one cannot be recognised.
 */
export function removedRules(before: readonly Reviewed[], after: readonly Reviewed[]): RemovedRules[] {
  const [old, next] = [byPlace(before), byPlace(after)];
  return [...old].flatMap(([place, rulesets]): RemovedRules[] => {
    const [ruleset] = rulesets;
    const left = next.get(place) ?? [];
    const [was, is] = [rulesets.flatMap(refsOf), left.flatMap(refsOf)];
    const kept = new Set(is.flatMap(({ ref }) => ref ?? []));
    const named = was.flatMap(({ ref }) => (ref === undefined || kept.has(ref) ? [] : [ref]));
    const nameless = was.filter(({ ref }) => ref === undefined).map(({ path }) => path);
    const stillNameless = is.filter(({ ref, isOpen }) => ref === undefined && !isOpen).length;
    const gone = [...named, ...nameless.slice(Math.min(stillNameless, nameless.length))];
    // An unknown rule may be any of the missing ones, and an unknown list may contain them all.
    const open = left.some(hasNoKnownRules) ? gone.length : is.filter(({ isOpen }) => isOpen).length;
    const names = gone.slice(Math.min(open, gone.length));
    return ruleset === undefined || gone.length === 0
      ? []
      : [{ ruleset, names, unknown: gone.length - names.length }];
  });
}

function judgeRemovals(removed: readonly RemovedRules[], { maximum, approved }: Config): Verdict[] {
  const certain = removed.reduce((sum, { names }) => sum + names.length, 0);
  const possible = removed.reduce((sum, { unknown }) => sum + unknown, certain);
  if (possible <= maximum || (possible === certain && certain === approved)) return [];
  const isUnjudged = certain <= maximum;
  const count = isUnjudged ? `may remove up to ${possible} rules` : `removes ${certain} rules`;
  return removed.map(({ ruleset, names, unknown }) => {
    const here = isUnjudged ? names.length + unknown : names.length;
    const shownNames = ruleset.isSecret("rules")
      ? ""
      : ` (${names
          .slice(0, 3)
          .map((name) => JSON.stringify(name))
          .join(", ")}${names.length > 3 ? ", …" : ""})`;
    const what = `the update ${count}, ${here} of them here${names.length > 0 ? shownNames : ""}; at most ${maximum} are allowed: if every one is to go, set \`approved\` to the number of removed rules`;
    return { ...verdict(ruleset, "rules", what), ...(isUnjudged && { isUnjudged }) };
  });
}

function byPlace(resources: readonly Reviewed[]): Map<string, ReviewedRuleset[]> {
  const places = new Map<string, ReviewedRuleset[]>();
  for (const ruleset of rulesetsIn(resources)) {
    const { place, phase, level, urn } = ruleset;
    const isKnown = level !== "custom" && !isUnknown(place.id) && phase !== undefined && !isUnknown(phase);
    const key = isKnown ? `${level} ${place.id ?? ""} ${phase}` : urn;
    places.set(key, [...(places.get(key) ?? []), ruleset]);
  }
  return places;
}

interface Named {
  readonly ref: string | undefined;
  readonly path: string;
  /** Whether the ref is unknown, so that the rule may be any rule. */
  readonly isOpen: boolean;
}

function refsOf({ rules }: ReviewedRuleset): Named[] {
  return rules.map((rule) => ({
    ref: rule.ref === undefined || isUnknown(rule.ref) ? undefined : parseRef(rule.ref).ref,
    path: rule.path,
    isOpen: isOpenRule(rule),
  }));
}
