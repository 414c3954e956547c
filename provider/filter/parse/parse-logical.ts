import {
  type Argument,
  type Combination,
  type Expression,
  isBoolArray,
  isLiteral,
  type LogicalOperator,
  type Negation,
  type Quantifier,
} from "./ast";
import { typeMismatch } from "../diagnostics/type-causes";
import { ParseError } from "../diagnostics/parse-error";
import { parseArgument } from "./parse-argument";
import { parseComparisonOf } from "./parse-comparison";
import { acceptPrefixOperator, acceptQuantifier } from "./parse-prefix";
import type { ParseState } from "./parse-state";
import { Tokens } from "./tokens";
import { isArray, type Type, typeName } from "../scheme/types";

const OPERATORS = new Tokens<LogicalOperator>([
  ["or", "or"],
  ["||", "or"],
  ["xor", "xor"],
  ["^^", "xor"],
  ["and", "and"],
  ["&&", "and"],
]);
/** A higher number binds more tightly. */
const PRECEDENCE: Readonly<Record<LogicalOperator, number>> = { or: 1, xor: 2, and: 3 };

interface Lookahead {
  readonly operator: LogicalOperator;
  /** Start of the right operand. */
  readonly position: number;
}

/**
 * ```ebnf
 * or-condition  = xor-condition { ws ( "or" | "||" ) ws xor-condition } ;
 * xor-condition = and-condition { ws ( "xor" | "^^" ) ws and-condition } ;
 * and-condition = simple { ws ( "and" | "&&" ) ws simple } ;
 * ```
 */
export function parseLogical(state: ParseState): Expression {
  let left = parseSimple(state);
  let next = peekOperator(state);
  while (next !== undefined) {
    left = parseRun(state, left, next);
    next = peekOperator(state);
  }
  return left;
}

/** Parses the rest of an `or-`, `xor-` or `and-condition` after its first operand. */
function parseRun(state: ParseState, first: Expression, { operator, position }: Lookahead): Combination {
  const { reader } = state;
  reader.position = position;
  const second = parseOperand(state, operator, first.type);
  const items: [Expression, Expression, ...Expression[]] = [first, second];
  let last = second;
  let next = peekOperator(state);
  while (next?.operator === operator) {
    reader.position = next.position;
    last = parseOperand(state, operator, first.type);
    items.push(last);
    next = peekOperator(state);
  }
  const span = { start: first.span.start, end: last.span.end };
  return { kind: "combination", operator, items, type: first.type, span };
}

/** Parses an operand with all operators that bind more tightly. Its type must fit `type`, the type of the first operand. */
function parseOperand(state: ParseState, operator: LogicalOperator, type: Type): Expression {
  let operand = parseSimple(state);
  let next = peekOperator(state);
  while (next !== undefined && PRECEDENCE[next.operator] > PRECEDENCE[operator]) {
    operand = parseRun(state, operand, next);
    next = peekOperator(state);
  }
  const fits = isArray(type) ? isArray(operand.type) : type === operand.type;
  if (!fits)
    throw state.reader.error(typeMismatch([typeName(type)], operand.type), next?.position, operand.span);
  return operand;
}

/** Returns the next logical operator without moving the reader. */
function peekOperator({ reader }: ParseState): Lookahead | undefined {
  const start = reader.position;
  reader.skipSpace();
  const operator = OPERATORS.accept(reader);
  if (operator === undefined) {
    reader.position = start;
    return undefined;
  }
  reader.skipSpace();
  const { position } = reader;
  reader.position = start;
  return { operator, position };
}

/** `simple = group | negation | quantifier | comparison ;` */
function parseSimple(state: ParseState): Expression {
  const { reader } = state;
  const start = reader.position;
  if (reader.startsWith("(")) return state.nested(() => parseGroup(state, start));
  if (acceptPrefixOperator(reader)) return state.nested(() => parseNegation(state, start), start);
  const quantifier = acceptQuantifier(reader);
  if (quantifier !== undefined) return parseQuantifier(state, quantifier, start);
  return parseComparisonOf(state, state.grammar.parseValue(state));
}

/** `group = "(" ws or-condition ws ")" ;` */
function parseGroup(state: ParseState, start: number): Expression {
  const { reader } = state;
  reader.expect("(");
  reader.skipSpace();
  const expression = parseLogical(state);
  reader.skipSpace();
  reader.expect(")");
  return { kind: "group", expression, type: expression.type, span: reader.spanFrom(start) };
}

/** `negation = ( "not" | "!" ) ws simple ;` The reader is after the operator. */
function parseNegation(state: ParseState, start: number): Negation {
  const { reader } = state;
  reader.skipSpace();
  const operand = parseSimple(state);
  return { kind: "negation", operand, type: operand.type, span: reader.spanFrom(start) };
}

/** `quantifier = ( "any" | "all" ) ws "(" ws argument ws ")" ;` The reader is at the parenthesis. */
function parseQuantifier(state: ParseState, quantifier: Quantifier["quantifier"], start: number): Quantifier {
  const { reader } = state;
  return state.nested(() => {
    reader.expect("(");
    reader.skipSpace();
    const argument = parseQuantified(state);
    reader.skipSpace();
    reader.expect(")");
    return { kind: "quantifier", quantifier, argument, type: "Bool", span: reader.spanFrom(start) };
  });
}

/** Parses the argument of a quantifier, which must be of type Array<Bool>. */
function parseQuantified(state: ParseState): Quantifier["argument"] {
  const start = state.reader.position;
  const argument: Argument = parseArgument(state);
  if (!isLiteral(argument) && isBoolArray(argument.type)) return argument;
  throw new ParseError(typeMismatch(["Array<Bool>"], argument.type), state.reader.spanFrom(start));
}
