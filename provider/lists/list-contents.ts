import { containsUnknown } from "../api";
import { type Expression, nodesOf, parseFilter } from "../filter";
import { canonicalNetwork, type ListItemState } from "./item";

type Comparison = Extract<Expression, { readonly kind: "comparison" }>;

/** What is known of the items of a list. */
export interface ListContents {
  /** Whether a value is one of the known items. */
  readonly test: Comparison["test"];
  /** Whether these are all items. A shared list has items of other owners, too. */
  readonly isWhole: boolean;
}

/** The items of a list, not validated, and whether others may add some. */
export interface WrittenItems {
  readonly items: unknown;
  readonly ownership: "exclusive" | "shared";
}

/** The contents of lists by their names. */
export type KnownLists = ReadonlyMap<string, ListContents>;

/** More items would make a review wait: the time of a question grows with their square, and 500 take a second. */
const MAX_ITEMS = 500;

/** Returns the items of a list as a test. Undefined if they are too many, or if an item is not known, or is neither an address nor the number of a system. */
export function contentsOf({ items, ownership }: WrittenItems): ListContents | undefined {
  if (!Array.isArray(items) || containsUnknown(items) || items.length > MAX_ITEMS) return undefined;
  const isWhole = ownership === "exclusive";
  if (items.length === 0) return { test: { kind: "oneOf", items: [] }, isWhole };
  // A plan has what `check` has passed.
  const known = items as readonly ListItemState[];
  const networks = known.flatMap(({ ip }) => (ip === undefined ? [] : (canonicalNetwork(ip) ?? [])));
  const systems = known.flatMap(({ asn }) => asn ?? []);
  const isOf = (values: readonly unknown[]): boolean => values.length === known.length;
  if (isOf(networks)) return tested(`ip.src in {${networks.join(" ")}}`, isWhole);
  return isOf(systems) ? tested(`ip.src.asnum in {${systems.join(" ")}}`, isWhole) : undefined;
}

/** Says why nothing is known of the items of a list. */
export function whyUnknown(items: unknown): string {
  if (!Array.isArray(items) || containsUnknown(items)) return "its items are not known yet";
  return items.length > MAX_ITEMS
    ? `it has more than ${MAX_ITEMS} items`
    : "its items are neither addresses nor numbers of systems";
}

function tested(text: string, isWhole: boolean): ListContents | undefined {
  const parsed = parseFilter(text);
  return parsed.valid && parsed.ast.kind === "comparison" ? { test: parsed.ast.test, isWhole } : undefined;
}

/** Returns the names of the lists that an expression names. */
export function listsIn(expression: Expression): string[] {
  return nodesOf(expression).comparison.flatMap(({ test }) => (test.kind === "inList" ? [test.name] : []));
}

/** Returns a condition with what is known of the lists in place of their names. */
export function withContents(condition: Expression, lists: KnownLists): Expression {
  return listsIn(condition).some((name) => lists.has(name)) ? replaced(condition, lists) : condition;
}

function replaced(expression: Expression, lists: KnownLists): Expression {
  switch (expression.kind) {
    case "combination": {
      const [first, second, ...rest] = expression.items;
      const items = [first, second, ...rest].map((item) => replaced(item, lists));
      const [one = first, other = second, ...more] = items;
      return { ...expression, items: [one, other, ...more] };
    }
    case "negation":
      return { ...expression, operand: replaced(expression.operand, lists) };
    case "group":
      return { ...expression, expression: replaced(expression.expression, lists) };
    case "quantifier": {
      const { argument } = expression;
      return argument.kind === "value" ? expression : { ...expression, argument: replaced(argument, lists) };
    }
    case "comparison": {
      const contents = expression.test.kind === "inList" ? lists.get(expression.test.name) : undefined;
      if (contents === undefined) return expression;
      const known = { ...expression, test: contents.test };
      if (contents.isWhole) return known;
      // What others have put into the list may be anything, and stays the same.
      const { type, span } = expression;
      return { kind: "combination", operator: "or", items: [known, expression], type, span };
    }
  }
}
