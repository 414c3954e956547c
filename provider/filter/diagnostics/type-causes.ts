import type { Index } from "../parse/ast";
import { typeDebugName, type Type, typeName, type TypeName } from "../scheme/types";
import { type Cause, rustDebug } from "./cause";

/** The order in which the reference implementation lists types. */
const TYPE_ORDER: readonly TypeName[] = ["Bool", "Int", "Ip", "Bytes", "Array<_>", "Map<_>"];

export function unsupportedOperator(type: Type, supported: string): Cause {
  return {
    causeClass: "UnsupportedOp",
    text: `cannot perform this operation on type ${typeDebugName(type)}`,
    plain: `the operator is not for values of type ${typeName(type)}`,
    expected: supported,
  };
}

export function invalidIndexAccess(index: Index, type: Type): Cause {
  return {
    causeClass: "InvalidIndexAccess",
    text: `cannot access index ${indexDebugName(index)} for type ${typeDebugName(type)}`,
    plain: `the index does not fit a value of type ${typeName(type)}`,
    expected: indexFor(type),
  };
}

export function typeMismatch(expected: readonly TypeName[], actual: Type): Cause {
  return {
    causeClass: "TypeMismatch",
    text: mismatch(expected, actual),
    expected: `a value of type ${listTypes(expected)}`,
  };
}

export function invalidMapEach(): Cause {
  return {
    causeClass: "InvalidMapEachAccess",
    text: "invalid use of map each access operator",
    expected: "[*] in the first argument only",
  };
}

export function invalidArgumentsCount(expected: string): Cause {
  return { causeClass: "InvalidArgumentsCount", text: "invalid number of arguments", expected };
}

export function invalidArgumentKind(position: number, expected: "field" | "literal"): Cause {
  const [right, wrong] = expected === "field" ? ["Field", "Literal"] : ["Literal", "Field"];
  return {
    causeClass: "InvalidArgumentKind",
    text: `invalid kind of argument #${position}: expected argument of kind ${right}, but got ${wrong}`,
    plain: `argument ${position + 1} is ${expected === "field" ? "a literal value" : "not a literal value"}`,
    expected: expected === "field" ? "a field or a computed value" : "a literal value",
  };
}

export function invalidArgumentType(position: number, expected: readonly TypeName[], actual: Type): Cause {
  return {
    causeClass: "InvalidArgumentType",
    text: `invalid type of argument #${position}: ${mismatch(expected, actual)}`,
    plain: `argument ${position + 1} is of type ${typeName(actual)}`,
    expected: `a value of type ${listTypes(expected)}`,
  };
}

export function invalidArgumentValue(position: number, expected: string, found?: bigint): Cause {
  const problem =
    found === undefined ? `expected ${expected}` : `expected ${expected}, got ${found.toString()}`;
  return {
    causeClass: "InvalidArgumentValue",
    text: `invalid value of argument #${position}: invalid argument: ${rustDebug(problem)}`,
    plain: `argument ${position + 1} has a value that is not allowed`,
    expected,
  };
}

function mismatch(expected: readonly TypeName[], actual: Type): string {
  return `expected value of type ${listTypes(expected)}, but got ${typeName(actual)}`;
}

function listTypes(types: readonly TypeName[]): string {
  const sorted = [...types].sort((a, b) => TYPE_ORDER.indexOf(a) - TYPE_ORDER.indexOf(b));
  return sorted.length > 2 ? `{${sorted.join(", ")}}` : sorted.join(" or ");
}

function indexDebugName(index: Index): string {
  if (index.kind === "element") return `ArrayIndex(${index.index})`;
  return index.kind === "key" ? `MapKey(${rustDebug(index.key)})` : "MapEach";
}

function indexFor(type: Type): string {
  if (typeof type === "string") return `no index: a value of type ${type} contains no other values`;
  return type.container === "Array" ? "a number such as [0], or [*]" : 'a key such as ["name"], or [*]';
}
