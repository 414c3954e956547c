import type { EdgePolicy } from "./policy";

/** A policy that only the policy pack has. It judges no resource by itself. */
export type PackPolicy = Pick<
  EdgePolicy,
  "name" | "displayName" | "description" | "severity" | "tags" | "remediationSteps"
> & { readonly enforcementLevel: "advisory" | "remediate" };

export const REPORT_UNJUDGED: PackPolicy = {
  name: "report-unjudged",
  displayName: "What cannot be judged before the update",
  description:
    "Lists what the other policies can only judge during the update, because values are not known yet.",
  severity: "low",
  enforcementLevel: "advisory",
  tags: ["unknown-values"],
  remediationSteps:
    "Nothing is wrong yet: the update judges the values when they are known. To judge them earlier, write them into the program or deploy what they depend on first.",
};

export const HIDE_SECRETS: PackPolicy = {
  name: "hide-secrets",
  displayName: "Secrets stay out of messages",
  description:
    "Notes which inputs of @pulumi/cloudflare resources are secret, so that no message shows them. Reports and changes nothing.",
  severity: "low",
  enforcementLevel: "remediate",
  tags: ["secrets"],
  remediationSteps:
    "None. At another level than remediate, messages hide all texts of @pulumi/cloudflare resources.",
};
