import { z } from "zod";
import { isUnknown } from "../../provider/api";
import type { Reviewed } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import type { EdgePolicy, Verdict } from "./policy";

/** An exclusive ruleset must take over what others made only with an approval, because it removes their rules. */
export const requireTakeoverApproval: EdgePolicy = {
  name: "require-takeover-approval",
  displayName: "Exclusive take-overs are approved",
  description:
    "A ruleset with exclusive ownership and takeOver must be approved: the configuration allows the resource, with a reason: it removes the rules of all other owners there.",
  severity: "critical",
  enforcementLevel: "mandatory",
  tags: ["rulesets", "ownership", "review"],
  remediationSteps:
    "Set ownership to shared, or let somebody review which rules go, and allow the resource with their approval as the reason. Remove takeOver after the update.",
  unknownValues:
    "An unknown ownership with takeOver is reported as not judged. An unknown takeOver is taken to be true.",
  config: z.object({}),
  scope: "resource",
  judge: (resources) => resources.flatMap(judgeTakeOver),
};

function judgeTakeOver(resource: Reviewed): Verdict[] {
  if (resource.kind !== "ruleset" || !resource.takesOver || resource.ownership === "shared") return [];
  if (isUnknown(resource.ownership)) return [unjudged(resource, resource.nameOf("ownership"))];
  const name = JSON.stringify(resource.name);
  const what = `removes the rules of other owners, because ownership is exclusive: set ownership: "shared", or allow the resource ${name}, with its approval as the reason`;
  return [verdict(resource, resource.nameOf("take_over"), what)];
}
