import type { Combination, Expression } from "../ast";
import { printFilter } from "../print-filter";
import { walkFilter } from "../walk";
import type { FilterWarning, LintContext } from "./warning";

/** Longer readings are not shown: they would hide what they are to show. */
const MAX_READING = 200;

/** Operators of different strength side by side: whoever reads them may group them in another way than the engine. */
export function warnOfMixedOperators({ ast }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  walkFilter(ast, (node) => {
    if (node.kind !== "combination") return;
    const inner = node.items.find((item) => item.kind === "combination");
    if (inner === undefined) return;
    const reading = printFilter(withParentheses(node));
    const read = reading.length > MAX_READING ? "" : ` It is read as: ${reading}.`;
    const message = `${inner.operator} and ${node.operator} stand side by side, and ${inner.operator} binds more strongly.${read} Write the parentheses.`;
    warnings.push({ rule: "mixed-operators", message, span: node.span });
  });
  return warnings;
}

function withParentheses(node: Combination): Combination {
  const [first, second, ...rest] = node.items;
  return { ...node, items: [inParentheses(first), inParentheses(second), ...rest.map(inParentheses)] };
}

function inParentheses(item: Expression): Expression {
  if (item.kind !== "combination") return item;
  return { kind: "group", expression: withParentheses(item), type: item.type, span: item.span };
}
