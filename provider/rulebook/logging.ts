import type { Members } from "../api";
import { isUnknown } from "../api/unknown";
import { constraints, type RuleContext, type Violation } from "./constraint";

export const LOGGING = constraints({
  "logging-action": {
    says: "Only rules with the action `skip` have `logging`.",
    source: "the vendor's Terraform provider, pull request 2851",
    confidence: "observed",
    code: 20018,
  },
});

/** Checks that only `skip` rules have `logging`. */
export function checkLogging({ action, logging }: Members, { nameOf }: RuleContext): Violation[] {
  if (logging == null || isUnknown(logging) || typeof action !== "string" || isUnknown(action)) return [];
  if (action === "skip") return [];
  return [
    {
      constraint: LOGGING["logging-action"],
      path: ["logging"],
      message: `cannot be set for the ${nameOf("action")} ${JSON.stringify(action)}: only skip rules have it; remove it`,
      refusal: "logging options only allowed in the skip action",
    },
  ];
}
