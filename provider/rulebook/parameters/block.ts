import type { Members } from "../../api";
import { constraints, type RuleContext, type Violation } from "../constraint";
import { objectAt, textAt } from "./members";

export const BLOCK = constraints({
  "block-content-size": {
    says: "The content of a response of `block` has at most 2 kB in http_request_firewall_custom, and 30 kB in http_ratelimit.",
    source: "developers docs, waf/custom-rules/create-dashboard and waf/rate-limiting-rules/parameters",
    confidence: "documented",
  },
});

const MAX_CONTENT: Readonly<Record<string, number>> = {
  http_request_firewall_custom: 2048,
  http_ratelimit: 30720,
};

/** Checks the parameters of `block`. */
export function checkBlock(parameters: Members, { phase }: RuleContext): Violation[] {
  const content = textAt(objectAt(parameters, "response"), "content");
  const max = Object.hasOwn(MAX_CONTENT, phase) ? MAX_CONTENT[phase] : undefined;
  // Characters, not bytes: a text that exceeds the limit in characters surely exceeds it in bytes.
  if (content === undefined || max === undefined || content.length <= max) return [];
  return [
    {
      constraint: BLOCK["block-content-size"],
      path: ["action_parameters", "response", "content"],
      message: `must be at most ${max} characters long in phase ${phase}, found ${content.length}; shorten the page`,
    },
  ];
}
