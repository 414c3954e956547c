import type { RequestFields } from "../../evaluate/runtime-value";
import { type Expression, withoutGroups } from "../../parse/ast";
import { remembered } from "../../remembered";
import { exampleOf, matches, newDecider, ordinaryRequest } from "./example";
import { variableFieldsOf, whereGiven } from "./given";

/*
 * What is certain of all requests, at the price that a preview of many rules can pay. Most answers are "no", and one request shows
 * that: only if an example leaves a question open, a solver decides it.
 */

/* A program asks the same of many equal rules, so answers are kept as long as the expression. */
const isAlways = remembered((ast: Expression) => {
  if (matches(ast, ordinaryRequest()) === false) return false;
  const decider = newDecider();
  return decider.excludes([decider.circuit.not(decider.node(ast))]);
});
const implied = remembered((ast: Expression) => remembered((other: Expression) => isImplied(ast, other)));

/** Whether every request matches an expression. False if that is undecided. */
export function alwaysTrue(ast: Expression): boolean {
  return isAlways(ast);
}

/** Whether no request matches an expression. False if that is undecided. */
export function neverTrue(ast: Expression): boolean {
  return exampleOf(ast) === "none";
}

/** Whether every request that matches an expression matches the other one too. False if that is undecided. */
export function implies(ast: Expression, other: Expression): boolean {
  return implied(ast)(other);
}

function isImplied(ast: Expression, other: Expression): boolean {
  if (ast === other) return true;
  const example = exampleOf(ast);
  if (example === "none") return true;
  if (example !== undefined && matches(other, example) === false) return false;
  const decider = newDecider();
  return decider.excludes([decider.node(ast), decider.circuit.not(decider.node(other))]);
}

/** Whether no request matches both expressions. False if that is undecided. */
export function areDisjoint(a: Expression, b: Expression): boolean {
  for (const [one, another] of [
    [a, b],
    [b, a],
  ] as const) {
    const example = exampleOf(one);
    if (example === "none") return true;
    if (example !== undefined && matches(another, example) === true) return false;
  }
  const decider = newDecider();
  return decider.excludes([decider.node(a), decider.node(b)]);
}

/** What is certain of a request that follows another. */
export interface Following {
  /** The values that fields have then. */
  readonly given: RequestFields;
  /** Whether a field has the value that it had. */
  readonly isKept: (field: string) => boolean;
  /** A condition that the request matches. */
  readonly address: Expression | undefined;
}

/** Whether every request that an expression matches is followed by one that matches it. False if that is undecided. */
export function stillMatches(ast: Expression, { given, isKept, address }: Following): boolean {
  return conjunctsOf(whereGiven(ast, given)).every((then) =>
    variableFieldsOf(then).every(isKept)
      ? implies(ast, then)
      : address !== undefined && implies(address, then),
  );
}

/** Returns conditions that are all true exactly if an expression is. */
function conjunctsOf(ast: Expression): readonly Expression[] {
  const bare = withoutGroups(ast);
  return bare.kind === "combination" && bare.operator === "and" ? bare.items.flatMap(conjunctsOf) : [bare];
}

/**
 * Returns when a request matches an expression once its fields have these values, by the fields that it has before. Undefined if that
 * depends on fields that `isKept` does not name.
 */
export function matchesThen(
  ast: Expression,
  fields: RequestFields,
  isKept: (field: string) => boolean,
): Expression | undefined {
  const then = whereGiven(ast, fields);
  return variableFieldsOf(then).every(isKept) ? then : undefined;
}

/** Whether an expression matches no request that has these values of these fields. False if that is undecided. */
export function neverMatchesWith(ast: Expression, fields: RequestFields): boolean {
  return neverTrue(whereGiven(ast, fields));
}
