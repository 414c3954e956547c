import type { Spend } from "../../../regex";
import { lazily } from "../../../lazily";
import type { Interval } from "../../evaluate/compile-set";
import type { LiteralTest, Value } from "../../parse/ast";
import { ANY, type Language, languageOf } from "../words/language";
import { ADDRESSES, INTEGERS, numbersOf } from "./numbers";

/** A set of values of one type. */
export type ValueSet =
  /** Undefined if no automaton describes the words. The automaton is built when it is first asked for. */
  | {
      readonly kind: "words";
      readonly language: () => Language | undefined;
      /** Whether all its words are listed. */
      readonly isListed: boolean;
    }
  | { readonly kind: "numbers"; readonly intervals: readonly Interval[] }
  /** The value `true`. */
  | { readonly kind: "truth" };

export function words(make: () => Language | undefined, isListed = false): ValueSet {
  return { kind: "words", language: lazily(make), isListed };
}

/** Returns the values that pass a test. Undefined if that is not clear. */
export function setOf({ type }: Value, test: LiteralTest, spend: Spend): ValueSet | undefined {
  if (type === "Bytes") return words(() => languageOf(test, spend), isList(test));
  if (type === "Int" || type === "Ip") {
    const intervals = numbersOf(test);
    return intervals && { kind: "numbers", intervals };
  }
  return type === "Bool" ? { kind: "truth" } : undefined;
}

function isList(test: LiteralTest): boolean {
  return test.kind === "oneOf" || (test.kind === "ordering" && test.operator === "eq");
}

/** Returns all values of the type of a value; of Bool only `true`. */
export function everyValue({ type }: Value): ValueSet {
  if (type === "Bytes") return words(() => ANY);
  if (type === "Bool") return { kind: "truth" };
  return { kind: "numbers", intervals: type === "Ip" ? ADDRESSES : INTEGERS };
}
