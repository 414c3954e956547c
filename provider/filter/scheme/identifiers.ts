import { FIELD_TYPES } from "./fields";
import { FUNCTIONS, type Signature } from "./functions";
import { parseType, type Type } from "./types";

const IDENTIFIERS: ReadonlyMap<string, Identifier> = new Map([
  ...Object.entries(FIELD_TYPES).map(([name, type]): [string, Identifier] => [
    name,
    { kind: "field", name, type: parseType(type) },
  ]),
  ...Object.entries(FUNCTIONS).map(([name, signature]): [string, Identifier] => [
    name,
    { kind: "function", name, signature },
  ]),
]);

export type Identifier =
  | { readonly kind: "field"; readonly name: string; readonly type: Type }
  | { readonly kind: "function"; readonly name: string; readonly signature: Signature };

export function getIdentifier(name: string): Identifier | undefined {
  return IDENTIFIERS.get(name);
}

/** Returns all names of fields and functions, and the two quantifiers. */
export function listIdentifierNames(): string[] {
  return [...IDENTIFIERS.keys(), "any", "all"];
}
