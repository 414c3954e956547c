import type { Combination, Expression } from "../parse/ast";
import { printFilter } from "../print/print-filter";
import { walkFilter } from "../parse/walk";
import { clip } from "./clip";
import type { FilterWarning, LintContext } from "./warning";

/** A longer reading would hide what it is to show. */
const MAX_READING = 200;
/** Where the whole reading is too long, each condition in it is cut. */
const MAX_CONDITION = 30;
const LEFT_OUT = "…";

/** Operators of different strength side by side: whoever reads them may group them in another way than the engine. */
export function warnOfMixedOperators({ ast }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  const shown = new Set<Expression>();
  walkFilter(ast, (node) => {
    if (node.kind !== "combination") return;
    const inner = node.items.filter((item) => item.kind === "combination");
    for (const item of inner) shown.add(item);
    const [first] = inner;
    // What stands within a reading is told by it.
    if (first === undefined || shown.has(node)) return;
    const message = `Without parentheses, ${first.operator} binds more strongly than ${node.operator}. It is read as: ${reading(node)}. Write the parentheses.`;
    warnings.push({ rule: "mixed-operators", message, span: node.span });
  });
  return warnings;
}

/** The combination with its parentheses: whole, or with its conditions cut, or with those beside the parentheses left out. */
function reading(node: Combination): string {
  const whole = grouped(node, (condition) => printFilter(condition));
  if (whole.length <= MAX_READING) return whole;
  const cut = grouped(node, (condition) => clip(printFilter(condition), MAX_CONDITION));
  if (cut.length <= MAX_READING) return cut;
  const beside = new Set<Expression>(node.items);
  return clip(
    grouped(node, (condition) =>
      beside.has(condition) ? LEFT_OUT : clip(printFilter(condition), MAX_CONDITION),
    ),
    MAX_READING,
  );
}

function grouped(node: Combination, print: (condition: Expression) => string): string {
  const texts = node.items.map((item) =>
    item.kind === "combination" ? `(${grouped(item, print)})` : print(item),
  );
  // One sign stands for a run of conditions that are left out.
  return texts
    .filter((text, index) => text !== LEFT_OUT || texts[index - 1] !== LEFT_OUT)
    .join(` ${node.operator} `);
}
