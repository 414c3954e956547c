import type { Span } from "../parse/ast";
import { type CauseClass, ParseError } from "../parse/causes/cause";
import { Parser } from "../parse/parser";
import type { NameScope } from "../scheme/identifiers";

const MAX_ERRORS = 10;
/** Longer texts are generated, and the first error is enough. */
const MAX_LENGTH = 16_384;
/** Errors in a value or a name. They do not change where their condition ends. */
const INDEPENDENT: ReadonlySet<CauseClass> = new Set<CauseClass>([
  "IncompatibleRangeBounds",
  "InvalidArgumentKind",
  "InvalidArgumentType",
  "InvalidArgumentValue",
  "InvalidArgumentsCount",
  "InvalidCharacterEscape",
  "InvalidIndexAccess",
  "InvalidListName",
  "ParseInt",
  "ParseNetwork",
  "ParseRegex.CompiledTooBig",
  "ParseRegex.Syntax",
  "ParseWildcard.DoubleStar",
  "ParseWildcard.InvalidWildcard",
  "UnknownIdentifier",
  "UnsupportedOp",
]);

/** Syntax errors. Checking continues only if all brackets and strings are closed. */
const SYNTAX: ReadonlySet<CauseClass> = new Set<CauseClass>(["EOF", "ExpectedLiteral", "ExpectedName"]);

/** Matches a string, an operator or a bracket, and otherwise one character. */
const TOKEN =
  /r(#*)"[^]*?"\1|"(?:[^"\\]|\\[^])*"|&&|\|\||\^\^|(?<![\w.$])(?:and|or|xor|not)(?![\w.])|[()!{}[\]]|[^]/g;
const OPERATOR = /^(?:and|or|xor|&&|\|\||\^\^)$/;
const PREFIX = /^(?:not|!|\()$/;
const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;
const OPENED_BY: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/**
 * Finds errors in the conditions after the first error, if that error is independent of them. Each condition is parsed on
 * its own.
 */
export function findFurtherErrors(expression: string, first: ParseError, scope: NameScope): ParseError[] {
  if (expression.length > MAX_LENGTH) return [];
  const closed = isClosed(expression);
  const isIndependent = ({ reason: { causeClass } }: ParseError): boolean =>
    INDEPENDENT.has(causeClass) || (closed && SYNTAX.has(causeClass));
  if (!isIndependent(first)) return [];
  const errors: ParseError[] = [];
  for (const condition of splitConditions(expression)) {
    if (condition.start <= first.span.start) continue;
    const error = errorIn(expression, condition, scope);
    if (error !== undefined && isIndependent(error)) errors.push(error);
    if (errors.length === MAX_ERRORS - 1) break;
  }
  return errors;
}

function errorIn(expression: string, condition: Span, scope: NameScope): ParseError | undefined {
  try {
    new Parser(expression, condition, scope).parseFilter();
    return undefined;
  } catch (problem) {
    if (!(problem instanceof ParseError)) throw problem;
    return problem;
  }
}

/** Tells whether all strings and brackets of an expression are closed. */
function isClosed(expression: string): boolean {
  const open: string[] = [];
  for (const [token] of expression.matchAll(TOKEN)) {
    if (token === '"') return false;
    if (OPENING.test(token)) open.push(token);
    if (CLOSING.test(token) && open.pop() !== OPENED_BY[token]) return false;
  }
  return open.length === 0;
}

/**
 * Splits an expression into its conditions, without logical operators, negations and grouping parentheses. It works on the
 * text, so the expression need not parse. Brackets of calls, sets and indexes are part of their condition.
 */
export function splitConditions(expression: string): Span[] {
  const conditions: Span[] = [];
  let start: number | undefined;
  let end = 0;
  let inner = 0;
  // After a closing parenthesis, only an operator can start a new condition.
  let mayStart = true;
  for (const { 0: token, index } of expression.matchAll(TOKEN)) {
    if (token.trim() === "") continue;
    const isOperator = OPERATOR.test(token);
    if (inner === 0 && (isOperator || token === ")")) {
      if (start !== undefined) conditions.push({ start, end });
      start = undefined;
      mayStart = isOperator;
    } else if (start !== undefined || (mayStart && !PREFIX.test(token))) {
      start ??= index;
      end = index + token.length;
      if (OPENING.test(token)) inner += 1;
      if (CLOSING.test(token)) inner -= 1;
    }
  }
  if (start !== undefined) conditions.push({ start, end });
  return conditions;
}
