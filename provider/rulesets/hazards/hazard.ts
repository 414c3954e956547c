import { isMembers } from "../../api/plain";

/** The kinds of hazards. docs/hazards.md explains each. */
export const HAZARD_IDS = [
  "and-instead-of-or",
  "blocks-everything",
  "challenge-unsolvable",
  "challenges-everything",
  "condition-always",
  "condition-never",
  "never-reached",
  "or-instead-of-and",
  "overrides-disable-all",
  "overrides-enable-all",
  "owasp-action-ignored",
  "owasp-scoring-disabled",
  "rate-limit-shared",
  "redirects-everything",
  "redirects-to-itself",
  "rewrites-in-a-chain",
  "same-rule-twice",
  "skip-too-late",
  "skips-everything",
] as const;
export type HazardId = (typeof HAZARD_IDS)[number];

/** Rules that the API accepts and that probably lock visitors out, open a zone, or do nothing. */
export interface Hazard {
  readonly id: HazardId;
  /** Hazards only warn, since what looks dangerous can be meant. The policy `no-hazards` makes them errors. */
  readonly severity: "warning";
  /** The path of the rule or of its member: `rules["admin"]`. */
  readonly path: string;
  /** What happens and what to do. Follows the path in the printed text. */
  readonly message: string;
}

/** The ruleset whose rules are judged. */
export interface HazardContext {
  /** Undefined if it is not known. */
  readonly phase: string | undefined;
  readonly kind: "zone" | "root" | "custom";
  /** Whether rules of other owners follow these rules, as their position says. */
  readonly othersFollow?: boolean;
  /** Returns how the reader writes a wire name: `statusCode` in a program, `status_code` in a request. */
  readonly nameOf: (wireName: string) => string;
}

/** Whether rules of other owners follow rules with that position in their entry point. */
export function othersFollow(position: unknown): boolean {
  return position === "first" || (isMembers(position) && "before" in position);
}

export function hazard(id: HazardId, path: string, message: string): Hazard {
  return { id, severity: "warning", path, message };
}
