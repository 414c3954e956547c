import type { Argument, Expression, Literal, Value } from "./ast";
import { unrecognised } from "./causes";
import { isHexDigit, isWordCharacter } from "./characters";
import { readInt } from "./ints";
import { readIp } from "./ips";
import { atComparisonOperator, parseComparisonOf } from "./parse-comparison";
import { atPrefixOperator, atQuantifier } from "./parse-prefix";
import type { ParseState } from "./parse-state";
import { readBytes } from "./strings";

const EXPECTED = "an argument: a field, a call, a condition, a string, an integer or an IP address";

/**
 * One argument of a call or a quantifier. What it is, the engine guesses from its first characters, and where
 * they do not tell, it tries: a value, an address, an integer, bytes.
 */
export function parseArgument(state: ParseState): Argument {
  const { reader } = state;
  const isString = reader.peek() === '"' || reader.startsWith('r"') || reader.startsWith("r#");
  if (isString) return readBytes(reader);
  if (reader.peek() === "(" || atPrefixOperator(reader) || atQuantifier(reader)) {
    return state.grammar.parseExpression(state);
  }
  if (beginsWithName(state)) return parseComputed(state, state.grammar.parseValue(state));
  const value = state.attempt(() => state.grammar.parseValue(state));
  if (value !== undefined) return parseComputed(state, value);
  const literal = readLiteral(state);
  if (literal === undefined) throw reader.fault(unrecognised("this is no argument", EXPECTED));
  return literal;
}

/** Whether one of the first three characters can be no digit, hexadecimal ones included, and so begins a name. */
function beginsWithName({ reader }: ParseState): boolean {
  for (let distance = 0; distance < 3; distance += 1) {
    const code = reader.peek(distance).charCodeAt(0);
    if (!isWordCharacter(code)) return false;
    if (!isHexDigit(code)) return true;
  }
  return false;
}

function parseComputed(state: ParseState, value: Value): Expression | Value {
  return atComparisonOperator(state.reader) ? parseComparisonOf(state, value) : value;
}

function readLiteral(state: ParseState): Literal | undefined {
  const { reader } = state;
  return (
    state.attempt(() => readIp(reader)) ??
    state.attempt(() => readInt(reader)) ??
    state.attempt(() => readBytes(reader))
  );
}
