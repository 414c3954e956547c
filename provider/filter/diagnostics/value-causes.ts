import type { Type, TypeName } from "../scheme/types";
import { isArray, isMap, typeName } from "../scheme/types";
import type { Cause } from "./cause";
import { expectedName, unrecognised } from "./syntax-causes";
import { typeMismatch } from "./type-causes";

const VALUE = 'a field, a function call, or a text in double quotes: concat("https://", http.host)';

export function emptyValue(): Cause {
  return {
    ...unrecognised("the expression is empty", VALUE),
    hint: "Write a field or a function call.",
  };
}

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
export function wrongQuotes(): Cause {
  return {
    ...expectedName("identifier character"),
    plain: "this is neither a name nor a text",
    expected: VALUE,
    hint: 'A text has straight double quotes: "…".',
  };
}

/** A parenthesis around a value. */
export function outerParenthesis(): Cause {
  return {
    ...expectedName("identifier character"),
    plain: "a value has no parentheses around it",
    expected: VALUE,
    hint: "Remove the outer parentheses. A condition belongs to the expression of the rule.",
  };
}

/** A condition in place of a value: it starts with `not`, `any` or `all`. */
export function conditionAsValue(): Cause {
  return { ...expectedName("identifier character"), plain: CONDITION, expected: VALUE, hint: CONDITIONS };
}

const CONDITION = "a condition is not a value";
const CONDITIONS =
  "A value expression computes a value and contains no conditions: they belong to the expression of the rule.";

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
