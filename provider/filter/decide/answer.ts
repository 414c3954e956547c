import type { RequestFields, RuntimeValue } from "../evaluate/runtime-value";
import type { Expression, Span } from "../parse/ast";

/** A request that shows a claim: its fields, and what the named lists contain. It is always evaluated. */
export interface Witness {
  readonly fields: RequestFields;
  readonly lists: ReadonlyMap<string, readonly RuntimeValue[]>;
}

/** Something documented of all requests that a "no" needs. */
export interface Assumption {
  /** The field that it is about. */
  readonly field: string;
  /** A sentence without a full stop: `http.host is a lower-case host name without scheme and path`. */
  readonly says: string;
}

/** A condition and whether it holds, as a part of a lemma. */
export interface LemmaPart {
  /** The condition in canonical form, as far as it is about one value. */
  readonly condition: string;
  readonly holds: boolean;
}

/** Conditions that no request meets together. */
export interface Lemma {
  readonly parts: readonly LemmaPart[];
  readonly assumptions: readonly Assumption[];
}

/** A part of an expression that leaves a question undecided. */
export interface UndecidedPart {
  /** The expression, by identity: one of those that were asked about. */
  readonly expression: Expression;
  readonly span: Span;
}

/**
 * Whether a request exists. "no": none, and the lemmas say why. "yes": the witness, which the evaluator has confirmed. "undecided": the
 * budget was spent, a part cannot be analysed ("opaque"), or no candidate was confirmed; the parts are those concerned.
 */
export type Answer =
  | { readonly kind: "no"; readonly lemmas: readonly Lemma[]; readonly assumptions: readonly Assumption[] }
  | { readonly kind: "yes"; readonly witness: Witness }
  | {
      readonly kind: "undecided";
      readonly because: "budget" | "opaque" | "unconfirmed";
      readonly parts: readonly UndecidedPart[];
    };
