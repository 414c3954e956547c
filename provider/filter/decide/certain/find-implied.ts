import type { RequestFields } from "../../evaluate/runtime-value";
import type { Expression } from "../../parse/ast";
import { implies, matchesThen } from "./certain";
import { ConditionIndex } from "./condition-index";
import { exampleOf } from "./example";

/** Returns a function that finds which conditions of a list an expression implies, by their indexes in ascending order. */
export function findImplied(conditions: readonly Expression[]): (expression: Expression) => Iterable<number> {
  const index = new ConditionIndex(conditions);
  return function* (expression) {
    for (const place of index.placesFor(exampleOf(expression))) {
      const condition = conditions[place];
      if (condition && implies(expression, condition)) yield place;
    }
  };
}

/**
 * Returns a function that finds which conditions a request surely matches once these fields have these
 * values, if it matches an expression before. Returns their indexes in ascending order.
 */
export function findMatchedThen(
  conditions: readonly Expression[],
  fields: RequestFields,
  isKept: (field: string) => boolean,
): (expression: Expression) => Iterable<number> {
  const places: number[] = [];
  const then = conditions.flatMap((condition, place) => {
    const one = matchesThen(condition, fields, isKept);
    if (one === undefined) return [];
    places.push(place);
    return [one];
  });
  const find = findImplied(then);
  return (expression) => Array.from(find(expression), (index) => places[index] ?? 0);
}
