import type { Notice } from "../api/wire";
import type { Problem } from "../api/problem";
import type { Remedy, Span } from "../filter";

/**
 * The kinds of checks: of members, types and choices (`shape`), of the rule book (`constraint`), of the ruleset as a whole (`ruleset`),
 * of the grammar and types of expressions (`language`), of what they may use in their place (`limit`), and what is valid and
 * suspicious: in an expression (`lint`), or in what the rules do (`hazard`).
 */
export type FindingSource = "shape" | "constraint" | "ruleset" | "language" | "limit" | "lint" | "hazard";

export type Severity = "error" | "warning" | "information";

/** Something wrong with a rule, or suspicious about it. */
export interface Finding extends Problem {
  /**
   * The id of the constraint, the lint rule, or the hazard. Otherwise `shape`, `ref-repeated`, `rule-limit`, or `length` for an
   * expression that is too long.
   */
  readonly id: string;
  /**
   * An `error` is something that the API is known to refuse, or that this package cannot manage. Previews show errors and warnings;
   * `information` is for reports that ask for everything.
   */
  readonly severity: Severity;
  readonly source: FindingSource;
  /** The index of the rule. Undefined for a finding about the ruleset as a whole. */
  readonly rule?: number;
  /** The part of the expression at `path` that the finding is about, in JavaScript indexes. */
  readonly span?: Span;
  /** What removes the finding and keeps the meaning of the expression. */
  readonly remedy?: Remedy;
  /** Why the resource allows it. Its severity is then `information`. */
  readonly allowed?: string;
  /** The API's refusal, if the API refuses the rule. Its pointer starts at the rule, or at the ruleset. */
  readonly refusal?: Notice;
}
