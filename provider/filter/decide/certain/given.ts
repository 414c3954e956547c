import { compileFilter } from "../../evaluate/compile-filter";
import { UnsupportedFunctionError } from "../../evaluate/compile-function";
import type { RequestFields } from "../../evaluate/runtime-value";
import { type Comparison, CONSTANTS, type Expression, type Quantifier } from "../../parse/ast";
import { fieldsOf } from "../../parse/walk-filter";

/**
 * Returns an expression for requests that have these values of these fields: conditions that read nothing else are replaced by `true`
 * or `false`. An expression without such conditions is returned as it is.
 */
export function whereGiven(ast: Expression, fields: RequestFields): Expression {
  switch (ast.kind) {
    case "group": {
      const expression = whereGiven(ast.expression, fields);
      return expression === ast.expression ? ast : { ...ast, expression };
    }
    case "negation": {
      const operand = whereGiven(ast.operand, fields);
      return operand === ast.operand ? ast : { ...ast, operand };
    }
    case "combination": {
      const [first, second, ...rest] = ast.items;
      const items = [
        whereGiven(first, fields),
        whereGiven(second, fields),
        ...rest.map((item) => whereGiven(item, fields)),
      ] as const;
      return items.every((item, index) => item === ast.items[index]) ? ast : { ...ast, items: [...items] };
    }
    default: {
      const result = resultGiven(ast, fields);
      return result === undefined ? ast : constant(result, ast);
    }
  }
}

/** Returns the fields that an expression reads, without constants. */
export function variableFieldsOf(ast: Expression): string[] {
  return fieldsOf(ast).filter((name) => !CONSTANTS.has(name));
}

/** Returns the result of a condition that reads only given fields; undefined for any other, and for one that cannot be computed. */
function resultGiven(condition: Comparison | Quantifier, fields: RequestFields): boolean | undefined {
  if (!variableFieldsOf(condition).every((name) => fields.has(name))) return undefined;
  try {
    return compileFilter(condition).run(fields);
  } catch (problem) {
    if (problem instanceof UnsupportedFunctionError) return undefined;
    throw problem;
  }
}

function constant(result: boolean, { span }: Expression): Comparison {
  const source = { kind: "field", name: String(result), type: "Bool", span } as const;
  return {
    kind: "comparison",
    left: { kind: "value", source, indexes: [], type: "Bool", span },
    test: { kind: "truth" },
    type: "Bool",
    span,
  };
}
