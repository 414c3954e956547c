import type { RuleExample } from "../../provider/rulebook/registry/example";

/** The kinds of ids, in the order in which a change meets the checks behind them. */
export const KINDS = ["parse error", "limit", "constraint", "shape", "lint", "hazard"] as const;
export type Kind = (typeof KINDS)[number];

/** What is known about an id that the package reports. */
export interface Entry {
  /** The id as outputs show it. SARIF and the reasons of a review write `hazard-` in front of the id of a hazard. */
  readonly id: string;
  readonly kind: Kind;
  /** How severe a finding is by default, in the words of its kind. */
  readonly level: string;
  /** What the id means, in one or two sentences. */
  readonly meaning: string;
  /** The public source of the fact, or this project. */
  readonly source: string;
  readonly todo: string;
  /** How to allow it. Undefined if nothing allows it. */
  readonly allow?: string | undefined;
  readonly example: RuleExample;
}
