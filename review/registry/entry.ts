import type { RuleExample } from "../../provider/rulebook/registry/example";
import type { ChangeExample } from "./change-example";

/** The kinds of ids: first what is wrong with an expression or a rule, last what a policy forbids. */
export const KINDS = [
  "parse error",
  "limit",
  "constraint",
  "shape",
  "lint",
  "hazard",
  "claim",
  "reason",
  "policy",
] as const;
export type Kind = (typeof KINDS)[number];

/** What is known about an id that the package reports. */
export interface Entry {
  /** The id as outputs show it. SARIF and the reasons of a review write `hazard-` in front of the id of a hazard. */
  readonly id: string;
  readonly kind: Kind;
  /** How severe a finding is by default, in the words of its kind: `warning`, `dangerous`, `mandatory`. */
  readonly level: string;
  /** The severity of a policy, whatever its level. */
  readonly severity?: string;
  /** What the id means, in one or two sentences. */
  readonly meaning: string;
  /** The public source of the fact, or this project. */
  readonly source: string;
  readonly todo: string;
  /** How to allow it. Undefined if nothing allows it. */
  readonly allow?: string | undefined;
  /** Rules that are reported, and rules that are not. */
  readonly rules?: RuleExample;
  /** Changes of a stack that are reported, and changes that are not. */
  readonly change?: ChangeExample | undefined;
}
