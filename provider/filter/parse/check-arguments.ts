import { type Argument, isLiteral, type Span } from "./ast";
import { invalidArgumentKind, invalidArgumentType, invalidArgumentValue } from "../diagnostics/causes";
import { Fault } from "../diagnostics/fault";
import type { Parameter, ParameterType, Signature } from "../scheme/functions";
import { isArray, isMap, parseType, type Type, typeName, type TypeName } from "../scheme/types";

/** What stands at a position of a call, or `undefined` where that is one too many. */
export function parameterAt(
  { params, optional = [], rest }: Signature,
  position: number,
): Parameter | undefined {
  return params[position] ?? optional[position - params.length] ?? rest;
}

/** @throws Fault where an argument does not fit its place behind those that were read before it. */
export function checkArgument(
  parameter: Parameter,
  before: readonly Argument[],
  argument: Argument,
  span: Span,
): void {
  const position = before.length;
  if (parameter.kind === "field" && isLiteral(argument))
    throw new Fault(invalidArgumentKind(position, "field"), span);
  if (parameter.kind === "literal" && !isLiteral(argument))
    throw new Fault(invalidArgumentKind(position, "literal"), span);
  const first = before[0];
  if (!parameter.types.some((type) => accepts(resolve(type, first), argument.type))) {
    const expected = parameter.types.map((type) => resolve(type, first));
    throw new Fault(invalidArgumentType(position, expected, argument.type), span);
  }
  checkValue(parameter, position, argument, span);
}

/** What one call gives, `[*]` not counted. */
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
      throw new Fault(invalidArgumentValue(position, expected, value), span);
    }
  }
  if (nonEmpty && argument.kind === "bytes" && argument.bytes.length === 0) {
    throw new Fault(invalidArgumentValue(position, "a non-empty string"), span);
  }
}
