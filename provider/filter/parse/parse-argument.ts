import type { Argument, Expression, Literal, Value } from "./ast";
import { unrecognised } from "../diagnostics/syntax-causes";
import { HEX_DIGITS, NAME_CHARACTERS, WORD_CHARACTERS } from "./characters";
import { readInt } from "./read-int";
import { acceptIp } from "./read-ip";
import { atComparisonOperator, parseComparisonOf } from "./parse-comparison";
import { atPrefixOperator, atQuantifier } from "./parse-prefix";
import type { ParseState } from "./parse-state";
import { getIdentifier } from "../scheme/identifiers";
import { readBytes } from "./read-bytes";

const EXPECTED = "an argument: a field, a call, a condition, a string, an integer or an IP address";

/**
 * `argument = string | or-condition | value [ ws test ] | ip | integer | bytes ;`
 *
 * Like the reference implementation, it chooses by the first characters: an `or-condition` starts with a parenthesis, `not`
 * or a quantifier. If the characters do not decide, it tries a value, an address, an integer and bytes, in this order.
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
  if (literal === undefined) throw reader.error(unrecognised("this is not an argument", EXPECTED));
  return literal;
}

/** Tells whether a name starts here: one of the first three characters is a word character but not a hex digit. */
function beginsWithName({ reader }: ParseState): boolean {
  for (let distance = 0; distance < 3; distance += 1) {
    const code = reader.code(distance);
    if (!WORD_CHARACTERS.has(code)) return false;
    if (!HEX_DIGITS.has(code)) return true;
  }
  return false;
}

/** Tells whether the run of words and dots at the reader is a name of the scheme. */
function atIdentifier({ reader, phase }: ParseState): boolean {
  const end = reader.endOfRun(NAME_CHARACTERS);
  return getIdentifier(reader.text.slice(reader.position, end), phase) !== undefined;
}

function parseComputed(state: ParseState, value: Value): Expression | Value {
  return atComparisonOperator(state.reader) ? parseComparisonOf(state, value) : value;
}

function readLiteral(state: ParseState): Literal | undefined {
  const { reader } = state;
  return acceptIp(reader) ?? state.attempt(() => readInt(reader)) ?? state.attempt(() => readBytes(reader));
}
