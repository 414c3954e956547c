import { bytesContradict, type Demands } from "./bytes-contradict";
import { isAlwaysPresent, numbersOf, textsOf } from "./field-facts";
import type { Atom, Formula } from "./formula";
import { ADDRESSES, integersIn, numbersContradict } from "./number-contradict";

/** The number of alternatives that are tried before a question is left open. */
const MAX_BRANCHES = 1000;

type Facts = ReadonlyMap<string, Demands>;

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
  return refute(formulas, new Map(), { allPresent, branches: 0 });
}

function refute(formulas: readonly Formula[], known: Facts, search: Search): boolean {
  const facts = new Map(known);
  const touched = new Set<string>();
  const choices: (readonly Formula[])[] = [];
  const pending = [...formulas];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === "constant") {
      if (!next.value) return true;
    } else if (next.kind === "atom") {
      touched.add(next.atom.subject);
      facts.set(next.atom.subject, demandAlso(facts.get(next.atom.subject), next));
    } else if (next.kind === "all") pending.push(...next.items);
    else choices.push(next.items);
  }
  for (const subject of touched) {
    const demands = facts.get(subject);
    if (demands !== undefined && contradict(demands, search)) return true;
  }
  return tryAll(choices, facts, search);
}

/** Refutes each alternative of the smallest choice, together with the other choices. */
function tryAll(choices: readonly (readonly Formula[])[], facts: Facts, search: Search): boolean {
  const [first, ...others] = [...choices].sort((a, b) => a.length - b.length);
  if (first === undefined) return false;
  const rest = others.map((items): Formula => ({ kind: "any", items }));
  return first.every((item) => {
    search.branches += 1;
    return search.branches <= MAX_BRANCHES && refute([item, ...rest], facts, search);
  });
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
