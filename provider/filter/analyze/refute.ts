import { bytesContradict, type Demands } from "./bytes-contradict";
import { isAlwaysPresent, numbersOf, textsOf } from "./field-facts";
import { printValue } from "../print/print-filter";
import type { Atom, Formula } from "./formula";
import { ADDRESSES, integersIn, numbersContradict } from "./number-contradict";

/** The number of alternatives that are tried before a question is left open. */
const MAX_BRANCHES = 1000;

/** What must hold of each value, by its printed text. */
export type Facts = ReadonlyMap<string, Demands>;

interface Search {
  /** Whether every value is taken to be present. */
  readonly allPresent: boolean;
  branches: number;
}

/**
 * Whether no request fulfils all formulas: every way to fulfil them demands something impossible of a value. False if that is not
 * clear. With `allPresent`, only requests are considered that have every value which the formulas test.
 */
export function isRefuted(formulas: readonly Formula[], { allPresent = false } = {}): boolean {
  return openBranch(formulas, new Map(), { allPresent, branches: 0 }) === undefined;
}

/** What one way to fulfil a formula demands, as far as it was followed. */
export interface OpenWay {
  readonly facts: Facts;
  /** Whether the facts are all that the way demands. */
  readonly isComplete: boolean;
}

/** Returns a way to fulfil a formula that is not refuted. Undefined if all ways are refuted. */
export function openWay(formula: Formula): OpenWay | undefined {
  const search: Search = { allPresent: false, branches: 0 };
  const facts = openBranch([formula], new Map(), search);
  return facts && { facts, isComplete: search.branches <= MAX_BRANCHES };
}

/** Returns what the first way demands that is not refuted, as far as it was followed. Undefined if all ways are refuted. */
function openBranch(formulas: readonly Formula[], known: Facts, search: Search): Facts | undefined {
  const facts = new Map(known);
  const touched = new Set<string>();
  const choices: (readonly Formula[])[] = [];
  const pending = [...formulas];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === "constant") {
      if (!next.value) return undefined;
    } else if (next.kind === "atom") {
      touched.add(next.atom.subject);
      facts.set(next.atom.subject, demandAlso(facts.get(next.atom.subject), next));
    } else if (next.kind === "all") pending.push(...next.items);
    else choices.push(next.items);
  }
  for (const subject of touched) {
    const demands = facts.get(subject);
    if (demands !== undefined && contradict(demands, search)) return undefined;
  }
  return choices.length === 0 ? facts : tryAll(choices, facts, search);
}

/** Follows each alternative of the smallest choice, together with the other choices, until one is open. */
function tryAll(choices: readonly (readonly Formula[])[], facts: Facts, search: Search): Facts | undefined {
  const [first, ...others] = [...choices].sort((a, b) => a.length - b.length);
  if (first === undefined) return facts;
  const rest = others.map((items): Formula => ({ kind: "any", items }));
  for (const item of first) {
    search.branches += 1;
    if (search.branches > MAX_BRANCHES) return facts;
    const open = openBranch([item, ...rest], facts, search);
    if (open !== undefined) return open;
  }
  return undefined;
}

function demandAlso(
  { passing, failing }: Demands = { passing: [], failing: [] },
  { atom, holds }: { readonly atom: Atom; readonly holds: boolean },
): Demands {
  return holds ? { passing: [...passing, atom], failing } : { passing, failing: [...failing, atom] };
}

function contradict(demands: Demands, { allPresent }: Search): boolean {
  const { passing, failing } = demands;
  const [atom = failing[0]] = passing;
  if (atom === undefined) return false;
  const { value } = atom;
  // A missing value fails every test.
  const canBeMissing =
    passing.length === 0 && !allPresent && (value === undefined || !isAlwaysPresent(value));
  if (canBeMissing) return false;
  // The value is present here: a test that passes needs it.
  if (passing.some((one) => resultWithItself(one) === false)) return true;
  if (failing.some((one) => resultWithItself(one) === true)) return true;
  if (failing.some(({ key }) => passing.some((other) => other.key === key))) return true;
  switch (value?.type) {
    case "Bytes":
      return bytesContradict(demands, textsOf(value));
    case "Int":
      return numbersContradict(demands, integersIn(numbersOf(value)));
    case "Ip":
      return numbersContradict(demands, ADDRESSES);
    default:
      return false;
  }
}

/** Returns the result of comparing a present value with itself; undefined for every other test. */
function resultWithItself({ subject, test }: Atom): boolean | undefined {
  if (test.kind !== "values" || test.operator === "bits" || printValue(test.right) !== subject)
    return undefined;
  return test.operator === "eq" || test.operator === "ge" || test.operator === "le";
}
