import type { Interval } from "../../evaluate/compile-set";
import type { Comparison, Value } from "../../parse/ast";
import type { UndecidedPart } from "../answer";
import type { ValueSet } from "./value-set";

interface Common {
  /** Identifies the atom: its condition in canonical form. */
  readonly key: string;
  readonly part: UndecidedPart;
  /** What is tested. For the elements of an array, the value ends with `[*]`. */
  readonly value: Value;
}

/** A condition that is true or false for each request, and is not analysed into smaller ones. */
export type Atom =
  /** The value is present and in the set. */
  | (Common & { readonly kind: "value"; readonly set: ValueSet })
  /** An element of the array is in the set. */
  | (Common & { readonly kind: "some"; readonly set: ValueSet })
  /** The array is present, perhaps without elements, and its length is in the intervals. */
  | (Common & { readonly kind: "length"; readonly intervals: readonly Interval[] })
  /** The value is present and in a named list. `test` computes what must be in the list. */
  | (Common & { readonly kind: "listed"; readonly list: string; readonly test: Comparison })
  /** A condition that is not analysed. */
  | (Omit<Common, "value"> & { readonly kind: "opaque" });
