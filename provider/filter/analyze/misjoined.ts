import type { Combination, Expression } from "../parse/ast";
import { walkFilter } from "../parse/walk-filter";
import { type Formula, formulaOf } from "./formula";
import { isRefuted } from "./refute";

/** Conditions on one value that were joined by the wrong operator. */
export interface Misjoined {
  /** The operator that the expression has. */
  readonly operator: "and" | "or";
  /** The value, as text: `http.host`. */
  readonly subject: string;
  /** The joined conditions, in the order of the text. */
  readonly conditions: readonly Expression[];
}

type AtomFormula = Extract<Formula, { kind: "atom" }>;

/**
 * Finds conditions on one value that were joined by the wrong operator: `a ne 1 or a ne 2`, which is true for every value, and
 * `a eq 1 and a eq 2`, which no value fulfils.
 */
export function findMisjoined(ast: Expression): Misjoined[] {
  const found: Misjoined[] = [];
  walkFilter(ast, (node) => {
    if (node.kind === "combination" && node.type === "Bool") found.push(...misjoinedIn(node));
  });
  return found;
}

function misjoinedIn({ operator, items }: Combination): Misjoined[] {
  if (operator === "xor") return [];
  const bySubject = new Map<string, { condition: Expression; formula: AtomFormula }[]>();
  for (const condition of items) {
    const formula = formulaOf(condition);
    // `or` joins exclusions that together exclude nothing; `and` joins requirements that no value meets together.
    if (formula.kind !== "atom" || excludes(formula) !== (operator === "or")) continue;
    const { subject } = formula.atom;
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), { condition, formula }]);
  }
  return [...bySubject].flatMap(([subject, members]) => {
    const demanded = members.map(({ formula }) =>
      operator === "and" ? formula : { ...formula, holds: !formula.holds },
    );
    const alone = demanded.some((one) => isRefuted([one], { allPresent: true }));
    if (members.length < 2 || alone || !isRefuted(demanded, { allPresent: true })) return [];
    return [{ operator, subject, conditions: members.map(({ condition }) => condition) }];
  });
}

/** Whether a condition names values that it excludes, such as `ne` and `not in`. */
function excludes({ atom: { test }, holds }: AtomFormula): boolean {
  return (test.kind === "ordering" && test.operator === "ne") === holds;
}
