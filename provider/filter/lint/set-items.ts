import type { BytesLiteral, SetItem, Span } from "../parse/ast";
import { toLatin1 } from "../evaluate/latin1";
import { walkFilter } from "../parse/walk";
import { clip } from "./clip";
import { compareIntervals, intervalOf, type ItemInterval } from "./item-interval";
import type { FilterWarning, FilterWarningRule, LintContext } from "./warning";

const MAX_QUOTED = 60;

interface Doubt {
  readonly item: SetItem;
  readonly other: SetItem;
  readonly relation: "same" | "within" | "overlaps";
}

/**
 * Items that add nothing to their set, or less than it seems: probably another value was meant. There may be millions of
 * them, so they are put into words when they are asked for.
 */
export function* warnOfSetItems({ ast, expression }: LintContext): Generator<FilterWarning> {
  const found: { readonly doubt: Doubt; readonly left: Span }[] = [];
  walkFilter(ast, (node) => {
    if (node.kind !== "comparison" || node.test.kind !== "oneOf") return;
    const { left, test } = node;
    for (const doubts of [repeatedStrings(test.items), commonValues(test.items)])
      for (const doubt of doubts) found.push({ doubt, left: left.span });
  });
  found.sort((a, b) => a.doubt.item.span.start - b.doubt.item.span.start);
  for (const { doubt, left } of found) yield warningOf(expression, left, doubt);
}

function repeatedStrings(items: readonly SetItem[]): Doubt[] {
  const seen = new Map<string, BytesLiteral>();
  const doubts: Doubt[] = [];
  for (const item of items) {
    if (item.kind !== "bytes") continue;
    // Equal for strings that mean the same, however they are written.
    const identity = toLatin1(item.bytes);
    const other = seen.get(identity);
    if (other === undefined) seen.set(identity, item);
    else doubts.push({ item, other, relation: "same" });
  }
  return doubts;
}

/** Each item is compared with the one before it that reaches furthest, so that a long set takes little more than linear time. */
function commonValues(items: readonly SetItem[]): Doubt[] {
  const doubts: Doubt[] = [];
  let widest: ItemInterval | undefined;
  for (const interval of items
    .map(intervalOf)
    .filter((interval) => interval !== undefined)
    .sort(compareIntervals)) {
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

function warningOf(expression: string, left: Span, { item, other, relation }: Doubt): FilterWarning {
  const set = `The set that ${quote(expression, left)} is compared with`;
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
