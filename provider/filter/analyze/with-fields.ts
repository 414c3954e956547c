import { compileFilter } from "../evaluate/compile-filter";
import { UnsupportedFunctionError } from "../evaluate/errors";
import type { RequestFields } from "../evaluate/runtime-value";
import type { Expression } from "../parse/ast";
import { fieldsOf } from "../parse/walk-filter";
import { type Decide, formulaOf } from "./formula";
import { isRefuted } from "./refute";

const CONSTANTS: readonly string[] = ["true", "false"];

/**
 * Whether every request that an expression matches still matches with other values of some fields. The other fields that the
 * expression reads must be kept, as `isKept` tells. False if that is not clear.
 */
export function stillMatches(
  ast: Expression,
  fields: RequestFields,
  isKept: (field: string) => boolean,
): boolean {
  return matchesThen(ast, ast, fields, isKept);
}

/** Whether a request that matches `ast` surely matches `other` once its fields have these values. Fields that `isKept` names stay. */
export function matchesThen(
  ast: Expression,
  other: Expression,
  fields: RequestFields,
  isKept: (field: string) => boolean,
): boolean {
  const changed: string[] = [];
  const decide = decideWith(fields, (names) => changed.push(...names.filter((name) => !isKept(name))));
  const fails = formulaOf(other, false, decide);
  return changed.length === 0 && isRefuted([formulaOf(ast), fails]);
}

/** Whether an expression matches no request that has these values of these fields. False if that is not clear. */
export function neverMatchesWith(ast: Expression, fields: RequestFields): boolean {
  return isRefuted([formulaOf(ast, true, decideWith(fields))]);
}

/** Decides the conditions that read only these fields. The fields of the others are handed to `leave`. */
function decideWith(fields: RequestFields, leave?: (names: readonly string[]) => void): Decide {
  return (condition) => {
    const names = fieldsOf(condition).filter((name) => !CONSTANTS.includes(name));
    const decided = names.every((name) => fields.has(name)) ? evaluate(condition, fields) : undefined;
    if (decided === undefined) leave?.(names);
    return decided;
  };
}

function evaluate(condition: Expression, fields: RequestFields): boolean | undefined {
  try {
    return compileFilter(condition).run(fields);
  } catch (problem) {
    if (problem instanceof UnsupportedFunctionError) return undefined;
    throw problem;
  }
}
