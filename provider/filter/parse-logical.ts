import {
  type Argument,
  type Expression,
  isBoolArray,
  type LogicalOperator,
  type Negation,
  type Quantifier,
} from "./ast";
import { typeMismatch } from "./causes";
import { Fault } from "./fault";
import { parseArgument } from "./parse-argument";
import { parseComparisonOf } from "./parse-comparison";
import { acceptPrefixOperator, acceptQuantifier, atPrefixOperator, atQuantifier } from "./parse-prefix";
import type { ParseState } from "./parse-state";
import { isArray, typeName } from "./types";

const OPERATORS: readonly (readonly [token: string, operator: LogicalOperator])[] = [
  ["or", "or"],
  ["||", "or"],
  ["xor", "xor"],
  ["^^", "xor"],
  ["and", "and"],
  ["&&", "and"],
];
/** How strongly an operator binds; 0 is no operator. */
const PRECEDENCE: Readonly<Record<LogicalOperator, number>> = { or: 1, xor: 2, and: 3 };

interface Lookahead {
  readonly operator: LogicalOperator | undefined;
  /** Where the text behind the operator begins; without one, where the expression before it ends. */
  readonly position: number;
}

/** Items joined by the same operator; it grows in place, so that a long chain takes linear time. */
interface Run {
  readonly operator: LogicalOperator;
  readonly items: [Expression, Expression, ...Expression[]];
}

/** `simple { operator simple }` */
export function parseLogical(state: ParseState): Expression {
  return parseOperators(state, parseSimple(state), 0);
}

/** Joins an expression with what follows it, as long as the operators bind at least as strongly as `minimum`. */
function parseOperators(state: ParseState, first: Expression, minimum: number): Expression {
  const { reader } = state;
  let left = first;
  let run: Run | undefined;
  let lookahead = peekOperator(state);
  while (lookahead.operator !== undefined && PRECEDENCE[lookahead.operator] >= minimum) {
    const { operator } = lookahead;
    reader.position = lookahead.position;
    let right = parseSimple(state);
    lookahead = peekOperator(state);
    while (precedence(lookahead) > PRECEDENCE[operator]) {
      right = parseOperators(state, right, precedence(lookahead));
      lookahead = peekOperator(state);
    }
    const fits = isArray(left.type) ? isArray(right.type) : left.type === right.type;
    if (!fits) throw reader.fault(typeMismatch([typeName(left.type)], right.type), lookahead.position);
    if (run?.operator === operator) run.items.push(right);
    else run = { operator, items: [left, right] };
    const span = { start: first.span.start, end: right.span.end };
    left = { kind: "combination", ...run, type: left.type, span };
  }
  return left;
}

/** The operator that follows, without going there. */
function peekOperator({ reader }: ParseState): Lookahead {
  const start = reader.position;
  reader.skipSpace();
  const operator = OPERATORS.find(([token]) => reader.accept(token))?.[1];
  if (operator !== undefined) reader.skipSpace();
  const position = operator === undefined ? start : reader.position;
  reader.position = start;
  return { operator, position };
}

function precedence({ operator }: Lookahead): number {
  return operator === undefined ? 0 : PRECEDENCE[operator];
}

/** A group, a negation, a quantifier or a comparison. */
function parseSimple(state: ParseState): Expression {
  const { reader } = state;
  const start = reader.position;
  if (reader.startsWith("(")) return state.nested(() => parseGroup(state, start));
  if (atPrefixOperator(reader)) return state.nested(() => parseNegation(state, start));
  if (atQuantifier(reader)) return parseQuantifier(state, start);
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

function parseNegation(state: ParseState, start: number): Negation {
  const { reader } = state;
  acceptPrefixOperator(reader);
  reader.skipSpace();
  const operand = parseSimple(state);
  return { kind: "negation", operand, type: operand.type, span: reader.spanFrom(start) };
}

function parseQuantifier(state: ParseState, start: number): Quantifier {
  const { reader } = state;
  const quantifier = acceptQuantifier(reader) ?? "any";
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
  if (
    argument.kind !== "bytes" &&
    argument.kind !== "int" &&
    argument.kind !== "ip" &&
    isBoolArray(argument.type)
  ) {
    return argument;
  }
  throw new Fault(typeMismatch(["Array<Bool>"], argument.type), state.reader.spanFrom(start));
}
