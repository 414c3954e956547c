import type { Interval } from "../../evaluate/compile-set";
import type { RuntimeValue } from "../../evaluate/runtime-value";
import type { Index, Value } from "../../parse/ast";
import {
  type AtomLiteral,
  type Conflict,
  type Demand,
  findValue,
  type FoundValue,
  type Using,
} from "./find-value";
import type { Atom } from "./atom";
import { entriesNamed, isSentEntry, keyNamed, keysAssumption, namesOfKey, valueAssumption } from "./map-keys";
import { common, without } from "./numbers";
import { demandsOf, type Solved } from "./solve-value";

/** Longer arrays are not built. */
const MAX_LENGTH = 1000n;
const GREATEST_LENGTH = (1n << 63n) - 1n;

/**
 * Finds elements of an array that meet literals: an element that is in a set, no element that is in a set, and what must be at an
 * index. An array that no literal needs is missing. Literals on entries of a map need their keys in the array of its keys.
 *
 * @param array the array
 * @param element its elements: the array with `[*]`
 */
export function solveArray(
  array: Value,
  element: Value,
  literals: readonly AtomLiteral[],
  using: Using,
): Solved {
  const needed = literals.find((literal) => literal.value);
  if (needed === undefined) return { kind: "settings", settings: [] };
  return solvePresentArray(array, element, literals, using);
}

/** Finds elements of an array that a request has, whether or not a literal needs it. */
export function solvePresentArray(
  array: Value,
  element: Value,
  literals: readonly AtomLiteral[],
  using: Using,
): Solved {
  const absent = absentKeys(array, literals, using);
  const solved = new ElementSearch(array, element, literals, using, absent).solve();
  if (solved.kind !== "conflict") return solved;
  const used = absent.filter(({ demand }) => solved.core.includes(demand.literal));
  return {
    ...solved,
    core: [...new Set([...solved.core, ...used.flatMap(({ core }) => core)])],
    assumptions: [...solved.assumptions, ...used.flatMap(({ assumptions }) => assumptions)],
  };
}

/** A key that no element of an array of keys may be, since no entry meets the literals on it. */
interface AbsentKey extends Omit<Conflict, "kind"> {
  readonly demand: Demand;
}

function absentKeys(array: Value, literals: readonly AtomLiteral[], using: Using): AbsentKey[] {
  if (!using.assumes) return [];
  return entriesNamed(array, literals).flatMap(({ key, entry, element, literals: own }): AbsentKey[] => {
    const [literal] = own;
    if (literal === undefined || own.some(({ value }) => value)) return [];
    const solved = solvePresentArray(entry, element, own, using);
    if (solved.kind !== "conflict") return [];
    const demand = { set: namesOfKey(array, key, using.meter.spend), holds: false, literal };
    const assumptions = [...solved.assumptions, keysAssumption(array)];
    return [{ demand, core: [literal, ...solved.core], assumptions }];
  });
}

class ElementSearch {
  private readonly elements: RuntimeValue[] = [];
  /** The literals on the array itself. The others are on entries of the map whose keys it has. */
  private readonly own: readonly AtomLiteral[];
  /** What no element may be. */
  private readonly excluded: readonly Demand[];
  /** What must be at an index. */
  private readonly demandedAt = new Map<number, Demand[]>();

  constructor(
    private readonly array: Value,
    private readonly element: Value,
    private readonly literals: readonly AtomLiteral[],
    private readonly using: Using,
    absent: readonly AbsentKey[],
  ) {
    this.own = literals.filter(({ atom }) => keyNamed(atom, array) === undefined);
    this.excluded = [
      ...this.own.filter(({ atom, value }) => atom.kind === "some" && !value).flatMap(demandsOf),
      ...absent.map(({ demand }) => demand),
    ];
    for (const literal of this.own) {
      const index = indexOf(literal.atom);
      if (index === undefined) continue;
      const here = this.demandedAt.get(index) ?? [];
      this.demandedAt.set(index, here);
      here.push(...demandsOf(literal));
    }
  }

  solve(): Solved {
    const last = this.lastNeeded();
    if (last !== undefined && BigInt(last.index) >= MAX_LENGTH) return { kind: "unclear" };
    for (let index = 0; last !== undefined && index <= last.index; index += 1) {
      // The element before another one is there, whatever is demanded of it.
      const conflict = this.add([...this.excluded, ...this.demandsAt(index)], last.literal);
      if (conflict !== undefined) return conflict;
    }
    for (const literal of this.literals) {
      if (!literal.value) continue;
      const isOwn = keyNamed(literal.atom, this.array) === undefined;
      if (isOwn && literal.atom.kind !== "some") continue;
      const demands = isOwn ? demandsOf(literal) : this.keyIn(literal);
      const conflict = this.place([...demands, ...this.excluded], literal);
      if (conflict === undefined) continue;
      if (conflict.kind !== "conflict" || isOwn) return conflict;
      return { ...conflict, assumptions: [...conflict.assumptions, keysAssumption(this.array)] };
    }
    return (
      this.value() ??
      this.fill() ?? { kind: "settings", settings: [{ value: this.array, runtime: this.elements }] }
    );
  }

