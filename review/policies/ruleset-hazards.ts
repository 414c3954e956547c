import { UNKNOWN, isUnknown } from "../../provider/api";
import { findHazards } from "../../provider/rulesets/hazards/find-hazards";
import type { Hazard, HazardContext } from "../../provider/rulesets/hazards/hazard";
import type { ReviewedRuleset } from "../model/reviewed";
import { rulesetsIn } from "./judged-rules";

/* Several policies and the review ask for the hazards of a ruleset, so they are kept as long as the ruleset. */
const known = new WeakMap<ReviewedRuleset, readonly Hazard[]>();

/** Returns the hazards of a ruleset. Nothing is claimed about what is unknown. */
export function rulesetHazards(reviewed: ReviewedRuleset): readonly Hazard[] {
  return rulesetsIn([reviewed]).flatMap((ruleset) => {
    const found = known.get(ruleset) ?? hazardsOf(ruleset);
    known.set(ruleset, found);
    return found;
  });
}

/** Returns how hazards of a ruleset are judged. */
export function hazardContext({ phase, level, nameOf, othersFollow }: ReviewedRuleset): HazardContext {
  const isKnown = phase !== undefined && !isUnknown(phase);
  return { phase: isKnown ? phase : undefined, kind: level, nameOf, othersFollow };
}

function hazardsOf(ruleset: ReviewedRuleset): Hazard[] {
  const context = hazardContext(ruleset);
  const rules = ruleset.rules.map(({ path, wire }) => ({ path, rule: wire }));
  if (ruleset.isOrdered) return findHazards(rules, context);
  // Without their order, each rule is judged as one behind an unknown rule.
  return rules.flatMap((rule) => findHazards([{ path: "", rule: UNKNOWN }, rule], context));
}
