import { z } from "zod";
import { isUnknown } from "../../provider/api";
import { OWASP_RULESET } from "../../provider/rulebook/managed-rulesets";
import { verdict, shown, unjudged } from "./verdicts";
import { managedDeployments, unknownDeployments, type ManagedDeployment } from "./managed-deployments";
import { owaspStrength, type Placed } from "./owasp-strength";
import type { EdgePolicy, Verdict } from "./policy";

const Config = z.object({
  minimumLevel: z.int().min(1).max(4).default(2).describe("The minimum paranoia level."),
  maximumThreshold: z
    .int()
    .min(1)
    .default(40)
    .describe("The maximum score threshold: 60 is low, 40 medium and 25 high sensitivity."),
});
type Config = z.infer<typeof Config>;

/** Wherever the OWASP ruleset is deployed, it must be strict enough, whether an `OwaspConfig` or a rule deploys it. */
export const requireOwaspLevel: EdgePolicy<Config> = {
  name: "require-owasp-level",
  displayName: "OWASP is strict enough",
  description:
    "Every deployment of the OWASP ruleset must run at least a paranoia level, and act at a score that attacks reach: a weak deployment looks like protection and is none.",
  severity: "high",
  enforcementLevel: "advisory",
  tags: ["waf", "owasp"],
  remediationSteps:
    'Raise the paranoia level and lower the score threshold. Try the new values with the action "log" first, and look for good requests in the log.',
  unknownValues: "Unknown levels, thresholds and overrides are reported as not judged.",
  config: Config,
  scope: "resource",
  judge: (resources, config) =>
    resources.flatMap((resource) => [
      ...managedDeployments(resource).flatMap((deployment) => judgeDeployment(deployment, config)),
      ...unknownDeployments(resource).map((path) => unjudged(resource, path)),
    ]),
};

function judgeDeployment(deployment: ManagedDeployment, config: Config): Verdict[] {
  const { resource, rule, rulesetId, enabled } = deployment;
  if (enabled === false) return [];
  if (isUnknown(rulesetId)) return [unjudged(resource, rule?.path ?? "")];
  if (rulesetId !== OWASP_RULESET) return [];
  const { minimumLevel: least, maximumThreshold: most } = config;
  const { level, threshold } = owaspStrength(deployment, least);
  const found = [
    ...judge(
      deployment,
      level,
      (value) => value >= least,
      `the paranoia level must be at least ${least}`,
      "raise",
    ),
    ...judge(
      deployment,
      threshold,
      (value) => value <= most,
      `the score threshold must be at most ${most}`,
      "lower",
    ),
  ];
  if (found.length === 0 || !isUnknown(enabled)) {
    // Level and threshold of a rule have the same path, so both may be the same unknown value.
    return found.filter(({ message }, index) => found.findIndex((one) => one.message === message) === index);
  }
  return [unjudged(resource, rule === undefined ? "enabled" : `${rule.path}.enabled`)];
}

function judge(
  { resource }: ManagedDeployment,
  { path, value }: Placed<number>,
  isStrict: (value: number) => boolean,
  requirement: string,
  cure: string,
): Verdict[] {
  if (isUnknown(value)) return [unjudged(resource, path)];
  if (value !== undefined && isStrict(value)) return [];
  return [verdict(resource, path, `${requirement}, found ${shown(resource, path, value)}: ${cure} it`)];
}
