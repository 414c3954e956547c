import type { Expression, Span } from "./ast";
import { unrecognised } from "../diagnostics/syntax-causes";
import { typeMismatch } from "../diagnostics/type-causes";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { ParseError } from "../diagnostics/parse-error";
import { lazily } from "../../lazily";
import { GRAMMAR } from "./grammar";
import { parseLogical } from "./parse-logical";
import { ParseState } from "./parse-state";
import type * as Diagnostics from "../diagnostics/diagnostic";
import { trimmedSpan } from "./source";

/** The service rejects longer expressions. The length is in code points. */
export const MAX_EXPRESSION_LENGTH = 4096;

const EXPECTED_END = "the end of the expression, or and, or, xor with another condition";

// Most programs have no invalid expression. `require` returns `any`.
const loadDiagnostics = lazily(() => require("../diagnostics/diagnostic") as typeof Diagnostics);

export type FilterResult =
  | { readonly valid: true; readonly ast: Expression }
  | { readonly valid: false; readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]] };

/**
 * Parses a filter expression and checks its types, as the reference implementation does. The first diagnostic is the one that
 * the reference implementation reports. The others are independent errors in later conditions. In a phase that processes packets,
 * the fields of packets are known too. Never throws.
 */
export function parseFilter(expression: string, { phase }: { readonly phase?: string } = {}): FilterResult {
  try {
    return { valid: true, ast: parseSpan(expression, trimmedSpan(expression), phase) };
  } catch (problem) {
    if (!(problem instanceof ParseError)) throw problem;
    const parseCondition = (span: Span): unknown => parseSpan(expression, span, phase);
    return { valid: false, diagnostics: loadDiagnostics().diagnoseAll(expression, problem, parseCondition) };
  }
}

/** `filter = or-condition ;` of type Bool. Parses all of a span. */
function parseSpan(expression: string, span: Span, phase: string | undefined): Expression {
  const state = new ParseState(expression, span, GRAMMAR, phase);
  const ast = parseLogical(state);
  if (ast.type !== "Bool") throw state.reader.error(typeMismatch(["Bool"], ast.type), undefined, ast.span);
  if (!state.reader.atEnd)
    throw state.reader.error(unrecognised("the expression continues where it should end", EXPECTED_END));
  return ast;
}
