import {
  type Combination,
  type Comparison,
  type Expression,
  type Negation,
  type Span,
  withoutGroups,
} from "../parse/ast";
import { printValue } from "../print/print-filter";
import { type Edit, type FilterWarning, type LintContext, MAX_QUOTED, quoteOf } from "./filter-warning";
import { clipCodePoints } from "../../words";

/** The number of conditions from which a set is easier to read. */
const MANY = 3;

/** Reports equalities of one value that are joined with `or`: a set says the same. */
export function* warnOfOrs({ expression, nodes }: LintContext): Generator<FilterWarning> {
  for (const node of nodes.combination) {
    if (node.operator !== "or" || node.type !== "Bool") continue;
    for (const [subject, comparisons] of equalitiesIn(node)) {
      const [first] = comparisons;
      if (comparisons.size < MANY || first === undefined) continue;
      const items = [...comparisons].flatMap(({ test }) => itemSpans(test));
      const texts = new Set(items.map((span) => textAt(expression, span)));
      const set = `${textAt(expression, first.left.span)} in {${[...texts].join(" ")}}`;
      const message = `${comparisons.size} conditions on ${clipCodePoints(subject, MAX_QUOTED)} are joined with or. A set says the same: ${clipCodePoints(set, MAX_QUOTED)}.`;
      const remedy = { text: "write one set", edits: joined(node, comparisons, set) };
      yield { rule: "or-instead-of-in", message, span: node.span, remedy };
    }
  }
}

/** Returns the equalities of a combination by the text of their left side. */
function equalitiesIn({ items }: Combination): ReadonlyMap<string, ReadonlySet<Comparison>> {
  const bySubject = new Map<string, Set<Comparison>>();
  if (items.length < MANY) return bySubject;
  for (const item of items) {
    const bare = withoutGroups(item);
    if (bare.kind !== "comparison" || itemSpans(bare.test).length === 0) continue;
    const subject = printValue(bare.left);
    const known = bySubject.get(subject);
    if (known === undefined) bySubject.set(subject, new Set([bare]));
    else known.add(bare);
  }
  return bySubject;
}

function itemSpans(test: Comparison["test"]): Span[] {
  if (test.kind === "oneOf") return test.items.map(({ span }) => span);
  return test.kind === "ordering" && test.operator === "eq" ? [test.literal.span] : [];
}

/** Writes the set in place of the first condition, and removes the others with the operator before them. */
function joined({ items }: Combination, comparisons: ReadonlySet<Comparison>, set: string): Edit[] {
  let isFirst = true;
  return items.flatMap((item, index) => {
    const bare = withoutGroups(item);
    if (bare.kind !== "comparison" || !comparisons.has(bare)) return [];
    if (isFirst) {
      isFirst = false;
      return [{ span: item.span, text: set }];
    }
    const { start } = item.span;
    return [{ span: { start: items[index - 1]?.span.end ?? start, end: item.span.end }, text: "" }];
  });
}

/** Reports a negation of a negation. */
export function warnOfDoubleNegation({ expression, nodes }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  const inner = new Set<Expression>();
  for (const node of nodes.negation) {
    if (inner.has(node)) continue;
    const rest = undone(node, inner);
    if (rest === undefined) continue;
    const message = `${quoteOf(expression, node.span)} negates a negation. Write the condition without both.`;
    const edits = [{ span: node.span, text: textAt(expression, rest.span) }];
    const remedy = { text: "remove both negations", edits };
    warnings.push({ rule: "double-negation", message, span: node.span, remedy });
  }
  return warnings;
}

/** Returns what two negations, or four, negate; undefined if there is one alone. Adds the negations on the way to `seen`. */
function undone({ operand }: Negation, seen: Set<Expression>): Expression | undefined {
  const negated = withoutGroups(operand);
  if (negated.kind !== "negation") return undefined;
  seen.add(negated);
  const rest = negated.operand;
  if (rest.kind !== "negation") return rest;
  seen.add(rest);
  return undone(rest, seen) ?? rest;
}

function textAt(expression: string, { start, end }: Span): string {
  return expression.slice(start, end);
}
