import { z } from "zod";
import { isUnknown } from "../../provider/api";
import { GENERAL_RULESET } from "../../provider/rulebook/managed-rulesets";
import type { Reviewed } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { managedDeployments, managedName, unknownDeployments } from "./managed-deployments";
import type { EdgePolicy, Verdict } from "./policy";
import { both, isInZone, zonesInUse, zoneText, type ZoneInUse } from "./zones-in-use";

const Config = z.object({
  rulesets: z
    .array(z.string().regex(/^[0-9a-f]{32}$/))
    .default([GENERAL_RULESET])
    .describe(
      "The ids of the managed rulesets that every zone must execute. Default: the vendor's general managed ruleset.",
    ),
});
type Config = z.infer<typeof Config>;

/** Every zone that a stack uses must execute the required managed rulesets. */
export const requireManagedRuleset: EdgePolicy<Config> = {
  name: "require-managed-ruleset",
  displayName: "Every zone executes the managed rulesets",
  description:
    "Every zone in which a stack has rules must execute the required managed rulesets: they protect against attacks that no rule of the program knows.",
  severity: "high",
  enforcementLevel: "disabled",
  tags: ["waf", "managed-rules"],
  remediationSteps:
    "Add a rule with the action execute and the id of the managed ruleset to the entry point of http_request_firewall_managed, or allow the zone if another stack or the account executes it.",
  unknownValues:
    "A zone is reported as not judged if a deployment with unknown values may execute the ruleset there.",
  config: Config,
  scope: "stack",
  judge: (resources, { rulesets }) =>
    rulesets.flatMap((id) => {
      const executing = new Map(resources.map((resource) => [resource, executes(resource, id)]));
      return zonesInUse(resources).flatMap((zone) => judgeZone(zone, id, executing));
    }),
};

function judgeZone(
  zone: ZoneInUse,
  id: string,
  executing: ReadonlyMap<Reviewed, boolean | undefined>,
): Verdict[] {
  const answers = new Set(
    [...executing].map(([resource, executed]) => both(executed, isInZone(resource, zone))),
  );
  if (answers.has(true)) return [];
  const { resource } = zone;
  const path = resource.nameOf("zone_id");
  if (answers.has(undefined)) return [unjudged(resource, path)];
  const what = `${zoneText(zone)} does not execute ${managedName(id)} (${id}): add a rule that executes it`;
  return [verdict(resource, path, what)];
}

/** Whether a resource executes a managed ruleset; undefined if that depends on an unknown value. */
function executes(resource: Reviewed, id: string): boolean | undefined {
  const deployments = managedDeployments(resource).filter(({ enabled }) => enabled !== false);
  const same = deployments.filter(({ rulesetId }) => rulesetId === id);
  if (same.some(({ enabled }) => !isUnknown(enabled))) return true;
  const mayBe = same.length > 0 || deployments.some(({ rulesetId }) => isUnknown(rulesetId));
  return mayBe || unknownDeployments(resource).length > 0 ? undefined : false;
}
