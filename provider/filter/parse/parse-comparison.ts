import {
  type Comparison,
  isBoolArray,
  isMapped,
  type Literal,
  type OrderingOperator,
  type SetItem,
  type Test,
  type Value,
} from "./ast";
import { expectedName, invalidListName } from "../diagnostics/syntax-causes";
import { unsupportedOperator } from "../diagnostics/type-causes";
import { ParseError } from "../diagnostics/parse-error";
import { readInt, readIntRange } from "./read-int";
import { readIp, readIpItem } from "./read-ip";
import { LIST_NAME_CHARACTERS } from "./characters";
import type { ParseState } from "./parse-state";
import type { Reader } from "./reader";
import { codePointUnits } from "./source";
import { readRegex } from "./read-regex";
import { readBytes } from "./read-bytes";
import { Tokens } from "./tokens";
import { BOOL_ARRAY, type Primitive, type Type } from "../scheme/types";
import { readWildcard } from "./read-wildcard";

/** In the order in which the reference implementation tries them. */
const OPERATORS = new Tokens<Operator>([
  ["in", "in"],
  ["eq", "eq"],
  ["==", "eq"],
  ["ne", "ne"],
  ["!=", "ne"],
  ["ge", "ge"],
  [">=", "ge"],
  ["le", "le"],
  ["<=", "le"],
  ["gt", "gt"],
  [">", "gt"],
  ["lt", "lt"],
  ["<", "lt"],
  ["&", "bits"],
  ["bitwise_and", "bits"],
  ["contains", "contains"],
  ["~", "matches"],
  ["matches", "matches"],
  ["wildcard", "wildcard"],
  ["strict wildcard", "strictWildcard"],
]);
const TRUTH: Test = { kind: "truth" };
const ORDERINGS = "eq, ne, lt, le, gt, ge or in";
const SUPPORTED: Readonly<Record<Comparable, string>> = {
  Bytes:
    "eq, ne, lt, le, gt, ge, in, contains, matches, wildcard or strict wildcard for a value of type Bytes",
  Int: `${ORDERINGS}, or &, for a value of type Int`,
  Ip: `${ORDERINGS} for a value of type Ip`,
};

type Operator = "in" | OrderingOperator | "bits" | "contains" | "matches" | "wildcard" | "strictWildcard";
type Comparable = Exclude<Primitive, "Bool">;

/** Tells whether a comparison operator follows, after optional spaces. */
export function atComparisonOperator(reader: Reader): boolean {
  const start = reader.position;
  reader.skipSpace();
  const found = OPERATORS.accept(reader) !== undefined;
  reader.position = start;
  return found;
}

/** `comparison = value [ ws test ] ;` A Bool or Array<Bool> has no test, every other value needs one. `left` is parsed. */
export function parseComparisonOf(state: ParseState, left: Value): Comparison {
  const { reader } = state;
  const test = parseTest(reader, left);
  const truthType: Type = test === TRUTH ? left.type : "Bool";
  const type = isMapped(left) ? BOOL_ARRAY : truthType;
  return { kind: "comparison", left, test, type, span: reader.spanFrom(left.span.start) };
}

/**
 * ```ebnf
 * test = ( "in" | "eq" | "==" | "ne" | "!=" | "ge" | ">=" | "le" | "<=" | "gt" | ">" | "lt" | "<"
 *        | "&" | "bitwise_and" | "contains" | "matches" | "~" | "wildcard" | "strict wildcard" ) ws operand ;
 * ```
 */
function parseTest(reader: Reader, left: Value): Test {
  const { type } = left;
  if (type === "Bool" || isBoolArray(type)) return TRUTH;
  reader.skipSpace();
  const start = reader.position;
  const operator = OPERATORS.accept(reader);
  if (operator === undefined) throw reader.error(expectedName("ComparisonOp"));
  const operatorSpan = reader.spanFrom(start);
  reader.skipSpace();
  const test = typeof type === "string" ? parseOperand(reader, type, operator) : undefined;
  if (test === undefined) throw new ParseError(unsupportedOperator(type, supportedBy(type)), operatorSpan);
  return test;
}

/**
 * `operand = literal | set | list | integer | bytes | regex | wildcard ;` Operator and type of the left side decide which.
 * Returns `undefined` if the operator does not support the type.
 */
function parseOperand(reader: Reader, type: Comparable, operator: Operator): Test | undefined {
  switch (operator) {
    case "in":
      if (reader.accept("$")) return { kind: "inList", name: readListName(reader) };
      return { kind: "oneOf", items: readSet(reader, type) };
    case "bits":
      return type === "Int" ? { kind: "bits", literal: readInt(reader) } : undefined;
    case "contains":
      return type === "Bytes" ? { kind: "contains", literal: readBytes(reader) } : undefined;
    case "matches":
      return type === "Bytes" ? { kind: "matches", pattern: readRegex(reader) } : undefined;
    case "wildcard":
    case "strictWildcard":
      if (type !== "Bytes") return undefined;
      return { kind: "wildcard", strict: operator === "strictWildcard", pattern: readWildcard(reader) };
    default:
      return { kind: "ordering", operator, literal: readLiteral(reader, type) };
  }
}

/** `literal = bytes | integer | ip ;` according to the type of the left side. */
function readLiteral(reader: Reader, type: Comparable): Literal {
  if (type === "Bytes") return readBytes(reader);
  return type === "Int" ? readInt(reader) : readIp(reader);
}

/** `set = "{" { ws item } ws "}" ;` Items need no separator, and a comma is not allowed. */
function readSet(reader: Reader, type: Comparable): SetItem[] {
  reader.expect("{");
  const items: SetItem[] = [];
  for (;;) {
    reader.skipSpace();
    if (reader.accept("}")) return items;
    items.push(readItem(reader, type));
  }
}

/** `item = bytes | int-range | ip-item ;` according to the type of the left side. */
function readItem(reader: Reader, type: Comparable): SetItem {
  if (type === "Bytes") return readBytes(reader);
  return type === "Int" ? readIntRange(reader) : readIpItem(reader);
}

/** `list = "$" list-name ;` A list name neither starts nor ends with a dot. The reader is after the `$`. */
function readListName(reader: Reader): string {
  const start = reader.position;
  const end = reader.endOfRun(LIST_NAME_CHARACTERS);
  const name = reader.text.slice(start, end);
  if (name === "") {
    const wrong = reader.atEnd ? "" : reader.text.slice(start, start + codePointUnits(reader.text, start));
    throw reader.error(invalidListName(wrong));
  }
  if (name.startsWith(".") || name.endsWith(".")) throw reader.error(invalidListName(name));
  reader.position = end;
  return name;
}

function supportedBy(type: Exclude<Type, "Bool">): string {
  if (typeof type === "string") return SUPPORTED[type];
  return type.container === "Array"
    ? "an index such as [0] or [*] before the operator: an array as a whole cannot be compared"
    : 'an index such as ["key"] or [*] before the operator: a map as a whole cannot be compared';
}
