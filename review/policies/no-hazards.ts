import { z } from "zod";
import { HAZARD_IDS } from "../../provider/rulebook/hazards/hazard";
import type { Reviewed } from "../model/reviewed";
import { findingsOf, unjudgedExpressions } from "./findings-of";
import { judgeEachRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";

/**
 * Rules must have no hazards: they must not lock visitors out, open a zone, or do nothing. The policy is disabled by default, because
 * what looks dangerous can be meant; a configuration can set another level.
 */
export const noHazards: EdgePolicy = {
  name: "no-hazards",
  displayName: "Rules without hazards",
  description: "Rules must not block or skip everything, be unreachable, or be without effect.",
  severity: "high",
  enforcementLevel: "disabled",
  tags: ["waf", "rulesets"],
  remediationSteps: "Change the rule as the message suggests, or allow the hazard by its id, with a reason.",
  unknownValues:
    "Unknown expressions and rules are reported as not judged, and nothing is claimed about the rules behind them.",
  config: z.object({}),
  ids: HAZARD_IDS,
  scope: "resource",
  judge: (resources) =>
    resources.flatMap((resource) => [
      ...judgeHazards(resource),
      ...unjudgedExpressions(resource),
      ...rulesetsIn([resource]).flatMap((ruleset) => judgeEachRule(ruleset, () => [])),
    ]),
};

function judgeHazards(resource: Reviewed): Verdict[] {
  const { urn, label } = resource;
  return findingsOf(resource, ["hazard"]).map(({ id, path, message }) => {
    const [argument = ""] = /^\w*/.exec(path) ?? [];
    const text = resource.isSecret(path) ? `the message is hidden, because ${argument} is secret` : message;
    return { urn, id, path, message: `${label}: ${path}: ${id}: ${text}` };
  });
}
