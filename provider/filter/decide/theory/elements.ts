import type { Spend } from "../../../regex";
import { type Argument, type Comparison, type Expression, isMapped, type Quantifier } from "../../parse/ast";
import { printValue } from "../../print/print-filter";
import { combine } from "../words/combine";
import { type Interval, union, within } from "../../evaluate/compile-set";
import { preimageOf, type Requirement, requirementOn } from "./preimage";
import { setOf, type ValueSet, words } from "./value-set";

/** Whether an element meets a condition, by which of its comparisons it meets. */
type Decision = (met: readonly boolean[]) => boolean;

/**
 * Returns the array whose elements the argument of a quantifier tests, and the elements that meet it; with `negated`, those that do
 * not. Undefined if it tests several arrays, or in a way that is not analysed.
 */
export function elementsIn(
  argument: Quantifier["argument"],
  negated: boolean,
  spend: Spend,
): Requirement | undefined {
  const leaves: Requirement[] = [];
  const decide =
    argument.kind === "value" ? readCall(argument, leaves, spend) : readMapped(argument, leaves, spend);
  const [first] = leaves;
  if (decide === undefined || first === undefined) return undefined;
  if (leaves.some(({ value }) => printValue(value) !== printValue(first.value))) return undefined;
  const set = combined(
    leaves.map((leaf) => leaf.set),
    (met) => decide(met) !== negated,
    spend,
  );
  return set && { value: first.value, set };
}

/** A call of type Array<Bool>, for example `starts_with(http.request.headers.names[*], "x-")`. */
function readCall(
  { source, indexes }: Extract<Argument, { kind: "value" }>,
  leaves: Requirement[],
  spend: Spend,
): Decision | undefined {
  const argument = source.kind === "call" ? source.arguments[0] : undefined;
  if (source.kind !== "call" || indexes.length > 0) return undefined;
  if (argument?.kind !== "value" || !isMapped(argument)) return undefined;
  const set = preimageOf(source, { kind: "truth" }, spend);
  return set && addLeaf(requirementOn(argument, set, spend), leaves);
}

function readMapped(condition: Expression, leaves: Requirement[], spend: Spend): Decision | undefined {
  switch (condition.kind) {
    case "group":
      return readMapped(condition.expression, leaves, spend);
    case "negation": {
      const decide = readMapped(condition.operand, leaves, spend);
      return decide && ((met) => !decide(met));
    }
    case "combination": {
      const all = condition.items.map((item) => readMapped(item, leaves, spend));
      const decisions = all.filter((one) => one !== undefined);
      if (decisions.length < all.length) return undefined;
      if (condition.operator === "and") return (met) => decisions.every((decide) => decide(met));
      if (condition.operator === "or") return (met) => decisions.some((decide) => decide(met));
      return (met) => decisions.reduce((odd, decide) => odd !== decide(met), false);
    }
    case "comparison":
      return readLeaf(condition, leaves, spend);
    case "quantifier":
      return undefined;
  }
}

function readLeaf({ left, test }: Comparison, leaves: Requirement[], spend: Spend): Decision | undefined {
  if (test.kind === "values" || test.kind === "inList" || !isMapped(left)) return undefined;
  const set = setOf(left, test, spend);
  return set && addLeaf(requirementOn(left, set, spend), leaves);
}

function addLeaf(leaf: Requirement, leaves: Requirement[]): Decision {
  const index = leaves.push(leaf) - 1;
  return (met) => met[index] === true;
}

/** Returns the values about which `decide` says yes, by which of the sets they are in. */
function combined(sets: readonly ValueSet[], decide: Decision, spend: Spend): ValueSet | undefined {
  const numbers = sets.flatMap((set) => (set.kind === "numbers" ? [set.intervals] : []));
  if (numbers.length === sets.length) {
    const intervals = chosen(numbers, decide);
    return intervals && { kind: "numbers", intervals };
  }
  const texts = sets.flatMap((set) => (set.kind === "words" ? [set.language] : []));
  if (texts.length < sets.length) return undefined;
  return words(() => {
    const languages = texts.map((language) => language());
    const automata = languages.flatMap((language) => (language ? [language.automaton] : []));
    return automata.length < texts.length ? undefined : { automaton: combine(automata, decide, spend) };
  });
}

/** More questions, whether a number is in a set, are not asked. */
const MAX_QUESTIONS = 1_000_000;

/** Between two neighbouring bounds, all numbers are in the same sets. Undefined if there are too many of both. */
function chosen(sets: readonly (readonly Interval[])[], decide: Decision): Interval[] | undefined {
  const least = -(1n << 63n);
  const starts = new Set([least]);
  for (const { first, last } of sets.flat()) starts.add(first).add(last + 1n);
  if (starts.size * sets.length > MAX_QUESTIONS) return undefined;
  const sorted = [...starts].sort((a, b) => (a < b ? -1 : 1));
  const segments = sorted.map((first, index) => ({ first, last: (sorted[index + 1] ?? 1n << 130n) - 1n }));
  return union(segments.filter(({ first }) => decide(sets.map((set) => within(set, first)))));
}
