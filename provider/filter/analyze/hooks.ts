import type { Interval } from "../evaluate/compile-set";
import { toLatin1 } from "../evaluate/byte-functions";
import { candidateFor, candidatesOf, type Demands, isTotal } from "./bytes-contradict";
import { numbersOf, textsOf } from "./field-facts";
import type { Value } from "../parse/ast";
import type { Atom, ValueTest } from "./formula";
import { printValue } from "../print/print-filter";
import { ADDRESSES, integersIn, numbersLeft, setOf } from "./number-contradict";

/**
 * A key under which an index has an atom: the atom itself, a text that every string which passes contains, or a block of numbers
 * that pass.
 */
export interface Hook {
  readonly kind: "atom" | "text" | "block";
  /** What is tested, as printed text. */
  readonly subject: string;
  readonly key: string;
}

/** What finds hooks: an atom as it is, texts that contain others, or a number in a block. */
export type Bait =
  | (Hook & { readonly kind: "atom" })
  | (Hook & { readonly kind: "text" })
  | { readonly kind: "number"; readonly subject: string; readonly number: bigint };

// Strings of bytes have no such characters.
const START = "\uE000";
const END = "\uE001";
/** In front of a text that is a whole value. */
const WHOLE = "\uE002";

/**
 * Returns hooks of an atom: demands from which the atom follows have bait for one of them. Undefined for an atom that may follow from
 * any demands.
 */
export function hooksOf({ atom, holds }: Condition): readonly Hook[] | undefined {
  const { subject, value, test } = atom;
  const itself: Hook = { kind: "atom", subject, key: atomKey(atom, holds) };
  const isInList = test.kind === "inList";
  // A value compared with itself follows from whatever demands that it is there.
  if (test.kind === "values") return holds && printValue(test.right) !== subject ? [itself] : undefined;
  switch (value?.type) {
    case "Bytes": {
      // A failing test follows from whatever demands that the value is not there.
      if (!holds) return undefined;
      if (isInList) return [itself];
      if (isTotal(test, textsOf(value))) return undefined;
      const texts = needlesOf(test);
      return texts && [itself, ...texts.map((key): Hook => ({ kind: "text", subject, key }))];
    }
    case "Int":
    case "Ip": {
      if (!holds) return undefined;
      const set = setOf(test, domainOf(value));
      if (isInList || set === undefined) return [itself];
      return set
        .flatMap((interval) => [...blocksOf(interval)])
        .map((key): Hook => ({ kind: "block", subject, key }));
    }
    default:
      return [itself];
  }
}

interface Condition {
  readonly atom: Atom;
  readonly holds: boolean;
}

/** Returns bait for the hooks of each atom that follows from demands on one value, if these can be met. */
export function* baitOf(subject: string, demands: Demands): Iterable<Bait> {
  const { passing, failing } = demands;
  for (const atom of passing) yield { kind: "atom", subject, key: atomKey(atom, true) };
  for (const atom of failing) yield { kind: "atom", subject, key: atomKey(atom, false) };
  const value = (passing[0] ?? failing[0])?.value;
  switch (value?.type) {
    case "Bytes": {
      const candidates = candidatesOf(demands);
      const one = candidates && candidateFor(candidates, demands, textsOf(value));
      const texts = one
        ? [WHOLE + START + folded(one) + END]
        : passing.flatMap(({ test }) => (isPart(test) ? (needlesOf(test) ?? []) : []));
      for (const key of texts) yield { kind: "text", subject, key };
      break;
    }
    case "Int":
    case "Ip": {
      const [interval] = numbersLeft(demands, domainOf(value));
      if (interval) yield { kind: "number", subject, number: interval.first };
      break;
    }
    default:
      break;
  }
}

/** Returns the key of the block of that size which has a number. The size is the exponent of a power of two. */
export function blockKey(number: bigint, size: number): string {
  return `${size} ${number >> BigInt(size)}`;
}

export function sizeOf(block: string): number {
  return Number.parseInt(block, 10);
}

/** Cuts an interval into blocks that begin at a multiple of their length, and returns their keys. */
function blocksOf({ first, last }: Interval): string[] {
  const keys: string[] = [];
  for (let start = first; start <= last;) {
    let size = 0;
    while (fitsTwice(start, last, 1n << BigInt(size))) size += 1;
    keys.push(blockKey(start, size));
    start += 1n << BigInt(size);
  }
  return keys;
}

function fitsTwice(start: bigint, last: bigint, length: bigint): boolean {
  return (start & length) === 0n && start + 2n * length - 1n <= last;
}

/** Returns texts of which every string that passes contains one; undefined if none is known. */
function needlesOf(test: ValueTest): string[] | undefined {
  switch (test.kind) {
    case "startsWith":
      return [START + folded(test.literal.bytes)];
    case "endsWith":
      return [folded(test.literal.bytes) + END];
    case "contains":
      return [folded(test.literal.bytes)];
    case "oneOf":
      return test.items.flatMap((item) => (item.kind === "bytes" ? [START + folded(item.bytes) + END] : []));
    case "wildcard": {
      // A backslash escapes the next character.
      const pieces = (START + folded(test.pattern.bytes) + END).split(/\*|\\./s);
      const [longest = WHOLE] = pieces
        .filter((piece) => ![START, END, ""].includes(piece))
        .sort((one, other) => other.length - one.length);
      return [longest];
    }
    case "ordering":
      if (test.literal.kind !== "bytes" || test.operator === "ne") return undefined;
      return test.operator === "eq" ? [START + folded(test.literal.bytes) + END] : [WHOLE];
    default:
      return [WHOLE];
  }
}

function isPart({ kind }: ValueTest): boolean {
  return kind === "startsWith" || kind === "endsWith" || kind === "contains";
}

function folded(bytes: Uint8Array): string {
  return toLatin1(bytes).toLowerCase();
}

function atomKey({ key }: Atom, holds: boolean): string {
  return `${holds ? "+" : "-"}${key}`;
}

function domainOf(value: Value): readonly Interval[] {
  return value.type === "Ip" ? ADDRESSES : integersIn(numbersOf(value));
}
