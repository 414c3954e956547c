import { type Expression, implies, nodesOf, type Span } from "../../provider/filter";

/** The variants of a condition that are tried. */
const MAX_VARIANTS = 6;

/** A small change of a condition, in its text. */
interface Variant {
  readonly text: string;
  /** What the author may have meant to write. */
  readonly meant: string;
}

/**
 * Returns what an author may have meant to write in a changed condition: `and`, where it has `or`, or a dropped `lower`, if the condition
 * then matches the same requests as before, which is proved. Undefined if that is not so.
 *
 * @param parse returns undefined for an expression that is not valid
 */
export function meantIn(
  text: string,
  before: Expression,
  parse: (text: string) => Expression | undefined,
): string | undefined {
  const now = parse(text);
  if (now === undefined) return undefined;
  const found = [...variantsOf(text, now, before)].slice(0, MAX_VARIANTS).find((variant) => {
    const condition = parse(variant.text);
    return condition !== undefined && implies(condition, before) && implies(before, condition);
  });
  return found?.meant;
}

function* variantsOf(text: string, condition: Expression, before: Expression): Iterable<Variant> {
  const { combination, field } = nodesOf(condition);
  for (const { operator, items } of combination) {
    if (operator !== "or") continue;
    for (const [index, { span }] of items.entries()) {
      const next = items[index + 1]?.span;
      if (next) yield { text: joined(text, { start: span.end, end: next.start }), meant: "and" };
    }
  }
  if (!nodesOf(before).call.some(({ name }) => name === "lower")) return;
  for (const { span, type } of field)
    if (type === "Bytes") yield { text: withLower(text, span), meant: "lower" };
}

/** Exchanges the operator between two conditions. The span may contain parentheses, too. */
function joined(text: string, { start, end }: Span): string {
  return text.slice(0, start) + text.slice(start, end).replace(/\bor\b|\|\|/i, "and") + text.slice(end);
}

function withLower(text: string, { start, end }: Span): string {
  return `${text.slice(0, start)}lower(${text.slice(start, end)})${text.slice(end)}`;
}
