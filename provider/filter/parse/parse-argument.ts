import type { Argument, Expression, Literal, Value } from "./ast";
import { unrecognised } from "../diagnostics/causes";
import { HEX_DIGITS, NAME_CHARACTERS, WORD_CHARACTERS } from "./characters";
import { readInt } from "./ints";
import { acceptIp } from "./ips";
import { atComparisonOperator, parseComparisonOf } from "./parse-comparison";
import { atPrefixOperator, atQuantifier } from "./parse-prefix";
import type { ParseState } from "./parse-state";
import { getIdentifier } from "../scheme/scheme";
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
  const value = atIdentifier(state) ? state.attempt(() => state.grammar.parseValue(state)) : undefined;
  if (value !== undefined) return parseComputed(state, value);
  const literal = readLiteral(state);
  if (literal === undefined) throw reader.fault(unrecognised("this is no argument", EXPECTED));
  return literal;
}

/** Whether one of the first three characters can be no digit, hexadecimal ones included, and so begins a name. */
function beginsWithName({ reader }: ParseState): boolean {
  for (let distance = 0; distance < 3; distance += 1) {
    const code = reader.code(distance);
    if (!WORD_CHARACTERS.has(code)) return false;
    if (!HEX_DIGITS.has(code)) return true;
  }
  return false;
}

/** Whether a name of the scheme stands here. Every other run of words and dots can be no value. */
function atIdentifier({ reader }: ParseState): boolean {
  const end = reader.endOfRun(NAME_CHARACTERS);
  return getIdentifier(reader.text.slice(reader.position, end)) !== undefined;
}

function parseComputed(state: ParseState, value: Value): Expression | Value {
  return atComparisonOperator(state.reader) ? parseComparisonOf(state, value) : value;
}

function readLiteral(state: ParseState): Literal | undefined {
  const { reader } = state;
  return acceptIp(reader) ?? state.attempt(() => readInt(reader)) ?? state.attempt(() => readBytes(reader));
}
