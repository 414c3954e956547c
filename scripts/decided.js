// @ts-check
"use strict";

/** @typedef {typeof import("../provider/filter")} Filter */
/** @typedef {import("../provider/filter").Answer} Answer */

/**
 * What the decision procedure knows about a corpus. `decided`: expressions of which both questions are answered.
 * @typedef {object} Counts
 * @property {number} lines
 * @property {number} expressions
 * @property {number} decided
 * @property {{ asked: number, witness: number, proof: number, undecided: Record<string, number> }} questions
 * @property {Record<string, number>} functions called in parts that leave a question undecided
 */

/**
 * Asks of each expression whether a request can match, and whether one can not.
 * @param {Pick<Filter, "parseFilter" | "satisfiable" | "refutable">} filter
 * @param {string} text lines of JSON objects with a member `expression`
 * @returns {Counts}
 */
function countDecided({ parseFilter, satisfiable, refutable }, text) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  /** @type {Counts} */
  const counts = {
    lines: lines.length,
    expressions: 0,
    decided: 0,
    functions: {},
    questions: { asked: 0, witness: 0, proof: 0, undecided: {} },
  };
  for (const line of lines) {
    const expression = expressionOf(line);
    const parsed = expression === undefined ? undefined : parseFilter(expression);
    if (expression === undefined || parsed?.valid !== true) continue;
    const answers = [satisfiable(parsed.ast), refutable(parsed.ast)];
    counts.expressions += 1;
    counts.decided += answers.every(({ kind }) => kind !== "undecided") ? 1 : 0;
    for (const answer of answers) addAnswer(counts, answer, expression);
  }
  return counts;
}

/** @param {Counts} counts @param {Answer} answer @param {string} expression */
function addAnswer({ questions, functions }, answer, expression) {
  questions.asked += 1;
  if (answer.kind === "yes") questions.witness += 1;
  else if (answer.kind === "no") questions.proof += 1;
  else {
    add(questions.undecided, answer.because);
    const parts = answer.parts.map(({ span }) => expression.slice(span.start, span.end));
    const names = parts.flatMap((part) =>
      [...part.matchAll(/\b([a-z0-9_]+)\(/g)].map(([, name = ""]) => name),
    );
    for (const name of new Set(names)) add(functions, name);
  }
}

/** @param {string} line @returns {string | undefined} */
function expressionOf(line) {
  try {
    /** @type {unknown} */
    const value = JSON.parse(line);
    if (typeof value !== "object" || value === null || !("expression" in value)) return undefined;
    return typeof value.expression === "string" ? value.expression : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Record<string, number>} counts @param {string} name */
function add(counts, name) {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** @param {Counts} counts @returns {string} */
function printDecided({ lines, expressions, decided, questions, functions }) {
  const head = `${lines} lines, ${expressions} valid expressions`;
  if (expressions === 0) return `${head}. Each line must be a JSON object with a string member "expression".`;
  const { asked, witness, proof, undecided } = questions;
  const open = asked - witness - proof;
  return [
    `${head}: ${decided} completely decided (${((100 * decided) / expressions).toFixed(1)} %).`,
    `${asked} questions, whether a request can match and whether one can not: ${witness} by a witness, ${proof} by a proof, ${open} undecided.`,
    ...listed("Undecided because", undecided),
    ...listed("Functions in undecided parts", functions),
  ].join("\n");
}

/** @param {string} title @param {Record<string, number>} counts @returns {string[]} */
function listed(title, counts) {
  const items = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return items.length === 0
    ? []
    : [`${title}: ${items.map(([name, count]) => `${name} ${count}`).join(", ")}.`];
}

module.exports = { countDecided, printDecided };
