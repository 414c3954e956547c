import { UNKNOWN, isUnknown } from "../../provider/api";
import { findHazards } from "../../provider/rulesets/hazards/find-hazards";
import type { Hazard } from "../../provider/rulesets/hazards/hazard";
import type { PlannedStep } from "../documents/planned-change";
import type { Reviewed, ReviewedRuleset } from "../model/reviewed";
import type { HazardReview } from "./review";
import { subjectOf } from "./shown";

/** Returns the hazards of the rulesets of a stack after a change. Hazards that the change brings in come first. */
export function hazardsAfter(steps: readonly PlannedStep[]): HazardReview[] {
  const found = steps.flatMap(({ operation, before, after }): HazardReview[] => {
    if (after?.kind !== "ruleset") return [];
    const known = new Set(operation === "same" ? [] : hazardsOf(before).map(keyOf));
    return hazardsOf(after)
      .filter(({ path }) => !hides(after, path))
      .map((hazard) => ({
        ...subjectOf(after),
        id: hazard.id,
        path: hazard.path,
        message: hazard.message,
        isNew: operation !== "same" && !known.has(keyOf(hazard)),
      }));
  });
  return [...found.filter(({ isNew }) => isNew), ...found.filter(({ isNew }) => !isNew)];
}

function keyOf({ id, path }: Hazard): string {
  return `${id} ${path}`;
}

/** The message of a hazard quotes what it is about. */
function hides(ruleset: ReviewedRuleset, path: string): boolean {
  return ruleset.isSecret(path);
}

function hazardsOf(resource: Reviewed | undefined): Hazard[] {
  if (resource?.kind !== "ruleset") return [];
  const { phase, level, othersFollow, nameOf, rules, isOrdered } = resource;
  const known = phase === undefined || isUnknown(phase) ? undefined : phase;
  const context = { phase: known, kind: level, othersFollow, nameOf };
  const named = rules.map(({ path, wire }) => ({
    path,
    rule: Object.keys(wire).length === 0 ? UNKNOWN : wire,
  }));
  if (isOrdered) return findHazards(named, context);
  // Without their order, each rule is judged as one behind an unknown rule.
  return named.flatMap((rule) => findHazards([{ path: "", rule: UNKNOWN }, rule], context));
}
