import type { Quantifier } from "./ast";
import type { Reader } from "./reader";
import { Tokens } from "./tokens";

/** Keywords need no word boundary: `notssl` is `not ssl`. */
const NOT = new Tokens([
  ["not", true],
  ["!", true],
]);
const QUANTIFIERS = new Tokens<Quantifier["quantifier"]>([
  ["any", "any"],
  ["all", "all"],
]);

export function atPrefixOperator(reader: Reader): boolean {
  const start = reader.position;
  const found = acceptPrefixOperator(reader);
  reader.position = start;
  return found;
}

export function acceptPrefixOperator(reader: Reader): boolean {
  return NOT.accept(reader) === true;
}

export function atQuantifier(reader: Reader): boolean {
  const start = reader.position;
  const found = acceptQuantifier(reader) !== undefined;
  reader.position = start;
  return found;
}

/** Accepts `any` or `all` if a parenthesis follows, and stops before the parenthesis. Otherwise they are ordinary names. */
export function acceptQuantifier(reader: Reader): Quantifier["quantifier"] | undefined {
  const start = reader.position;
  const quantifier = QUANTIFIERS.accept(reader);
  if (quantifier === undefined) return undefined;
  reader.skipSpace();
  if (reader.startsWith("(")) return quantifier;
  reader.position = start;
  return undefined;
}
