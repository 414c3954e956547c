import type { Combination, Expression } from "../parse/ast";
import { printFilter } from "../print/print-filter";
import { walkFilter } from "../parse/walk-filter";
import { clip, type FilterWarning, type LintContext } from "./filter-warning";

/** A longer text would hide the parentheses. */
const MAX_LENGTH = 200;
/** If the whole text is too long, each condition is cut to this length. */
const MAX_CONDITION = 30;
const OMITTED = "…";

/** Warns about operators of different precedence without parentheses, which are easy to misread. */
export function warnOfMixedOperators({ ast }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  const shown = new Set<Expression>();
  walkFilter(ast, (node) => {
    if (node.kind !== "combination") return;
    const inner = node.items.filter((item) => item.kind === "combination");
    for (const item of inner) shown.add(item);
    const [first] = inner;
    // The warning for the outer combination shows this one too.
    if (first === undefined || shown.has(node)) return;
    const message = `Without parentheses, ${first.operator} binds more tightly than ${node.operator}. The expression means: ${withParentheses(node)}. Write the parentheses.`;
    warnings.push({ rule: "mixed-operators", message, span: node.span });
  });
  return warnings;
}

/** Prints a combination with parentheses. If it is too long, it cuts conditions, then omits those outside the parentheses. */
function withParentheses(node: Combination): string {
  const whole = grouped(node, (condition) => printFilter(condition));
  if (whole.length <= MAX_LENGTH) return whole;
  const cut = grouped(node, (condition) => clip(printFilter(condition), MAX_CONDITION));
  if (cut.length <= MAX_LENGTH) return cut;
  const outside = new Set<Expression>(node.items);
  return clip(
    grouped(node, (condition) =>
      outside.has(condition) ? OMITTED : clip(printFilter(condition), MAX_CONDITION),
    ),
    MAX_LENGTH,
  );
}

function grouped(node: Combination, print: (condition: Expression) => string): string {
  const texts = node.items.map((item) =>
    item.kind === "combination" ? `(${grouped(item, print)})` : print(item),
  );
  // One ellipsis replaces a run of omitted conditions.
  return texts
    .filter((text, index) => text !== OMITTED || texts[index - 1] !== OMITTED)
    .join(` ${node.operator} `);
}
