import type { Quantifier } from "./ast";
import type { Reader } from "./reader";

const NOT = ["not", "!"];
const QUANTIFIERS: readonly Quantifier["quantifier"][] = ["any", "all"];

/** Keywords have no word boundary in this language: `notssl` is `not ssl`. */
export function atPrefixOperator(reader: Reader): boolean {
  return NOT.some((token) => reader.startsWith(token));
}

export function acceptPrefixOperator(reader: Reader): boolean {
  return NOT.some((token) => reader.accept(token));
}

export function atQuantifier(reader: Reader): boolean {
  const start = reader.position;
  const found = acceptQuantifier(reader) !== undefined;
  reader.position = start;
  return found;
}

/** `any` or `all` where a bracket follows; it ends before the bracket. Else they are names like others. */
export function acceptQuantifier(reader: Reader): Quantifier["quantifier"] | undefined {
  const start = reader.position;
  const quantifier = QUANTIFIERS.find((token) => reader.accept(token));
  reader.skipSpace();
  if (quantifier !== undefined && reader.startsWith("(")) return quantifier;
  reader.position = start;
  return undefined;
}
