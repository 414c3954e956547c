import { z } from "zod";
import { HAZARD_IDS } from "../../provider/rulebook/hazards/hazard";
import type { Reviewed } from "../model/reviewed";
import { findingsOf, unjudgedExpressions } from "./findings-of";
import { judgeEachRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";

const Config = z.object({
  allow: z
    .array(z.enum(HAZARD_IDS))
    .default([])
    .describe("The hazards that do not violate the policy. Default: none."),
});
type Config = z.infer<typeof Config>;

/**
 * Rules must have no hazards except those in `allow`: they must not lock visitors out, open a zone, or do nothing. The policy is
 * disabled by default, because what looks dangerous can be meant; a configuration can set another level.
 */
export const noHazards: EdgePolicy<Config> = {
  name: "no-hazards",
  displayName: "Rules without hazards",
  description: "Rules must not block or skip everything, be unreachable, or be without effect.",
  severity: "high",
  enforcementLevel: "disabled",
  tags: ["waf", "rulesets"],
  remediationSteps:
    "Change the rule as the message suggests, or add the hazard to `allow` in the configuration of this policy.",
  unknownValues:
    "Unknown expressions and rules are reported as not judged, and nothing is claimed about the rules behind them.",
  config: Config,
  scope: "resource",
  judge: (resources, config) =>
    resources.flatMap((resource) => [
      ...judgeHazards(resource, config),
      ...unjudgedExpressions(resource),
      ...rulesetsIn([resource]).flatMap((ruleset) => judgeEachRule(ruleset, () => [])),
    ]),
};

function judgeHazards(resource: Reviewed, { allow }: Config): Verdict[] {
  const { urn, label } = resource;
  return findingsOf(resource, ["hazard"])
    .filter(({ id }) => !allow.some((one) => one === id))
    .map(({ id, path, message }) => {
      const [argument = ""] = /^\w*/.exec(path) ?? [];
      const text = resource.isSecret(path) ? `the message is hidden, because ${argument} is secret` : message;
      return { urn, id, path, message: `${label}: ${path}: ${id}: ${text}` };
    });
}
