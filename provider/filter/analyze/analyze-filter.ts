import type { Expression } from "../parse/ast";
import { type Formula, formulaOf, remembered } from "./formula";
import { isRefuted } from "./refute";

/* A program asks the same of many equal rules, so answers are kept as long as the expression. */
const isAlways = remembered((ast: Expression) => isRefuted([formulaOf(ast, false)]));
const isNever = remembered((ast: Expression) => isRefuted([formulaOf(ast)]));
const implied = remembered((ast: Expression) => remembered((other: Expression) => isImplied(ast, other)));
const subjectsOf = remembered((ast: Expression) => collectSubjects(formulaOf(ast), new Set()));

/** Whether every request matches an expression. False if that is not clear. */
export function alwaysTrue(ast: Expression): boolean {
  return isAlways(ast);
}

/** Whether no request matches an expression. False if that is not clear. */
export function neverTrue(ast: Expression): boolean {
  return isNever(ast);
}

/** Whether every request that matches an expression matches the other one too. False if that is not clear. */
export function implies(ast: Expression, other: Expression): boolean {
  return implied(ast)(other);
}

function isImplied(ast: Expression, other: Expression): boolean {
  if (isNever(ast) || isAlways(other)) return true;
  const subjects = subjectsOf(ast);
  // Conditions on different values do not depend on each other.
  if (![...subjectsOf(other)].some((subject) => subjects.has(subject))) return false;
  return isRefuted([formulaOf(ast), formulaOf(other, false)]);
}

function collectSubjects(formula: Formula, subjects: Set<string>): Set<string> {
  if (formula.kind === "atom") subjects.add(formula.atom.subject);
  else if (formula.kind !== "constant") for (const item of formula.items) collectSubjects(item, subjects);
  return subjects;
}
