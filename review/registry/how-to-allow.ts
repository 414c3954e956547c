import type { Entry } from "./entry";

const REASON = "CHG-17: why it is right here";

/** Returns how to allow what an id reports, or undefined if nothing allows it. */
export function howToAllow({ id, kind, level, change }: Omit<Entry, "allow" | "source">): string | undefined {
  switch (kind) {
    case "constraint":
      return level === "error"
        ? `A preview does not allow it. The policies of a review do, with ${allowance("refuse-rule-book-violations", { id })} in their configuration.`
        : "It only warns. The policy refuse-rule-book-violations reports it if its setting `doubts` is true.";
    case "lint":
      return `It only warns. The policy no-filter-warnings, which is disabled by default, allows it with ${allowance("no-filter-warnings", { id })}.`;
    case "hazard":
      return `It only warns. The policy no-hazards, which is disabled by default, allows it with ${allowance("no-hazards", { id })}.`;
    case "reason":
      return "Nothing fails by itself: --fail-on of edge-platform review chooses the severity that does.";
    case "policy":
      // Only policies that judge resources have examples, and allowances.
      return change
        ? `In the configuration of the policies: ${allowance(id, { resource: "waf" })}. docs/policy.md shows what else an allowance can select.`
        : `In the configuration of the policies: ${JSON.stringify({ [id]: "disabled" })}.`;
    case "claim":
    case "parse error":
    case "limit":
    case "shape":
      return undefined;
  }
}

function allowance(policy: string, selection: object): string {
  return JSON.stringify({ [policy]: { allowances: [{ ...selection, reason: REASON }] } });
}
