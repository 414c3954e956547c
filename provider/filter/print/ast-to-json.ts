import {
  type Argument,
  type BytesLiteral,
  type Comparison,
  type Expression,
  type Index,
  isLiteral,
  type Literal,
  type OrderingOperator,
  type Quantifier,
  type SetItem,
  type Test,
  type Value,
} from "../parse/ast";
import { printAddress } from "../parse/ip-address";
import { decodeUtf8 } from "../parse/utf8";

const ORDERINGS: Readonly<Record<OrderingOperator, string>> = {
  eq: "Equal",
  ne: "NotEqual",
  ge: "GreaterThanEqual",
  le: "LessThanEqual",
  gt: "GreaterThan",
  lt: "LessThan",
};
const COMBINATIONS = { or: "Or", xor: "Xor", and: "And" } as const;
const QUANTIFIERS = { any: "Any", all: "All" } as const;

/** A value that `JSON.stringify` takes. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Converts an AST to the JSON of the reference implementation, which drops parentheses. Integers beyond 2^53 become strings.
 */
export function astToJson(ast: Expression): Json {
  switch (ast.kind) {
    case "combination":
      return { items: ast.items.map(astToJson), op: COMBINATIONS[ast.operator] };
    case "negation":
      return { arg: astToJson(ast.operand), op: "Not" };
    case "group":
      return astToJson(ast.expression);
    case "quantifier":
      return { arg: quantifiedToJson(ast.argument), op: QUANTIFIERS[ast.quantifier] };
    case "comparison":
      return comparisonToJson(ast);
  }
}

function comparisonToJson({ left, test }: Comparison): Json {
  return { lhs: valueToJson(left), ...testToJson(test) };
}

function testToJson(test: Test): { readonly op: string; readonly rhs?: Json } {
  switch (test.kind) {
    case "truth":
      return { op: "IsTrue" };
    case "ordering":
      return { op: ORDERINGS[test.operator], rhs: literalToJson(test.literal) };
    case "bits":
      return { op: "BitwiseAnd", rhs: intToJson(test.literal.value) };
    case "values":
      return {
        op: test.operator === "bits" ? "BitwiseAnd" : ORDERINGS[test.operator],
        rhs: quantifiedToJson(test.right),
      };
    case "contains":
      return { op: "Contains", rhs: bytesToJson(test.literal) };
    case "matches":
      return { op: "Matches", rhs: test.pattern.pattern };
    case "wildcard":
      return { op: test.strict ? "Strict Wildcard" : "Wildcard", rhs: bytesToJson(test.pattern) };
    case "oneOf":
      return { op: "OneOf", rhs: test.items.map(itemToJson) };
    case "inList":
      return { op: "InList", rhs: test.name };
  }
}

function valueToJson({ source, indexes }: Value): Json {
  const name: Json =
    source.kind === "field" ? source.name : { args: source.arguments.map(argumentToJson), name: source.name };
  return indexes.length === 0 ? name : [name, ...indexes.map(indexToJson)];
}

function indexToJson(index: Index): Json {
  if (index.kind === "element") return { kind: "ArrayIndex", value: index.index };
  return index.kind === "key" ? { kind: "MapKey", value: index.key } : { kind: "MapEach" };
}

function argumentToJson(argument: Argument): Json {
  return isLiteral(argument)
    ? { kind: "Literal", value: literalToJson(argument) }
    : quantifiedToJson(argument);
}

function quantifiedToJson(argument: Quantifier["argument"]): Json {
  return argument.kind === "value"
    ? { kind: "IndexExpr", value: valueToJson(argument) }
    : { kind: "SimpleExpr", value: astToJson(argument) };
}

function literalToJson(literal: Literal): Json {
  if (literal.kind === "bytes") return bytesToJson(literal);
  return literal.kind === "int" ? intToJson(literal.value) : printAddress(literal.address);
}

function itemToJson(item: SetItem): Json {
  switch (item.kind) {
    case "intRange":
      return { end: intToJson(item.last), start: intToJson(item.first) };
    case "ipRange":
      return { end: printAddress(item.last), start: printAddress(item.first) };
    case "ipNetwork": {
      const address = printAddress(item.address);
      return item.prefix === (item.address.family === 4 ? 32 : 128) ? address : `${address}/${item.prefix}`;
    }
    default:
      return literalToJson(item);
  }
}

/** A string literal that is UTF-8 becomes a string, everything else a list of bytes. */
function bytesToJson({ bytes, notation }: BytesLiteral): Json {
  const text = notation === "hex" ? undefined : decodeUtf8(bytes);
  return text ?? [...bytes];
}

function intToJson(value: bigint): Json {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
