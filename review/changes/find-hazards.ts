import type { Finding } from "../../provider/rulebook";
import type { PlannedStep } from "../documents/planned-change";
import type { ReviewedRuleset } from "../model/reviewed";
import { findingsOf } from "../policies/findings-of";
import { laterPaths, withLaterPaths } from "./match-rules";
import type { HazardReview } from "./review";
import { subjectOf } from "./shown";

/** Returns the hazards of the rulesets of a stack after a change. Hazards that the change brings in come first. */
export function hazardsAfter(steps: readonly PlannedStep[]): HazardReview[] {
  const found = steps.flatMap(({ operation, before, after }): HazardReview[] => {
    if (after?.kind !== "ruleset") return [];
    // The message of a hazard quotes what it is about.
    const hazards = findingsOf(after, ["hazard"]).filter(({ path }) => !after.isSecret(path));
    if (hazards.length === 0) return [];
    const isChanged = operation !== "same";
    const known = new Set(isChanged && before?.kind === "ruleset" ? keysBefore(before, after) : []);
    return hazards.map((hazard) => ({
      ...subjectOf(after),
      id: hazard.id,
      path: hazard.path,
      message: hazard.message,
      isNew: isChanged && !known.has(keyOf(hazard)),
    }));
  });
  return [...found.filter(({ isNew }) => isNew), ...found.filter(({ isNew }) => !isNew)];
}

function keysBefore(before: ReviewedRuleset, after: ReviewedRuleset): string[] {
  const paths = laterPaths(before.rules, after.rules);
  return findingsOf(before, ["hazard"]).map(({ id, path }) =>
    keyOf({ id, path: withLaterPaths(path, paths) }),
  );
}

function keyOf({ id, path }: Pick<Finding, "id" | "path">): string {
  return `${id} ${path}`;
}
