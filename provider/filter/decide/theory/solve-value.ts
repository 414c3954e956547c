import type { RuntimeValue } from "../../evaluate/runtime-value";
import type { Value } from "../../parse/ast";
import { presenceOf } from "./domains";
import { type AtomLiteral, type Conflict, type Demand, findValue, type Using } from "./find-value";
import { everyValue } from "./value-set";

/** A field, or a part of one, has a value. What no setting names is missing. */
export interface Setting {
  readonly value: Value;
  readonly runtime: RuntimeValue;
}

/** Settings that meet literals, or literals that cannot hold together. "unclear": neither was found. */
export type Solved =
  | { readonly kind: "settings"; readonly settings: readonly Setting[] }
  | Conflict
  | { readonly kind: "unclear" };

/** Finds a value that meets literals, all of which are on the same value. */
export function solveValue(value: Value, literals: readonly AtomLiteral[], using: Using): Solved {
  const needed = literals.find((literal) => literal.value);
  const presence = using.assumes ? presenceOf(value) : undefined;
  // A missing value meets no condition, as if it were false. For the evaluator, fields that the language lacks are never missing.
  const { source } = value;
  const canBeMissing = source.outside === undefined && presence === undefined && value.type !== "Bool";
  if (needed === undefined && canBeMissing) return { kind: "settings", settings: [] };
  const found = findValue(literals.flatMap(demandsOf), value, using);
  if (found.kind === "value") return { kind: "settings", settings: [{ value, runtime: found.runtime }] };
  if (found.core.some((literal) => literal.value)) return found;
  // A missing value would do, unless another condition needs it, or every request has it.
  if (needed !== undefined) return { ...found, core: [...found.core, needed] };
  if (presence !== undefined) return { ...found, assumptions: [...found.assumptions, presence] };
  return { kind: "settings", settings: [] };
}

/** A list can contain any value, so a list only demands that the value is there. */
export function demandsOf(literal: AtomLiteral): readonly Demand[] {
  const { atom, value: holds } = literal;
  if (atom.kind === "value" || atom.kind === "some") return [{ set: atom.set, holds, literal }];
  return atom.kind === "listed" && holds ? [{ set: everyValue(atom.value), holds, literal }] : [];
}
