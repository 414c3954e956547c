import type { Expression } from "./ast";
import { typeMismatch, unrecognised } from "./causes";
import { diagnose, type Diagnostic } from "./diagnostic";
import { Fault } from "./fault";
import { parseLogical } from "./parse-logical";
import { ParseState } from "./parse-state";
import { parseValue } from "./parse-value";
import { trimmedSpan } from "./source";

export type FilterResult =
  | { readonly valid: true; readonly ast: Expression }
  | { readonly valid: false; readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]] };

/** The hosted service refuses longer expressions. In characters, whatever their size in bytes. */
export const MAX_EXPRESSION_LENGTH = 4096;

const EXPECTED_END = "the end of the expression, or and, or, xor with another condition";

/** Reads a filter expression and checks its types, as the engine does. Never throws, whatever the text. */
export function parseFilter(expression: string): FilterResult {
  try {
    return { valid: true, ast: parseWhole(expression) };
  } catch (problem) {
    if (!(problem instanceof Fault)) throw problem;
    return { valid: false, diagnostics: [diagnose(expression, problem)] };
  }
}

function parseWhole(expression: string): Expression {
  const state = new ParseState(expression, trimmedSpan(expression), {
    parseExpression: parseLogical,
    parseValue,
  });
  const ast = parseLogical(state);
  if (ast.type !== "Bool") throw state.reader.fault(typeMismatch(["Bool"], ast.type));
  if (!state.reader.atEnd) throw state.reader.fault(unrecognised(EXPECTED_END));
  return ast;
}
