import { z } from "zod";
import { isUnknown } from "../../provider/api";
import type { Reviewed } from "../model/reviewed";
import { finding, unjudged } from "./findings";
import type { EdgePolicy, Finding } from "./policy";

const Config = z.object({
  approvals: z
    .record(z.string(), z.string().regex(/\p{Letter}/u, "must be an approval in words"))
    .default({})
    .describe(
      'The approvals, by the name of the resource: { "waf": "CHG-17: the old rules are to go, reviewed by Ada" }.',
    ),
});
type Config = z.infer<typeof Config>;

/** An exclusive ruleset must take over what others made only with an approval, because it removes their rules. */
export const requireTakeoverApproval: EdgePolicy<Config> = {
  name: "require-takeover-approval",
  displayName: "Exclusive take-overs are approved",
  description:
    "A ruleset with exclusive ownership and takeOver must have an approval in the configuration: it removes the rules of all other owners there.",
  severity: "critical",
  enforcementLevel: "mandatory",
  tags: ["rulesets", "ownership", "review"],
  remediationSteps:
    "Set ownership to shared, or let somebody review which rules go, and add the approval under the name of the resource to `approvals`. Remove takeOver after the update.",
  unknownValues:
    "An unknown ownership with takeOver is reported as not judged. An unknown takeOver is taken to be true.",
  config: Config,
  scope: "resource",
  judge: (resources, { approvals }) => resources.flatMap((resource) => judgeTakeOver(resource, approvals)),
};

function judgeTakeOver(resource: Reviewed, approvals: Config["approvals"]): Finding[] {
  if (resource.kind !== "ruleset" || !resource.takesOver || resource.ownership === "shared") return [];
  if (Object.hasOwn(approvals, resource.name)) return [];
  if (isUnknown(resource.ownership)) return [unjudged(resource, resource.nameOf("ownership"))];
  const name = JSON.stringify(resource.name);
  const what = `removes the rules of other owners, because ownership is exclusive: set ownership: "shared", or add an approval for ${name} to \`approvals\``;
  return [finding(resource, resource.nameOf("take_over"), what)];
}
