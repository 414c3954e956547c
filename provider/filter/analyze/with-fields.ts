import { compileFilter } from "../evaluate/compile-filter";
import { UnsupportedFunctionError } from "../evaluate/errors";
import type { RequestFields } from "../evaluate/runtime-value";
import type { Expression } from "../parse/ast";
import { fieldsOf } from "../parse/walk-filter";
import { type Decide, formulaOf } from "./formula";
import { isRefuted } from "./refute";

const CONSTANTS: readonly string[] = ["true", "false"];

/** See `stillMatches` of `filter/index.ts`. */
export function stillMatches(
  ast: Expression,
  fields: RequestFields,
  isKept: (field: string) => boolean,
): boolean {
  return matchesThen(ast, ast, fields, isKept);
}

/** See `matchesThen` of `filter/index.ts`. */
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

/** See `neverMatchesWith` of `filter/index.ts`. */
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
