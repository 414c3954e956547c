import { z } from "zod";
import { isUnknown } from "../../provider/api";
import type { Reviewed } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import type { EdgePolicy, Verdict } from "./policy";
import { zoneOf } from "./zones-in-use";

const Config = z.object({
  zones: z
    .array(z.string().regex(/^[0-9a-f]{32}$/))
    .default([])
    .describe("The ids of the protected zones. Default: none, and then the policy judges nothing."),
});
type Config = z.infer<typeof Config>;

/** Nothing in a protected zone is deleted: each of its resources has `protect`, and a review refuses deletions. */
export const protectZones: EdgePolicy<Config> = {
  name: "protect-zones",
  displayName: "Protected zones refuse deletion",
  description:
    "Every resource in a protected zone must have the option protect, and no update may delete one: a deletion leaves the zone without its rules. A review also refuses an update that deletes such a resource.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["rulesets", "owasp"],
  remediationSteps:
    "Set the option protect: true (in Terraform: prevent_destroy). To delete a resource after all, remove its zone from `zones` for this update.",
  unknownValues:
    "A resource without protect in an unknown zone is reported as not judged, and so is one whose document does not say whether it is protected.",
  config: Config,
  scope: "resource",
  judge: (resources, { zones }) => resources.flatMap((resource) => judgeProtection(resource, zones)),
  judgeChange: (before, after, { zones }) => {
    const left = new Map(after.map((resource) => [resource.urn, zoneOf(resource)]));
    return before
      .filter((resource) => {
        const [zone, later] = [zoneOf(resource), left.get(resource.urn)];
        // In a zone that only the update will know, the protection is judged then.
        return (
          zones.some((one) => one === zone) && zone !== later && (later === undefined || !isUnknown(later))
        );
      })
      .map((resource) =>
        verdict(
          resource,
          "",
          "is in a protected zone, so no update may delete it: keep it, or remove the zone from `zones`",
        ),
      );
  },
};

function judgeProtection(resource: Reviewed, zones: readonly string[]): Verdict[] {
  const zone = zoneOf(resource);
  const { origin, isProtected } = resource;
  // What is live belongs to no program that could protect it.
  if (zones.length === 0 || zone === undefined || origin === "live" || isProtected === true) return [];
  if (isUnknown(zone)) return [unjudged(resource, resource.nameOf("zone_id"))];
  if (!zones.includes(zone)) return [];
  const option = origin === "terraform" ? "prevent_destroy" : "protect";
  if (isProtected === undefined) return [unjudged(resource, option)];
  return [verdict(resource, option, "must be true, because the zone is protected, found false: set it")];
}
