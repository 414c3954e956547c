import { type Interval, intervalOf } from "../evaluate/compile-set";
import type { BytesLiteral, SetItem, Span } from "../parse/ast";
import { toLatin1 } from "../evaluate/byte-functions";
import { compareInts } from "../evaluate/runtime-value";
import {
  type FilterWarning,
  type FilterWarningRule,
  type LintContext,
  quoteOf,
  type Remedy,
} from "./filter-warning";

/** A set item with its values. All items of a set are numbers, or addresses, whose families never overlap. */
interface ItemInterval extends Interval {
  readonly item: SetItem;
}

/** Two items of a set of which one is redundant, or which overlap. */
interface Redundancy {
  readonly item: SetItem;
  readonly other: SetItem;
  readonly relation: "same" | "within" | "overlaps";
}

/**
 * Warns about items that are redundant or overlap. A set can have millions of items, so a message is only made when the
 * linter takes the warning.
 */
export function* warnOfSetItems({ expression, nodes }: LintContext): Generator<FilterWarning> {
  const found: {
    readonly redundancy: Redundancy;
    readonly left: Span;
    readonly items: readonly SetItem[];
  }[] = [];
  for (const { left, test } of nodes.comparison) {
    if (test.kind !== "oneOf") continue;
    for (const redundancies of [repeatedStrings(test.items), commonValues(test.items)])
      for (const redundancy of redundancies) found.push({ redundancy, left: left.span, items: test.items });
  }
  found.sort((a, b) => a.redundancy.item.span.start - b.redundancy.item.span.start);
  for (const { redundancy, left, items } of found) {
    const warning = warningOf(expression, left, redundancy);
    if (redundancy.relation === "overlaps") yield warning;
    else yield { ...warning, remedy: removalOf(redundancy.item, items) };
  }
}

/** Removes an item with the space that separates it from a neighbour. */
function removalOf(item: SetItem, items: readonly SetItem[]): Remedy {
  const index = items.indexOf(item);
  const { start, end } = item.span;
  const before = items[index - 1]?.span.end;
  const span =
    before === undefined ? { start, end: items[index + 1]?.span.start ?? end } : { start: before, end };
  return { text: "remove it", edits: [{ span, text: "" }] };
}

function repeatedStrings(items: readonly SetItem[]): Redundancy[] {
  const seen = new Map<string, BytesLiteral>();
  const redundancies: Redundancy[] = [];
  for (const item of items) {
    if (item.kind !== "bytes") continue;
    // Strings with the same bytes are equal, whatever their notation.
    const identity = toLatin1(item.bytes);
    const other = seen.get(identity);
    if (other === undefined) seen.set(identity, item);
    else redundancies.push({ item, other, relation: "same" });
  }
  return redundancies;
}

/** Compares each interval with the widest one before it, so that the time is that of the sort. */
function commonValues(items: readonly SetItem[]): Redundancy[] {
  const redundancies: Redundancy[] = [];
  let widest: ItemInterval | undefined;
  for (const interval of items.flatMap(itemInterval).sort(compareIntervals)) {
    if (widest !== undefined && interval.first <= widest.last) {
      redundancies.push(redundancyOf(interval, widest));
      if (interval.last <= widest.last) continue;
    }
    widest = interval;
  }
  return redundancies;
}

function itemInterval(item: SetItem): ItemInterval[] {
  const interval = intervalOf(item);
  return interval ? [{ item, first: interval.first, last: interval.last }] : [];
}

function redundancyOf({ item, first, last }: ItemInterval, widest: ItemInterval): Redundancy {
  const same = first === widest.first && last === widest.last;
  if (!same && last <= widest.last) return { item, other: widest.item, relation: "within" };
  const relation = same ? "same" : "overlaps";
  // Report the later one in the text.
  return item.span.start > widest.item.span.start
    ? { item, other: widest.item, relation }
    : { item: widest.item, other: item, relation };
}

function warningOf(expression: string, left: Span, { item, other, relation }: Redundancy): FilterWarning {
  const set = `The set that ${quoteOf(expression, left)} is compared with`;
  const [written, otherWritten] = [quoteOf(expression, item.span), quoteOf(expression, other.span)];
  const warning = (rule: FilterWarningRule, rest: string): FilterWarning => ({
    rule,
    message: `${set} contains ${written}${rest}`,
    span: item.span,
  });
  switch (relation) {
    case "same":
      return warning(
        "duplicate-item",
        written === otherWritten
          ? " more than once. Remove it, or correct it."
          : `, which is the same as ${otherWritten}. Remove one of them, or correct it.`,
      );
    case "within":
      return warning(
        "overlapping-item",
        `, which is already part of ${otherWritten}. Remove it, or correct it.`,
      );
    case "overlaps":
      return warning(
        "overlapping-item",
        `, which overlaps ${otherWritten}. Combine them into one range, or correct one of them.`,
      );
  }
}

/** Sorts by start; of intervals with the same start, the widest is first. */
function compareIntervals(a: ItemInterval, b: ItemInterval): number {
  return compareInts(a.first, b.first) || compareInts(b.last, a.last);
}