  /** A key of a map whose keys are the elements, because of a literal that is on the entry of the key. */
  private keyIn(literal: AtomLiteral): Demand[] {
    const key = keyNamed(literal.atom, this.array);
    if (key === undefined) return [];
    return [{ set: namesOfKey(this.array, key, this.using.meter.spend), holds: true, literal }];
  }

  /** Adds the value that every entry of some maps has. */
  private value(): Solved | undefined {
    if (!this.isSent || this.elements.length > 0) return undefined;
    const conflict = this.add([...this.excluded, ...this.demandsAt(0)]);
    if (conflict === undefined) return undefined;
    const { core, assumptions } = neededFor(conflict, ...this.needed());
    return { kind: "conflict", core, assumptions: [...assumptions, valueAssumption(this.array)] };
  }

  private get isSent(): boolean {
    return this.using.assumes && isSentEntry(this.array);
  }

  /** A literal that needs the array to be there. */
  private needed(): AtomLiteral[] {
    return this.literals.filter(({ value }) => value).slice(0, 1);
  }

  /** Adds elements until the length is one that the literals allow. */
  private fill(): Solved | undefined {
    const lengths = this.own.filter(({ atom }) => atom.kind === "length");
    if (lengths.length === 0) return undefined;
    const least = BigInt(this.elements.length);
    const allowed = lengthsAllowed(lengths);
    const length = common(allowed, [{ first: least, last: MAX_LENGTH }])[0]?.first;
    if (length === undefined) return this.lengthConflict(lengths, allowed);
    while (this.elements.length < length) {
      const here = this.demandsAt(this.elements.length);
      const conflict = this.add([...this.excluded, ...here]);
      if (conflict === undefined) continue;
      const isLeast = allowed[0]?.first === length;
      return isLeast ? neededFor(conflict, ...lengths, ...this.needed()) : { kind: "unclear" };
    }
    return undefined;
  }

  /** The elements may be more than are needed, so only lengths that no array has are a conflict. */
  private lengthConflict(lengths: readonly AtomLiteral[], allowed: readonly Interval[]): Solved {
    const last = this.lastNeeded();
    const some = this.own.find(({ atom, value }) => atom.kind === "some" && value);
    const isSent = last === undefined && some === undefined && this.isSent;
    const least = last ? BigInt(last.index) + 1n : some || isSent ? 1n : 0n;
    if (common(allowed, [{ first: least, last: GREATEST_LENGTH }]).length > 0) return { kind: "unclear" };
    const because = last?.literal ?? some ?? this.literals.find(({ value }) => value);
    return {
      kind: "conflict",
      core: [...new Set([...lengths, ...(because ? [because] : [])])],
      assumptions: isSent ? [valueAssumption(this.array)] : [],
    };
  }

  /** Adds an element that meets the demands behind the others. */
  private place(demands: readonly Demand[], because: AtomLiteral): Solved | undefined {
    const found = this.find(demands);
    if (found.kind === "conflict") return neededFor(found, because);
    for (;;) {
      const here = this.demandsAt(this.elements.length);
      if (here.length === 0 || this.find([...demands, ...here]).kind === "value") {
        return this.add([...demands, ...here]);
      }
      // What is excluded at this index makes room for another element.
      if (this.add([...this.excluded, ...here]) !== undefined) return { kind: "unclear" };
    }
  }

  private add(demands: readonly Demand[], because?: AtomLiteral): Conflict | undefined {
    this.using.meter.spend(0, 1 + demands.length);
    const found = this.find(demands);
    if (found.kind === "conflict") return because ? neededFor(found, because) : found;
    this.elements.push(found.runtime);
    return undefined;
  }

  private find(demands: readonly Demand[]): FoundValue {
    return findValue(demands, this.element, this.using);
  }

  private demandsAt(index: number): readonly Demand[] {
    return this.demandedAt.get(index) ?? [];
  }

  private lastNeeded(): { readonly index: number; readonly literal: AtomLiteral } | undefined {
    const needed = this.own.flatMap((literal) => {
      const index = indexOf(literal.atom);
      return literal.value && index !== undefined ? [{ index, literal }] : [];
    });
    return needed.sort((a, b) => b.index - a.index)[0];
  }
}

/** An element that meets no literal can be left out, unless a literal needs it. */
function neededFor(conflict: Conflict, ...because: readonly AtomLiteral[]): Conflict {
  return { ...conflict, core: [...new Set([...conflict.core, ...because])] };
}

function lengthsAllowed(lengths: readonly AtomLiteral[]): readonly Interval[] {
  return lengths.reduce<readonly Interval[]>(
    (left, { atom, value: holds }) => {
      if (atom.kind !== "length") return left;
      return holds ? common(left, atom.intervals) : without(left, atom.intervals);
    },
    [{ first: 0n, last: GREATEST_LENGTH }],
  );
}

function indexOf(atom: Atom): number | undefined {
  const last: Index | undefined = atom.kind === "opaque" ? undefined : atom.value.indexes.at(-1);
  return last?.kind === "element" ? last.index : undefined;
}
