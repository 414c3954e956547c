import type { Index } from "../ast";
import {
  isArray,
  isMap,
  type Primitive,
  typeDebugName,
  type Type,
  typeName,
  type TypeName,
} from "../../scheme/types";
import { type Cause, rustDebug } from "./cause";
import { expectedName, unrecognised } from "./syntax-causes";

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

/** The right side of a comparison is a value of another type than the left side, `wanted`. */
export function operandMismatch(wanted: Primitive, actual: Type, mapped: boolean): Cause {
  return {
    ...typeMismatch([wanted], actual),
    plain: `the right side is of type ${typeName(actual)}, the left side of type ${wanted}`,
    hint: mapped
      ? "[*] belongs to the left side: a comparison of two arrays has no result."
      : "Both sides of a comparison are of the same type.",
  };
}

export const invalidMapEach: Cause = {
  causeClass: "InvalidMapEachAccess",
  text: "invalid use of map each access operator",
  expected: "[*] in the first argument only",
};

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

/** The second bound of `hash_in_range` is not above the first one, `low`. */
export function rangeNotAscending(position: number, low: bigint): Cause {
  return {
    causeClass: "InvalidArgumentValue",
    text: `invalid value of argument #${position}: invalid argument: ${rustDebug("Max integer for range must be higher than min integer")}`,
    plain: `argument ${position + 1} has a value that is not allowed`,
    expected: `an integer above ${low.toString()}`,
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

const VALUE = 'a field, a function call, or a text in double quotes: concat("https://", http.host)';

const CONDITION = "a condition is not a value";
const CONDITIONS =
  "A value expression computes a value and contains no conditions: they belong to the expression of the rule.";

export const emptyValue: Cause = {
  ...unrecognised("the expression is empty", VALUE),
  hint: "Write a field or a function call.",
};

/** A text such as `/new/path` in place of an expression. */
export function unquotedText(text: string): Cause {
  const [path, example] = [text.startsWith("/"), `"${text}"`];
  return {
    ...expectedName("identifier character"),
    plain: path ? "a path is not an expression" : "a URL is not an expression",
    expected: VALUE,
    hint: `A constant belongs to value, without quotes: ${text}. In an expression, a text has quotes: ${example}.`,
  };
}

/** A text in single or typographic quotes. */
export const wrongQuotes: Cause = {
  ...expectedName("identifier character"),
  plain: "this is neither a name nor a text",
  expected: VALUE,
  hint: 'A text has straight double quotes: "…".',
};

/** A parenthesis around a value. */
export const outerParenthesis: Cause = {
  ...expectedName("identifier character"),
  plain: "a value has no parentheses around it",
  expected: VALUE,
  hint: "Remove the outer parentheses. A condition belongs to the expression of the rule.",
};

/** A condition in place of a value: it starts with `not`, `any` or `all`. */
export const conditionAsValue: Cause = {
  ...expectedName("identifier character"),
  plain: CONDITION,
  expected: VALUE,
  hint: CONDITIONS,
};

/** Text after a complete value. */
export function tailOfValue(tail: string): Cause {
  const END = "the end of the expression";
  if (/^(?:[=!<>~&|^]|(?:and|or|xor|eq|ne|[lg][te]|in|contains|matches|wildcard|strict)\b)/.test(tail))
    return { ...unrecognised(CONDITION, END), hint: CONDITIONS };
  const cause = unrecognised("the expression continues where it should end", END);
  return /^["+.]/.test(tail) ? { ...cause, hint: "Join texts with concat(…), separated by commas." } : cause;
}

/** A value of the wrong type. `written` is its text. */
export function valueMismatch(expected: readonly TypeName[], actual: Type, written: string): Cause {
  return {
    ...typeMismatch(expected, actual),
    plain: `this is a value of type ${typeName(actual)}`,
    ...cure(expected, actual, written),
  };
}

function cure(expected: readonly TypeName[], actual: Type, written: string): { readonly hint?: string } {
  if (!expected.includes("Bytes"))
    return actual === "Bytes" ? { hint: `Split a text into a list: split(${written}, ",", 10).` } : {};
  if (actual === "Int" || actual === "Ip" || actual === "Bool")
    return { hint: `Convert it to a text: to_string(${written}).` };
  if (isArray(actual) && actual.element === "Bytes")
    return { hint: `Take one element, ${written}[0], or join all of them: join(${written}, ",").` };
  return isMap(actual)
    ? { hint: `Take the value of a key: ${written}["name"]${isArray(actual.element) ? "[0]" : ""}.` }
    : {};
}
