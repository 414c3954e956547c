import type { Entry } from "./entry";

/** Returns how to allow what an id reports, or undefined if nothing allows it. */
export function howToAllow({ id, kind, level }: Pick<Entry, "id" | "kind" | "level">): string | undefined {
  switch (kind) {
    case "constraint":
      return level === "error"
        ? `A preview does not allow it. The policy refuse-rule-book-violations does, with ${setting("refuse-rule-book-violations", "allow", id)} in its configuration.`
        : `It only warns. The policy refuse-rule-book-violations reports it with { "doubts": true }.`;
    case "lint":
      return "It only warns. The policy no-filter-warnings, which is disabled by default, reports the kinds in its setting `warnings`.";
    case "hazard":
      return `It only warns. The policy no-hazards, which is disabled by default, allows it with ${setting("no-hazards", "allow", id)} in its configuration.`;
    case "reason":
      return "Nothing fails by itself: --fail-on of edge-platform review chooses the severity that does.";
    case "policy":
      return `Set it in the configuration of the policies: ${JSON.stringify({ [id]: "disabled" })}, or one of its settings (docs/policy.md).`;
    case "claim":
    case "parse error":
    case "limit":
    case "shape":
      return undefined;
  }
}

function setting(policy: string, name: string, id: string): string {
  return JSON.stringify({ [policy]: { [name]: [id] } });
}
