import { type Argument, isLiteral, type Span } from "./ast";
import { invalidArgumentKind, invalidArgumentType, invalidArgumentValue } from "../diagnostics/type-causes";
import { ParseError } from "../diagnostics/parse-error";
import type { Parameter, ParameterType, Signature } from "../scheme/functions";
import { isArray, isMap, parseType, type Type, typeName, type TypeName } from "../scheme/types";

/** Returns the parameter at a position, or `undefined` if the call has too many arguments. */
export function parameterAt(
  { params, optional = [], rest }: Signature,
  position: number,
): Parameter | undefined {
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
  if (!parameter.types.some((type) => accepts(resolve(type, first), argument.type))) {
    const expected = parameter.types.map((type) => resolve(type, first));
    throw new ParseError(invalidArgumentType(position, expected, argument.type), span);
  }
  checkValue(parameter, position, argument, span);
}

/** Returns the type of one call, without mapping by `[*]`. */
export function returnType({ returns }: Signature, args: readonly Argument[]): Type {
  if (returns !== "same-as-first") return parseType(returns);
  return args[0]?.type ?? "Bytes";
}

export function describeCount(name: string, { params, optional, rest }: Signature): string {
  const least = params.length;
  const most = least + (optional?.length ?? 0);
  const range =
    rest !== undefined ? `${least} or more` : most > least ? `${least} to ${most}` : String(least);
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

function checkValue({ range, nonEmpty }: Parameter, position: number, argument: Argument, span: Span): void {
  if (range !== undefined && argument.kind === "int") {
    const { value } = argument;
    if (value < BigInt(range.min) || value > BigInt(range.max)) {
      const expected = `a value between ${range.min} and ${range.max}`;
      throw new ParseError(invalidArgumentValue(position, expected, value), span);
    }
  }
  if (nonEmpty && argument.kind === "bytes" && argument.bytes.length === 0) {
    throw new ParseError(invalidArgumentValue(position, "a non-empty string"), span);
  }
}
