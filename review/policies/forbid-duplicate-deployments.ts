import { z } from "zod";
import { isUnknown } from "../../provider/api";
import type { Reviewed } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { managedDeployments, managedName, type ManagedDeployment } from "./managed-deployments";
import type { EdgePolicy, Verdict } from "./policy";
import { zoneOf } from "./zones-in-use";

/** A zone must execute each managed ruleset once, whichever resources deploy it. */
export const forbidDuplicateDeployments: EdgePolicy<Record<string, never>> = {
  name: "forbid-duplicate-deployments",
  displayName: "Each managed ruleset is deployed once per zone",
  description:
    "A zone must execute each managed ruleset once, over all resources: the API refuses a second execution, and two resources would overwrite each other's overrides.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["waf", "owasp", "managed-rules"],
  remediationSteps: "Join the overrides of both deployments in one resource, and remove the other one.",
  unknownValues:
    "Two deployments are reported as not judged if their zones or their rulesets may be the same.",
  config: z.object({}),
  scope: "stack",
  judge: (resources) => {
    const deployments = resources.filter(isInSomeZone).flatMap(managedDeployments);
    return deployments.flatMap((deployment, index) =>
      judgeDeployment(deployment, deployments.slice(0, index)),
    );
  },
};

function isInSomeZone(resource: Reviewed): boolean {
  // A custom ruleset executes nothing by itself.
  return zoneOf(resource) !== undefined && !(resource.kind === "ruleset" && resource.level === "custom");
}

function judgeDeployment(deployment: ManagedDeployment, earlier: readonly ManagedDeployment[]): Verdict[] {
  const { resource, rule, rulesetId } = deployment;
  // What is live and what a program declares are the same deployment.
  const rivals = earlier.filter(
    (other) => (other.resource.origin === "live") === (resource.origin === "live"),
  );
  const certain = rivals.find((other) => isSame(other, deployment) === true);
  const path = rule?.path ?? "";
  if (certain !== undefined && !isUnknown(rulesetId)) {
    const other = [certain.resource.label, ...(certain.rule ? [certain.rule.path] : [])].join(": ");
    const what = `deploys ${managedName(rulesetId)} again in the zone, as ${other} does: keep one of the two`;
    return [verdict(resource, path, what)];
  }
  const isOpen = rivals.some((other) => isSame(other, deployment) === undefined);
  return isOpen ? [unjudged(resource, path === "" ? resource.nameOf("zone_id") : path)] : [];
}

function isSame(one: ManagedDeployment, other: ManagedDeployment): boolean | undefined {
  const pairs = [
    [one.rulesetId, other.rulesetId],
    // Rules of one ruleset are in one zone, also if its id is not known.
    one.resource === other.resource ? ["", ""] : [zoneOf(one.resource), zoneOf(other.resource)],
  ] as const;
  if (pairs.some(([a, b]) => a !== b && !isUnknown(a) && !isUnknown(b))) return false;
  return pairs.some(([a, b]) => isUnknown(a) || isUnknown(b)) ? undefined : true;
}
