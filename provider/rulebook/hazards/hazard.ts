import { isMembers } from "../../api";
import type { Finding } from "../finding";
import { joinFirst } from "../../words";

/** The kinds of hazards. docs/hazards.md explains each. */
export const HAZARD_IDS = [
  "and-instead-of-or",
  "blocks-everything",
  "blocks-one-family",
  "blocks-published-network",
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
  "protection-turned-off",
  "rate-limit-shared",
  "redirects-everything",
  "redirects-to-itself",
  "rewrites-in-a-chain",
  "same-rule-twice",
  "skip-by-any-address",
  "skip-by-open-wildcard",
  "skip-by-threat-score",
  "skip-too-late",
  "skips-everything",
] as const;
export type HazardId = (typeof HAZARD_IDS)[number];

/** Whether rules of other owners follow rules with that position in their entry point. */
export function othersFollow(position: unknown): boolean {
  return position === "first" || (isMembers(position) && "before" in position);
}

/**
 * Makes a finding about rules that the API accepts and that probably lock visitors out, open a zone, or do nothing. It only warns,
 * since what looks dangerous can be meant; the policy `no-hazards` makes it an error. `path` is that of the rule or of its member.
 */
export function hazard(id: HazardId, path: string, message: string): Finding {
  return { id, severity: "warning", source: "hazard", path, message };
}

/** The number of rules that a message names. */
const MAX_NAMED = 3;

/** Joins what a message names, such as paths of rules: the first three, and the number of the others. */
export function joinPaths(paths: readonly string[]): string {
  return joinFirst(paths, MAX_NAMED);
}
