import type { Expression } from "../parse/ast";
import { formulaOf } from "./formula";
import { isRefuted } from "./refute";

/** See `alwaysTrue` of `filter/index.ts`. */
export function alwaysTrue(ast: Expression): boolean {
  return isRefuted([formulaOf(ast, false)]);
}

/** See `neverTrue` of `filter/index.ts`. */
export function neverTrue(ast: Expression): boolean {
  return isRefuted([formulaOf(ast)]);
}

/** See `implies` of `filter/index.ts`. */
export function implies(ast: Expression, other: Expression): boolean {
  return isRefuted([formulaOf(ast), formulaOf(other, false)]);
}
