import { alwaysTrue, type Expression, implies, neverTrue } from "../../filter";

/** Whether every request of a target surely matches a skip rule. A target that selects nothing has another hazard. */
export function coversAll(skip: Expression, target: Expression | undefined): boolean {
  return alwaysTrue(skip) || (target !== undefined && !neverTrue(target) && implies(target, skip));
}
