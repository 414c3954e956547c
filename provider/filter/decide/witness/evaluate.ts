import { compileFilter, type CompiledFilter, UnknownValueError } from "../../evaluate/compile-filter";
import { UnsupportedFunctionError } from "../../evaluate/compile-function";
import type { FilterLists, RequestFields, RuntimeValue } from "../../evaluate/runtime-value";
import { sameValue } from "../../evaluate/runtime-value";
import type { Comparison, Expression } from "../../parse/ast";
import { walkFilter } from "../../parse/walk-filter";
import { remembered } from "../../remembered";
import type { Witness } from "../answer";

/** Whether a request matches; undefined if a function that cannot be computed, or a value that is not known, decides that. */
export type Evaluate = (fields: RequestFields, lists: FilterLists) => boolean | undefined;

/**
 * Compiles an expression as `compileFilter` does. Parts that it cannot compile, or whose values it cannot know, are unknown. Kept as
 * long as the expression.
 */
export const evaluatorOf = remembered(newEvaluator);

function newEvaluator(expression: Expression): Evaluate {
  const compiled = compiledOrNothing(expression);
  const isLeaf = expression.kind === "comparison" || expression.kind === "quantifier";
  if (compiled !== undefined && (isLeaf || !readsOutside(expression)))
    return (fields, lists) => runOrNothing(compiled, fields, lists);
  switch (expression.kind) {
    case "group":
      return newEvaluator(expression.expression);
    case "negation": {
      const run = newEvaluator(expression.operand);
      return (fields, lists) => negated(run(fields, lists));
    }
    case "combination": {
      const { operator } = expression;
      const runs = expression.items.map(newEvaluator);
      return (fields, lists) =>
        joined(
          operator,
          runs.map((run) => run(fields, lists)),
        );
    }
    default:
      return () => undefined;
  }
}

/** Whether an expression reads a field that the language lacks. */
function readsOutside(expression: Expression): boolean {
  let isOutside = false;
  walkFilter(expression, (node) => {
    if (node.kind === "field" && node.outside !== undefined) isOutside = true;
  });
  return isOutside;
}

function compiledOrNothing(expression: Expression): CompiledFilter | undefined {
  try {
    return compileFilter(expression);
  } catch (problem) {
    if (problem instanceof UnsupportedFunctionError) return undefined;
    throw problem;
  }
}

function runOrNothing(
  filter: CompiledFilter,
  fields: RequestFields,
  lists: FilterLists,
): boolean | undefined {
  try {
    return filter.run(fields, lists);
  } catch (problem) {
    if (problem instanceof UnknownValueError) return undefined;
    throw problem;
  }
}

function negated(result: boolean | undefined): boolean | undefined {
  return result === undefined ? undefined : !result;
}

function joined(
  operator: "and" | "or" | "xor",
  results: readonly (boolean | undefined)[],
): boolean | undefined {
  if (operator !== "xor" && results.includes(operator === "or")) return operator === "or";
  if (results.includes(undefined)) return undefined;
  return operator === "xor" ? results.filter((one) => one === true).length % 2 === 1 : operator === "and";
}

/** Whether a request matches an expression; undefined if that is not known. */
export function requestMatches(expression: Expression, { fields, lists }: Witness): boolean | undefined {
  return evaluatorOf(expression)(fields, membershipOf(lists));
}

/** Returns membership tests of lists with these contents. */
export function membershipOf(lists: ReadonlyMap<string, readonly RuntimeValue[]>): FilterLists {
  return new Map(
    [...lists].map(([name, items]) => [name, (value) => items.some((item) => sameValue(item, value))]),
  );
}

/** Returns the value of which a condition asks whether it is in a list. */
export function valueInList(condition: Comparison, fields: RequestFields): RuntimeValue | undefined {
  if (condition.test.kind !== "inList") return undefined;
  let asked: RuntimeValue | undefined;
  const recording: FilterLists = new Map([
    [
      condition.test.name,
      (value: RuntimeValue) => {
        asked = value;
        return false;
      },
    ],
  ]);
  const compiled = compiledOrNothing(condition);
  if (compiled !== undefined) runOrNothing(compiled, fields, recording);
  return asked;
}
