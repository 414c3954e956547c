import { z } from "zod";
import { containsUnknown, isUnknown } from "../../provider/api";
import { paranoiaTag, PARANOIA_LEVELS } from "../../provider/rulebook/managed-rulesets";
import { verdict, shown, unjudged } from "./verdicts";
import {
  managedDeployments,
  managedName,
  unknownDeployments,
  type DeploymentOverride,
  type ManagedDeployment,
} from "./managed-deployments";
import type { EdgePolicy, Verdict } from "./policy";

/** The policy `require-owasp-level` judges the paranoia levels. */
const LEVELS: readonly unknown[] = PARANOIA_LEVELS.map(paranoiaTag);

const Config = z.object({
  allow: z
    .array(z.string().min(1))
    .default([])
    .describe("The tags that a deployment may turn off, such as wordpress. Default: none."),
});
type Config = z.infer<typeof Config>;

/** An override must not turn off all managed rules with a tag, because that also turns off the rules of the future. */
export const forbidDisabledTags: EdgePolicy<Config> = {
  name: "forbid-disabled-tags",
  displayName: "No tag of managed rules is turned off",
  description:
    "An override must not turn off a whole ruleset, or all managed rules with a tag: it also turns off every rule that the vendor adds against a new attack.",
  severity: "medium",
  enforcementLevel: "advisory",
  tags: ["waf", "owasp", "managed-rules"],
  remediationSteps:
    "Turn off the single rules that block good requests, by their ids. If the zone does not use what the tag protects, add the tag to `allow`.",
  unknownValues: "Unknown overrides are reported as not judged.",
  config: Config,
  scope: "resource",
  judge: (resources, { allow }) =>
    resources.flatMap((resource) => [
      ...managedDeployments(resource).flatMap((deployment) =>
        deployment.enabled === false
          ? []
          : deployment.overrides.flatMap((override) => judgeOverride(deployment, override, allow)),
      ),
      ...unknownDeployments(resource).map((path) => unjudged(resource, path)),
    ]),
};

function judgeOverride(
  { resource, rulesetId }: ManagedDeployment,
  { path, by, name, enabled, sensitivity }: DeploymentOverride,
  allow: readonly string[],
): Verdict[] {
  const isExempt =
    LEVELS.includes(name) || (typeof name === "string" && !isUnknown(name) && allow.includes(name));
  if (by === "rule" || isExempt) return [];
  // DDoS rules cannot be disabled; this is their lowest sensitivity.
  const isOff = enabled === false || sensitivity === "eoff";
  if (!isOff) return containsUnknown([enabled, sensitivity]) ? [unjudged(resource, path)] : [];
  if (isUnknown(name)) return [unjudged(resource, path)];
  const of = isUnknown(rulesetId) ? "a managed ruleset" : managedName(rulesetId);
  const what =
    by === "ruleset"
      ? `turns off ${of}, except what other overrides turn on`
      : `turns off all rules of ${of} with the tag ${shown(resource, path, name)}`;
  const cure = by === "ruleset" ? "" : ", or add the tag to `allow`";
  return [verdict(resource, path, `${what}: turn off single rules instead${cure}`)];
}
