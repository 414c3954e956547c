import { remembered } from "../analyze/formula";
import type { Expression } from "../parse/ast";
import { counterexample, refutable, satisfiable } from "./compare";
import type { Budget } from "./meter";

/** The budget of a question that a preview asks about each rule. */
export const PREVIEW_BUDGET: Budget = { steps: 200_000, bytes: 4 * 1024 * 1024 };

const OPTIONS = { budget: PREVIEW_BUDGET };
/* A program asks the same of many equal rules, so answers are kept as long as the expression. */
const isAlways = remembered((ast: Expression) => refutable(ast, OPTIONS).kind === "no");
const isNever = remembered((ast: Expression) => satisfiable(ast, OPTIONS).kind === "no");
const implied = remembered((ast: Expression) =>
  remembered((other: Expression) => counterexample(ast, other, OPTIONS).kind === "no"),
);

/** Whether every request matches an expression. False if that is undecided. */
export function alwaysTrue(ast: Expression): boolean {
  return isAlways(ast);
}

/** Whether no request matches an expression. False if that is undecided. */
export function neverTrue(ast: Expression): boolean {
  return isNever(ast);
}

/** Whether every request that matches an expression matches the other one too. False if that is undecided. */
export function implies(ast: Expression, other: Expression): boolean {
  return implied(ast)(other);
}
