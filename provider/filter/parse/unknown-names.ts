import type { Signature } from "../scheme/functions";
import type { Type } from "../scheme/types";
import type { Value } from "./ast";
import type { Lexer } from "./lexer";

/** The signature of a function that is not known: any arguments. */
export const ANY_ARGUMENTS: Signature = { params: [], rest: { kind: "both", types: [] }, returns: "Bytes" };

/** The types of the operators whose right side is of one type. */
const OF_ONE_TYPE: ReadonlyMap<string, Type> = new Map<string, Type>([
  ["bits", "Int"],
  ...["contains", "matches", "wildcard", "strictWildcard"].map((operator) => [operator, "Bytes"] as const),
]);
/** A literal without quotes, or the first one of a set. */
const LITERAL = /(?:\{[ \n\r]*)?([\w.:/-]*)/y;
const INTEGER = /^-?(?:0x[0-9a-f]+|\d+)(?:\.\.|$)/i;
const ADDRESS = /^\d+\.\d+\.\d+\.\d+(?:$|\/|\.\.)|::|^(?:[0-9a-f]{1,4}:){7}/i;

/** Whether a value is a field or call that nobody has declared. Its type is decided by what stands around it. */
export function isOfUnknown({ source }: Value): boolean {
  return source.outside === "unknown";
}

/** Returns a value of an unknown name with the type that the place asks for. */
export function typedAs(value: Value, type: Type): Value {
  const whole = value.indexes.reduceRight<Type>(
    (element, index) => ({ container: index.kind === "key" ? "Map" : "Array", element }),
    type,
  );
  return { ...value, source: { ...value.source, type: whole }, type };
}

/**
 * Returns the type that the right side of a comparison, at a position, asks for. A list may have items of any type; an address has the
 * fewest limits.
 */
export function typeOfOperand({ text }: Lexer, operator: string, position: number): Type {
  const type = OF_ONE_TYPE.get(operator);
  if (type !== undefined) return type;
  if (text[position] === "$") return "Ip";
  LITERAL.lastIndex = position;
  const literal = LITERAL.exec(text)?.[1] ?? "";
  if (ADDRESS.test(literal)) return "Ip";
  return INTEGER.test(literal) ? "Int" : "Bytes";
}
