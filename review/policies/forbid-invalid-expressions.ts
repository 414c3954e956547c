import { z } from "zod";
import type { Reviewed } from "../model/reviewed";
import { unjudged } from "./verdicts";
import { findingsOf, unjudgedExpressions } from "./findings-of";
import { hasNoKnownRules, isUnknownRule } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";

/** Every expression must be valid where it stands. Previews of this package check that; other providers find out during the update. */
export const forbidInvalidExpressions: EdgePolicy<Record<string, never>> = {
  name: "forbid-invalid-expressions",
  displayName: "Every expression is valid",
  description:
    "Every expression must be valid, and read only what its phase has. Previews of this package check that themselves; with other providers, an update fails in the middle, after some rulesets have changed.",
  severity: "medium",
  enforcementLevel: "mandatory",
  tags: ["filter-expressions"],
  remediationSteps:
    "Correct the expression as the message says. `edge-platform filter check` checks it again.",
  unknownValues: "Unknown expressions are reported as not judged.",
  config: z.object({}),
  scope: "resource",
  judge: (resources) => resources.flatMap(judgeResource),
};

function judgeResource(resource: Reviewed): Verdict[] {
  if (resource.kind === "ruleset" && hasNoKnownRules(resource)) return [unjudged(resource, "rules")];
  const unknown = resource.kind === "ruleset" ? resource.rules.filter(isUnknownRule) : [];
  const { urn, label } = resource;
  return [
    ...unknown.map(({ path }) => unjudged(resource, path)),
    ...unjudgedExpressions(resource),
    ...findingsOf(resource, ["language", "limit"]).map(({ path, message }) => ({
      ...{ urn, path, message: `${label}: ${path}: ${message}` },
    })),
  ];
}
