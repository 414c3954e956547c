import {
  type Automaton,
  classesBy,
  DEAD,
  type Described,
  FULL,
  LazyAutomaton,
  type Spend,
} from "../../../regex";
import { hexDigit } from "../../evaluate/url-decode";
import { lower } from "../../evaluate/wildcard";
import type { Call } from "../../parse/ast";

/** Turns an automaton over the results of a function into one over its first argument. */
export type InverseImage = (automaton: Automaton, spend: Spend) => Automaton;

/** Larger offsets of `substring` are not analysed: each would need a state. */
const MAX_OFFSET = 5000n;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
const ASCII_CASE_DISTANCE = 0x20;

/**
 * Returns the inverse image of a call whose other arguments are literals: the automaton accepts an argument exactly if the given one
 * accepts the result. Undefined for functions without one, for example `sha256`.
 */
export function inverseImageOf(call: Call): InverseImage | undefined {
  const mapping = byteMappingOf(call);
  if (mapping !== undefined) return (automaton, spend) => ofMapped(automaton, mapping, spend);
  const [, ...rest] = call.arguments;
  const [first, second] = rest;
  switch (call.name) {
    case "remove_bytes":
      return first?.kind === "bytes" ? ofRemoved(new Set(first.bytes)) : undefined;
    case "url_decode":
      return rest.length === 0 ? ofDecoded : undefined;
    case "substring": {
      const start = first?.kind === "int" ? first.value : -1n;
      const end = second === undefined ? MAX_OFFSET : second.kind === "int" ? second.value : -1n;
      if (start < 0n || end < 0n || start > MAX_OFFSET || end > MAX_OFFSET) return undefined;
      return ofSubstring(Number(start), second === undefined ? undefined : Number(end));
    }
    default:
      return undefined;
  }
}

/** Returns what a function does with each byte; undefined if it does more than that. */
export function byteMappingOf({ name }: Call): ((byte: number) => number) | undefined {
  if (name === "lower") return lower;
  return name === "upper" ? upper : undefined;
}

function upper(byte: number): number {
  return byte >= 0x61 && byte <= 0x7a ? byte - ASCII_CASE_DISTANCE : byte;
}

/** Accepts the words that are accepted in lower case. */
export function inAnyCase(automaton: Automaton, spend: Spend): Automaton {
  return ofMapped(automaton, lower, spend);
}

function ofMapped(automaton: Automaton, map: (byte: number) => number, spend: Spend): Automaton {
  return new LazyAutomaton<number>(
    {
      start: describe(automaton.start),
      classes: classesBy((byte) => automaton.classes[map(byte)] ?? 0),
      keyOf: Number,
      next: (state, byte) => describe(automaton.next(state, map(byte))),
      accepts: (state) => automaton.accepts(state),
    },
    spend,
  );
}

function ofRemoved(removed: ReadonlySet<number>): InverseImage {
  return (automaton, spend) =>
    new LazyAutomaton<number>(
      {
        start: describe(automaton.start),
        classes: classesBy((byte) => (removed.has(byte) ? -1 : (automaton.classes[byte] ?? 0))),
        keyOf: Number,
        next: (state, byte) => (removed.has(byte) ? state : describe(automaton.next(state, byte))),
        accepts: (state) => automaton.accepts(state),
      },
      spend,
    );
}

function describe(state: number): Described<number> {
  if (state === DEAD) return "dead";
  return state === FULL ? "full" : state;
}

/** A state of the inner automaton, with what was read of an escape and is not yet decided: nothing, `%`, or `%` and a digit. */
interface Decoding {
  readonly inner: number;
  readonly pending: readonly number[];
}

function ofDecoded(automaton: Automaton, spend: Spend): Automaton {
  const stateOf = (inner: number, pending: readonly number[]): Described<Decoding> =>
    inner <= FULL ? (inner === FULL ? "full" : "dead") : { inner, pending };
  const read = (inner: number, byte: number) => automaton.next(inner, byte === PLUS ? SPACE : byte);
  /** Reads bytes that turned out to be no escape. The last byte may begin another. */
  const release = (inner: number, pending: readonly number[], byte: number) => {
    const released = pending.reduce(read, inner);
    return byte === PERCENT ? stateOf(released, [PERCENT]) : stateOf(read(released, byte), []);
  };
  return new LazyAutomaton<Decoding>(
    {
      start: stateOf(automaton.start, []),
      classes: classesBy((byte) =>
        hexDigit(byte) !== undefined || byte === PERCENT || byte === PLUS
          ? `=${byte}`
          : (automaton.classes[byte] ?? 0),
      ),
      keyOf: ({ inner, pending }) => `${inner}:${pending.join()}`,
      next: ({ inner, pending }, byte) => {
        const digit = hexDigit(byte);
        if (pending.length === 0 || digit === undefined) return release(inner, pending, byte);
        const [, first] = pending;
        if (first === undefined) return stateOf(inner, [PERCENT, byte]);
        return stateOf(automaton.next(inner, (hexDigit(first) ?? 0) * 16 + digit), []);
      },
      accepts: ({ inner, pending }) => automaton.accepts(pending.reduce(read, inner)),
    },
    spend,
  );
}

/** A state of the inner automaton, with the number of bytes read. */
interface Cutting {
  readonly inner: number;
  readonly read: number;
}

/** Without `end`, the rest of the word is read. */
function ofSubstring(start: number, end: number | undefined): InverseImage {
  // Once all of these bytes are read, their number does not matter.
  const most = end ?? start;
  const stateOf = (inner: number, read: number): Described<Cutting> => {
    if (inner <= FULL) return inner === FULL ? "full" : "dead";
    return { inner, read };
  };
  return (automaton, spend) =>
    new LazyAutomaton<Cutting>(
      {
        start: stateOf(automaton.start, 0),
        classes: automaton.classes,
        keyOf: ({ inner, read }) => `${inner}:${read}`,
        next: ({ inner, read }, byte) => {
          const isInside = read >= start && (end === undefined || read < end);
          return stateOf(isInside ? automaton.next(inner, byte) : inner, Math.min(read + 1, most));
        },
        accepts: ({ inner }) => automaton.accepts(inner),
      },
      spend,
    );
}
