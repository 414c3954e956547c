import {
  type Argument,
  type Comparison,
  type Expression,
  type Index,
  isLiteral,
  type Test,
  type Value,
  type ValueExpression,
} from "../parse/ast";
import { printBytes, printLiteral, printQuoted, printRegex, printSetItem } from "./print-literal";

/**
 * Prints an expression in canonical form: words for operators, single spaces, the parentheses of the AST. Parsing the text
 * gives the same AST.
 */
export function printFilter(ast: Expression): string {
  switch (ast.kind) {
    case "combination":
      return ast.items.map(printFilter).join(` ${ast.operator} `);
    case "negation":
      return `not ${printFilter(ast.operand)}`;
    case "group":
      return `(${printFilter(ast.expression)})`;
    case "quantifier":
      return `${ast.quantifier}(${printArgument(ast.argument)})`;
    case "comparison":
      return printComparison(ast);
  }
}

/** Prints a value expression in canonical form. */
export function printValueExpression(ast: ValueExpression): string {
  return ast.kind === "bytes" ? printBytes(ast) : printValue(ast);
}

function printComparison({ left, test }: Comparison): string {
  return test.kind === "truth" ? printValue(left) : `${printValue(left)} ${printTest(test)}`;
}

/** Prints the operator and the right side of a comparison. */
export function printTest(test: Exclude<Test, { kind: "truth" }>): string {
  switch (test.kind) {
    case "ordering":
      return `${test.operator} ${printLiteral(test.literal)}`;
    case "bits":
      return `& ${printLiteral(test.literal)}`;
    case "values":
      return `${test.operator === "bits" ? "&" : test.operator} ${printValue(test.right)}`;
    case "contains":
      return `contains ${printBytes(test.literal)}`;
    case "matches":
      return `matches ${printRegex(test.pattern)}`;
    case "wildcard":
      return `${test.strict ? "strict wildcard" : "wildcard"} ${printBytes(test.pattern)}`;
    case "oneOf":
      return `in {${test.items.map(printSetItem).join(" ")}}`;
    case "inList":
      return `in $${test.name}`;
  }
}

/** Prints a field or a call with its indexes. */
export function printValue({ source, indexes }: Value): string {
  const name =
    source.kind === "field"
      ? source.name
      : `${source.name}(${source.arguments.map(printArgument).join(", ")})`;
  return name + indexes.map(printIndex).join("");
}

function printIndex(index: Index): string {
  if (index.kind === "each") return "[*]";
  return index.kind === "key" ? `[${printQuoted(index.key)}]` : `[${index.index}]`;
}

function printArgument(argument: Argument): string {
  if (isLiteral(argument)) return printLiteral(argument);
  return argument.kind === "value" ? printValue(argument) : printFilter(argument);
}
