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
import { typeMismatch } from "../diagnostics/causes";
import { Fault } from "../diagnostics/fault";
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
/** How strongly an operator binds. */
const PRECEDENCE: Readonly<Record<LogicalOperator, number>> = { or: 1, xor: 2, and: 3 };

interface Lookahead {
  readonly operator: LogicalOperator;
  /** Where the text behind the operator begins. */
  readonly position: number;
}

/** `simple { operator simple }` */
export function parseLogical(state: ParseState): Expression {
  let left = parseSimple(state);
  let next = peekOperator(state);
  while (next !== undefined) {
    left = parseRun(state, left, next);
    next = peekOperator(state);
  }
  return left;
}

/** Joins an expression with all that follows it behind the same operator, and in these with what binds more strongly. */
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

/** What stands behind an operator, with what binds more strongly. Its type has to fit the one before the operator. */
function parseOperand(state: ParseState, operator: LogicalOperator, type: Type): Expression {
  let operand = parseSimple(state);
  let next = peekOperator(state);
  while (next !== undefined && PRECEDENCE[next.operator] > PRECEDENCE[operator]) {
    operand = parseRun(state, operand, next);
    next = peekOperator(state);
  }
  const fits = isArray(type) ? isArray(operand.type) : type === operand.type;
  if (!fits)
    throw state.reader.fault(typeMismatch([typeName(type)], operand.type), next?.position, operand.span);
  return operand;
}

/** The operator that follows, without going there. */
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

/** A group, a negation, a quantifier or a comparison. */
function parseSimple(state: ParseState): Expression {
  const { reader } = state;
  const start = reader.position;
  if (reader.startsWith("(")) return state.nested(() => parseGroup(state, start));
  if (acceptPrefixOperator(reader)) return state.nested(() => parseNegation(state, start), start);
  const quantifier = acceptQuantifier(reader);
  if (quantifier !== undefined) return parseQuantifier(state, quantifier, start);
  return parseComparisonOf(state, state.grammar.parseValue(state));
}

function parseGroup(state: ParseState, start: number): Expression {
  const { reader } = state;
  reader.expect("(");
  reader.skipSpace();
  const expression = parseLogical(state);
  reader.skipSpace();
  reader.expect(")");
  return { kind: "group", expression, type: expression.type, span: reader.spanFrom(start) };
}

/** The reader stands behind the operator. */
function parseNegation(state: ParseState, start: number): Negation {
  const { reader } = state;
  reader.skipSpace();
  const operand = parseSimple(state);
  return { kind: "negation", operand, type: operand.type, span: reader.spanFrom(start) };
}

/** The reader stands at the bracket. */
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

function parseQuantified(state: ParseState): Quantifier["argument"] {
  const start = state.reader.position;
  const argument: Argument = parseArgument(state);
  if (!isLiteral(argument) && isBoolArray(argument.type)) return argument;
  throw new Fault(typeMismatch(["Array<Bool>"], argument.type), state.reader.spanFrom(start));
}
