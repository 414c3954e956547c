import type { Span } from "../parse/ast";

/** What a split looks at: strings (whole), operators, brackets, and everything else a character at a time. */
const TOKEN =
  /r(#*)"[^]*?"\1|"(?:[^"\\]|\\[^])*"|&&|\|\||\^\^|(?<![\w.$])(?:and|or|xor|not)(?![\w.])|[()!{}[\]]|[^]/g;
const OPERATOR = /^(?:and|or|xor|&&|\|\||\^\^)$/;
const PREFIX = /^(?:not|!|\()$/;
const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;
const OPENED_BY: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Whether every string and every bracket of an expression ends, whatever stands between them. */
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
 * The single conditions of an expression, without the operators, negations and parentheses that join them. It looks at
 * the text only, so it also divides what does not parse. Brackets of calls, sets and indexes stay within a condition.
 */
export function splitConditions(expression: string): Span[] {
  const conditions: Span[] = [];
  let start: number | undefined;
  let end = 0;
  let inner = 0;
  // Behind a closing parenthesis, nothing but an operator makes a new condition.
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
