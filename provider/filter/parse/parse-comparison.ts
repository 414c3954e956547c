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
import { expectedName, unsupportedOperator } from "../diagnostics/causes";
import { Fault } from "../diagnostics/fault";
import { readInt, readIntRange } from "./ints";
import { readIp, readIpItem } from "./ips";
import { readListName } from "./list-names";
import type { ParseState } from "./parse-state";
import type { Reader } from "./reader";
import { readRegex } from "./regexes";
import { readBytes } from "./strings";
import { Tokens } from "./tokens";
import { BOOL_ARRAY, type Primitive, type Type } from "../scheme/types";
import { readWildcard } from "./wildcards";

/** In the order in which the engine tries them. */
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

/** Whether an operator follows, spaces before it allowed. */
export function atComparisonOperator(reader: Reader): boolean {
  const start = reader.position;
  reader.skipSpace();
  const found = OPERATORS.accept(reader) !== undefined;
  reader.position = start;
  return found;
}

/** What is asked of a value that was just read: nothing of a Bool, one comparison of every other. */
export function parseComparisonOf(state: ParseState, left: Value): Comparison {
  const { reader } = state;
  const test = parseTest(reader, left);
  const truthType: Type = test === TRUTH ? left.type : "Bool";
  const type = isMapped(left) ? BOOL_ARRAY : truthType;
  return { kind: "comparison", left, test, type, span: reader.spanFrom(left.span.start) };
}

function parseTest(reader: Reader, left: Value): Test {
  const { type } = left;
  if (type === "Bool" || isBoolArray(type)) return TRUTH;
  reader.skipSpace();
  const start = reader.position;
  const operator = OPERATORS.accept(reader);
  if (operator === undefined) throw reader.fault(expectedName("ComparisonOp"));
  const operatorSpan = reader.spanFrom(start);
  reader.skipSpace();
  const test = typeof type === "string" ? parseOperand(reader, type, operator) : undefined;
  if (test === undefined) throw new Fault(unsupportedOperator(type, supportedBy(type)), operatorSpan);
  return test;
}

/** The right-hand side, or `undefined` where the type of the left one does not allow the operator. */
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

function readLiteral(reader: Reader, type: Comparable): Literal {
  if (type === "Bytes") return readBytes(reader);
  return type === "Int" ? readInt(reader) : readIp(reader);
}

/** `"{" { item } "}"`. Items need no separator, and a comma is none. */
function readSet(reader: Reader, type: Comparable): SetItem[] {
  reader.expect("{");
  const items: SetItem[] = [];
  for (;;) {
    reader.skipSpace();
    if (reader.accept("}")) return items;
    items.push(readItem(reader, type));
  }
}

function readItem(reader: Reader, type: Comparable): SetItem {
  if (type === "Bytes") return readBytes(reader);
  return type === "Int" ? readIntRange(reader) : readIpItem(reader);
}

function supportedBy(type: Exclude<Type, "Bool">): string {
  if (typeof type === "string") return SUPPORTED[type];
  return type.container === "Array"
    ? "an index such as [0] or [*] before the operator: an array as a whole cannot be compared"
    : 'an index such as ["key"] or [*] before the operator: a map as a whole cannot be compared';
}
