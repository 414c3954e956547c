import type { BytesLiteral, SetItem, Span } from "../ast";
import { printSetItem } from "../print-literal";
import { walkFilter } from "../walk";
import { clip } from "./clip";
import { compareIntervals, intervalOf, type ItemInterval } from "./item-interval";
import type { FilterWarning, FilterWarningRule, LintContext } from "./warning";

const MAX_QUOTED = 60;

interface Doubt {
  readonly item: SetItem;
  readonly other: SetItem;
  readonly relation: "same" | "within" | "overlaps";
}

/** Items that add nothing to their set, or less than it seems: probably another value was meant. */
export function warnOfSetItems({ ast, expression }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  walkFilter(ast, (node) => {
    if (node.kind !== "comparison" || node.test.kind !== "oneOf") return;
    const { items } = node.test;
    const set = `The set that ${quote(expression, node.left.span)} is compared with`;
    // One by one: a set may have more doubtful items than a call can take arguments.
    for (const doubt of [...repeatedStrings(items), ...commonValues(items)])
      warnings.push(warningOf(expression, set, doubt));
  });
  return warnings.sort((a, b) => a.span.start - b.span.start);
}

function repeatedStrings(items: readonly SetItem[]): Doubt[] {
  const seen = new Map<string, BytesLiteral>();
  return items.flatMap((item): Doubt[] => {
    if (item.kind !== "bytes") return [];
    // Equal for strings that mean the same, however they are written.
    const identity = printSetItem({ ...item, notation: "hex" });
    const other = seen.get(identity);
    if (other !== undefined) return [{ item, other, relation: "same" }];
    seen.set(identity, item);
    return [];
  });
}

/** Each item is compared with the one before it that reaches furthest, so that a long set takes little more than linear time. */
function commonValues(items: readonly SetItem[]): Doubt[] {
  const doubts: Doubt[] = [];
  let widest: ItemInterval | undefined;
  for (const interval of items.flatMap((item) => intervalOf(item) ?? []).sort(compareIntervals)) {
    if (widest !== undefined && widest.kind === interval.kind && interval.first <= widest.last) {
      doubts.push(doubtOf(interval, widest));
      if (interval.last <= widest.last) continue;
    }
    widest = interval;
  }
  return doubts;
}

function doubtOf({ item, first, last }: ItemInterval, widest: ItemInterval): Doubt {
  const same = first === widest.first && last === widest.last;
  if (!same && last <= widest.last) return { item, other: widest.item, relation: "within" };
  const relation = same ? "same" : "overlaps";
  // Neither is more than the other: the later one in the text is the one to look at.
  return item.span.start > widest.item.span.start
    ? { item, other: widest.item, relation }
    : { item: widest.item, other: item, relation };
}

function warningOf(expression: string, set: string, { item, other, relation }: Doubt): FilterWarning {
  const [written, beside] = [quote(expression, item.span), quote(expression, other.span)];
  const warning = (rule: FilterWarningRule, rest: string): FilterWarning => ({
    rule,
    message: `${set} holds ${written}${rest}`,
    span: item.span,
  });
  switch (relation) {
    case "same":
      return warning(
        "duplicate-item",
        written === beside
          ? " more than once. Remove it, or correct it."
          : `, which is the same as ${beside}. Remove one of them, or correct it.`,
      );
    case "within":
      return warning("overlapping-item", `, which lies in ${beside} already. Remove it, or correct it.`);
    case "overlaps":
      return warning(
        "overlapping-item",
        `, which overlaps ${beside}. Make one range of them, or correct one of them.`,
      );
  }
}

function quote(expression: string, { start, end }: Span): string {
  return clip(expression.slice(start, end), MAX_QUOTED);
}
