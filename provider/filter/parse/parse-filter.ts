import type { Expression, Span } from "./ast";
import { typeMismatch, unrecognised } from "../diagnostics/causes";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { Fault } from "../diagnostics/fault";
import { lazily } from "../../lazily";
import { parseLogical } from "./parse-logical";
import { type Grammar, ParseState } from "./parse-state";
import { parseValue } from "./parse-value";
import type * as Refusal from "../diagnostics/refusal";
import { trimmedSpan } from "./source";

/** The hosted service refuses longer expressions. In characters, whatever their size in bytes. */
export const MAX_EXPRESSION_LENGTH = 4096;

const GRAMMAR: Grammar = { parseExpression: parseLogical, parseValue };
const EXPECTED_END = "the end of the expression, or and, or, xor with another condition";

// Most programs hold no fault.
const loadRefusal = lazily(() => require("../diagnostics/refusal") as typeof Refusal);

export type FilterResult =
  | { readonly valid: true; readonly ast: Expression }
  | { readonly valid: false; readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]] };

/**
 * Reads a filter expression and checks its types, as the engine does. The first diagnostic is the engine's; further ones
 * are faults of other conditions that do not depend on it. Never throws, whatever the text.
 */
export function parseFilter(expression: string): FilterResult {
  try {
    return { valid: true, ast: parseSpan(expression, trimmedSpan(expression)) };
  } catch (problem) {
    if (!(problem instanceof Fault)) throw problem;
    const parseCondition = (span: Span): unknown => parseSpan(expression, span);
    return { valid: false, diagnostics: loadRefusal().explainRefusal(expression, problem, parseCondition) };
  }
}

/** All of a part of the text as one condition. */
function parseSpan(expression: string, span: Span): Expression {
  const state = new ParseState(expression, span, GRAMMAR);
  const ast = parseLogical(state);
  if (ast.type !== "Bool") throw state.reader.fault(typeMismatch(["Bool"], ast.type), undefined, ast.span);
  if (!state.reader.atEnd)
    throw state.reader.fault(unrecognised("the expression goes on where it should end", EXPECTED_END));
  return ast;
}
