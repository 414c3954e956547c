import type { Place } from "../../filter";
import { challengeHazards } from "./challenges";
import { conditionHazards } from "./conditions";
import { everythingHazards } from "./everything";
import type { Reader } from "../constraint";
import type { Finding } from "../finding";
import { expressionPath, judgedRules, type NamedRule } from "./judged-rule";
import { lateSkipHazards } from "./late-skips";
import { overrideHazards } from "./overrides";
import { rateLimitHazards } from "./rate-limits";
import { reachHazards } from "./reach";
import { redirectHazards } from "./redirects";
import { rewriteHazards } from "./rewrites";

/**
 * Finds hazards in a list of rules in wire names: rules that lock visitors out, open a zone, or do nothing. Any part of a rule may be
 * unknown; nothing is claimed about such a part. Disabled rules are left out.
 */
export function findHazards(rules: readonly NamedRule[], context: Place & Reader): Finding[] {
  const judged = judgedRules(rules);
  const everything = everythingHazards(judged, context);
  const reported = new Set(everything.map(({ path }) => path));
  const conditions = judged.flatMap(({ condition, path, action }) =>
    condition === undefined ? [] : conditionHazards(condition, expressionPath(path), action),
  );
  return [
    ...everything,
    // The more severe hazard names the same cause.
    ...conditions.filter(({ id, path }) => id !== "condition-always" || !reported.has(path)),
    ...reachHazards(judged, context),
    ...challengeHazards(judged),
    ...lateSkipHazards(judged, context),
    ...overrideHazards(judged, context),
    ...rateLimitHazards(judged, context),
    ...redirectHazards(judged, context),
    ...rewriteHazards(judged, context),
  ];
}
