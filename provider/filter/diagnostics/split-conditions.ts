import type { Span } from "../parse/ast";

/** Matches a string, an operator or a bracket, and otherwise one character. */
const TOKEN =
  /r(#*)"[^]*?"\1|"(?:[^"\\]|\\[^])*"|&&|\|\||\^\^|(?<![\w.$])(?:and|or|xor|not)(?![\w.])|[()!{}[\]]|[^]/g;
const OPERATOR = /^(?:and|or|xor|&&|\|\||\^\^)$/;
const PREFIX = /^(?:not|!|\()$/;
const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;
const OPENED_BY: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Tells whether all strings and brackets of an expression are closed. */
export function isClosed(expression: string): boolean {
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
