import { z } from "zod";
import { found, isUnknown } from "../../provider/api";
import { managedRuleset, OWASP_RULESET } from "../../provider/rulebook/managed-rulesets";
import { paranoiaTag, PARANOIA_LEVELS } from "../../provider/rulebook/managed-rulesets";
import { verdict, unjudged } from "./verdicts";
import {
  managedDeployments,
  managedName,
  unknownDeployments,
  type DeploymentOverride,
  type ManagedDeployment,
} from "./managed-deployments";
import type { EdgePolicy, Verdict } from "./policy";

/** The level and the threshold of a deployment, which are no exceptions. */
const OWASP_SETTINGS: readonly unknown[] = [
  ...PARANOIA_LEVELS.map(paranoiaTag),
  managedRuleset(OWASP_RULESET)?.scoringRule,
];

const Config = z.object({
  maxListed: z.int().min(0).default(10).describe("The maximum number of overrides that a message lists."),
});
type Config = z.infer<typeof Config>;

/** Lists the overrides of managed rules, so that a reviewer sees the exceptions. */
export const listOverrides: EdgePolicy<Config> = {
  name: "list-overrides",
  displayName: "Overrides of managed rules are listed",
  description:
    "Every deployment with overrides of managed rules is listed: an exception that was right once stays until somebody looks at it.",
  severity: "low",
  enforcementLevel: "advisory",
  tags: ["waf", "owasp", "managed-rules", "review"],
  remediationSteps: "Check that each override is still needed, and remove those that are not.",
  unknownValues:
    "Unknown overrides are counted. Deployments that are unknown as a whole are reported as not judged.",
  config: Config,
  scope: "resource",
  judge: (resources, { maxListed }) =>
    resources.flatMap((resource) => [
      ...managedDeployments(resource).flatMap((deployment) => describe(deployment, maxListed)),
      ...unknownDeployments(resource).map((path) => unjudged(resource, path)),
    ]),
};

function describe({ resource, rule, rulesetId, overrides }: ManagedDeployment, maxListed: number): Verdict[] {
  const exceptions = overrides.filter(({ name }) => !OWASP_SETTINGS.includes(name));
  const [first, ...others] = exceptions;
  if (first === undefined) return [];
  if (others.length === 0 && isUnknown(first.name) && isUnknown(first.enabled))
    return [unjudged(resource, first.path)];
  const path = rule?.path ?? "rules";
  const listed = resource.isSecret(first.path) ? [] : exceptions.slice(0, maxListed);
  const left = exceptions.length - listed.length;
  const more = left > 0 ? [listed.length === 0 ? "none is shown" : `and ${left} more`] : [];
  const of = isUnknown(rulesetId) ? "a managed ruleset" : managedName(rulesetId);
  const count = exceptions.length === 1 ? "1 override" : `${exceptions.length} overrides`;
  const text = [...listed.map(textOf), ...more].join("; ");
  return [verdict(resource, path, `has ${count} of ${of} (${text}): check that each is still needed`)];
}

function textOf({ by, name, enabled, action, sensitivity, threshold }: DeploymentOverride): string {
  const changes = Object.entries({ enabled, action, sensitivity, threshold })
    .filter(([, value]) => value !== undefined)
    .map(([member, value]) => `${member} ${textOfValue(value)}`);
  const target = by === "ruleset" ? "all rules" : `${by} ${textOfValue(name)}`;
  return `${target}: ${changes.join(", ")}`;
}

function textOfValue(value: unknown): string {
  return isUnknown(value) ? "not known yet" : found(value);
}
