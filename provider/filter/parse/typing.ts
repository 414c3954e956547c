import {
  invalidArgumentKind,
  invalidArgumentType,
  invalidArgumentValue,
  invalidIndexAccess,
  rangeNotAscending,
} from "./causes/type-causes";
import { ParseError } from "./causes/cause";
import type { Parameter, ParameterType, Signature } from "../scheme/functions";
import {
  isArray,
  isMap,
  parseType,
  type Primitive,
  type Type,
  typeName,
  type TypeName,
} from "../scheme/types";
import { type Argument, type Index, isLiteral, type Span } from "./ast";

const ORDERINGS = "eq, ne, lt, le, gt, ge or in";
const SUPPORTED: Readonly<Record<Comparable, string>> = {
  Bytes:
    "eq, ne, lt, le, gt, ge, in, contains, matches, wildcard or strict wildcard for a value of type Bytes",
  Int: `${ORDERINGS}, or &, for a value of type Int`,
  Ip: `${ORDERINGS} for a value of type Ip`,
};

/** A type whose values have comparison operators. */
export type Comparable = Exclude<Primitive, "Bool">;

/** Returns the operators that a type supports, for an error message. */
export function supportedBy(type: Exclude<Type, "Bool">): string {
  if (typeof type === "string") return SUPPORTED[type];
  return type.container === "Array"
    ? "an index such as [0] or [*] before the operator: an array as a whole cannot be compared"
    : 'an index such as ["key"] or [*] before the operator: a map as a whole cannot be compared';
}

/** @throws ParseError if the index does not fit the type. */
export function elementType(index: Index, type: Type): Type {
  if (typeof type !== "string") {
    const fits =
      index.kind === "each" || (type.container === "Array" ? index.kind === "element" : index.kind === "key");
    if (fits) return type.element;
  }
  throw new ParseError(invalidIndexAccess(index, type), index.span);
}

/** Returns the parameter at a position, or `undefined` if the call has too many arguments. */
export function parameterAt(
  { params, optional = [], rest, most = Infinity }: Signature,
  position: number,
): Parameter | undefined {
  if (position >= most) return undefined;
  return params[position] ?? optional[position - params.length] ?? rest;
}

/**
 * Checks kind, type and value of an argument. `before` are the arguments before it.
 * @throws ParseError if the argument does not fit the parameter.
 */
export function checkArgument(
  parameter: Parameter,
  before: readonly Argument[],
  argument: Argument,
  span: Span,
): void {
  const position = before.length;
  if (parameter.kind === "field" && isLiteral(argument))
    throw new ParseError(invalidArgumentKind(position, "field"), span);
  if (parameter.kind === "literal" && !isLiteral(argument))
    throw new ParseError(invalidArgumentKind(position, "literal"), span);
  const first = before[0];
  const { types } = parameter;
  // No types: the arguments of a function that is not known.
  if (types.length > 0 && !types.some((type) => accepts(resolve(type, first), argument.type))) {
    const expected = parameter.types.map((type) => resolve(type, first));
    throw new ParseError(invalidArgumentType(position, expected, argument.type), span);
  }
  checkValue(parameter, before, argument, span);
}

/** Returns a type that a parameter accepts. */
export function wantedType({ types: [type] }: Parameter, first: Argument | undefined): Type {
  return type === undefined ? "Bytes" : parseType(resolve(type, first).replace("_", "Bytes"));
}

/** Returns the type of one call, without mapping by `[*]`. */
export function returnType({ returns }: Signature, args: readonly Argument[]): Type {
  if (returns !== "same-as-first") return parseType(returns);
  return args[0]?.type ?? "Bytes";
}

export function describeCount(name: string, signature: Signature): string {
  const { params, optional = [], rest } = signature;
  const least = params.length;
  const { most = least + optional.length } = signature;
  const range =
    most > least ? `${least} to ${most}` : rest !== undefined ? `${least} or more` : String(least);
  return `${range} ${range === "1" ? "argument" : "arguments"} for ${name}()`;
}

function resolve(type: ParameterType, first: Argument | undefined): TypeName {
  if (type !== "same-as-first" && type !== "element-of-first") return type;
  const firstType = first?.type ?? "Bytes";
  if (type === "same-as-first" || typeof firstType === "string") return typeName(firstType);
  return typeName(firstType.element);
}

function accepts(expected: TypeName, actual: Type): boolean {
  if (expected === "Array<_>") return isArray(actual);
  return expected === "Map<_>" ? isMap(actual) : expected === typeName(actual);
}

function checkValue(
  { range, nonEmpty, aboveFirst }: Parameter,
  before: readonly Argument[],
  argument: Argument,
  span: Span,
): void {
  const position = before.length;
  const first = before[0];
  if (range !== undefined && argument.kind === "int") {
    const { value } = argument;
    if (value < BigInt(range.min) || value > BigInt(range.max)) {
      const expected = `a value between ${range.min} and ${range.max}`;
      throw new ParseError(invalidArgumentValue(position, expected, value), span);
    }
  }
  if (aboveFirst && argument.kind === "int" && first?.kind === "int" && argument.value <= first.value)
    throw new ParseError(rangeNotAscending(position, first.value), span);
  if (nonEmpty && argument.kind === "bytes" && argument.bytes.length === 0) {
    throw new ParseError(invalidArgumentValue(position, "a non-empty string"), span);
  }
}
