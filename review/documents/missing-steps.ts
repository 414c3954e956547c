import type { EngineStep } from "./engine-steps";
import type { StepCounts } from "./planned-change";

/** The operations whose steps a preview always shows, and counts in its summary. It shows `same` only with `--show-sames`. */
const SHOWN: readonly string[] = ["create", "update", "replace", "delete", "import"];
const REFRESH = "refresh";

/**
 * Returns how many steps the engine has counted beyond those in the document, by operation; undefined if the document has all. Steps of
 * replacements, such as `delete-replaced`, are never counted.
 */
export function missingSteps(steps: readonly EngineStep[], counts: StepCounts): StepCounts | undefined {
  const missing: Record<string, number> = {};
  let unexplained = refreshedOnly(steps);
  for (const operation of SHOWN) {
    const found = steps.filter(({ op }) => op === operation).length;
    const lacking = Math.max(0, (counts[operation] ?? 0) - found);
    const explained = Math.min(lacking, unexplained);
    unexplained -= explained;
    if (lacking > explained) missing[operation] = lacking - explained;
  }
  return Object.keys(missing).length > 0 ? missing : undefined;
}

/** Counts the resources that are only refreshed: the preview of a `refresh` counts them by what changes, and may show `refresh`. */
function refreshedOnly(steps: readonly EngineStep[]): number {
  const others = new Set(steps.filter(({ op }) => op !== REFRESH).map(({ urn }) => urn));
  return steps.filter(({ op, urn }) => op === REFRESH && !others.has(urn)).length;
}
