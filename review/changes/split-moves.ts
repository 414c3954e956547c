import { isUnknown } from "../../provider/api";
import type { PlannedStep } from "../documents/planned-change";
import type { MaybeUnknown, Reviewed } from "../model/reviewed";

/**
 * Returns steps in which a replacement by a resource in another zone, account or phase is a deletion and a creation: what the resource
 * did in the old place ends for good.
 */
export function splitMoves(steps: readonly PlannedStep[]): PlannedStep[] {
  return steps.flatMap((step): PlannedStep[] => {
    const { operation, before, after } = step;
    if (operation !== "replace" || !before || !after || !movesAway(before, after)) return [step];
    return [
      { operation: "delete", before },
      { operation: "create", after },
    ];
  });
}

function movesAway(before: Reviewed, after: Reviewed): boolean {
  if (before.kind === "ruleset" && after.kind === "ruleset")
    return differs(before.place.id, after.place.id) || differs(before.phase, after.phase);
  return before.kind === "owasp" && after.kind === "owasp" && differs(before.place.id, after.place.id);
}

/** A place that only the update will know may be the same one. */
function differs(before: MaybeUnknown<string> | undefined, after: MaybeUnknown<string> | undefined): boolean {
  return before !== after && !isUnknown(before) && !isUnknown(after);
}
