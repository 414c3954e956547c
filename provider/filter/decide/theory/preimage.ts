import type { Spend } from "../../../regex";
import { type Interval, intervalOf, numberOf, union } from "../../evaluate/compile-set";
import { type Argument, type Call, isMapped, type Value } from "../../parse/ast";
import { addressBits } from "../../parse/ip-address";
import { parseIpItem } from "../../parse/literals";
import { decodeUtf8 } from "../../parse/utf8";
import { inverseImageOf } from "../words/images";
import { containing, endingWith, startingWith, withLength } from "../words/literals";
import { type Language, wildcardLanguage } from "../words/language";
import { type ValueSet, words } from "./value-set";

/** Lengths above this are not analysed: each would need a state. */
const MAX_LENGTH = 20_000n;

/** A value that is not analysed further, and what must be true of it. */
export interface Requirement {
  readonly value: Value;
  readonly set: ValueSet;
}

/**
 * Moves a requirement on the result of calls to the argument of the innermost one: `lower(http.host)` is in a set exactly if
 * `http.host` is in the set returned. Stops at calls for which this is not possible; these are returned as the value.
 */
export function requirementOn(value: Value, set: ValueSet, spend: Spend): Requirement {
  const argument = argumentOf(value);
  if (value.source.kind === "field" || argument === undefined) return { value, set };
  const before = preimageOf(value.source, set, spend);
  return before === undefined ? { value, set } : requirementOn(argument, before, spend);
}

/** Returns the first argument of a call whose result, without further indexes, is the value. With `[*]` it is mapped. */
function argumentOf({ source, indexes }: Value): Value | undefined {
  const argument = source.kind === "call" ? source.arguments[0] : undefined;
  if (argument?.kind !== "value") return undefined;
  const isPlain = indexes.length === 0 || (indexes.length === 1 && indexes[0]?.kind === "each");
  return isPlain && isMapped(argument) === (indexes.length === 1) ? argument : undefined;
}

/** Returns the arguments for which a call returns a value of the set. Undefined if that is not clear. */
export function preimageOf(call: Call, set: ValueSet, spend: Spend): ValueSet | undefined {
  switch (set.kind) {
    case "truth":
      return preimageOfTrue(call, spend);
    case "numbers":
      return call.name === "len"
        ? lengthsIn(call, set.intervals, spend)
        : preimageOfNetworks(call, set.intervals);
    case "words": {
      const image = inverseImageOf(call);
      if (image === undefined) return undefined;
      return words(() => {
        const language = set.language();
        return language && { ...guessOf(language), automaton: image(language.automaton, spend) };
      });
    }
  }
}

/** Functions leave many words as they are, so the guess about their results is one about their arguments. */
function guessOf({ guess }: Language): Pick<Language, "guess"> {
  return guess === undefined ? {} : { guess };
}

/** Returns the first arguments for which a function of type Bool is true, if its other arguments are literals. */
function preimageOfTrue({ name, arguments: [, written] }: Call, spend: Spend): ValueSet | undefined {
  if (written?.kind !== "bytes") return undefined;
  const { bytes } = written;
  switch (name) {
    case "starts_with":
      return words(() => ({ automaton: startingWith(bytes, spend), guess: bytes }));
    case "ends_with":
      return words(() => ({ automaton: endingWith(bytes, spend), guess: bytes }));
    case "contains":
      return words(() => ({ automaton: containing(bytes, spend), guess: bytes }));
    case "wildcard":
      return words(() => wildcardLanguage(bytes, false, spend));
    case "ip_in_range": {
      const item = parseIpItem(decodeUtf8(bytes) ?? "");
      const interval = item && intervalOf(item);
      return interval && { kind: "numbers", intervals: [interval] };
    }
    default:
      return undefined;
  }
}

function lengthsIn(call: Call, intervals: readonly Interval[], spend: Spend): ValueSet | undefined {
  const [argument] = call.arguments;
  if (argument?.kind !== "value" || argument.type !== "Bytes") return undefined;
  const isIn = (length: number) =>
    intervals.some(({ first, last }) => first <= BigInt(length) && BigInt(length) <= last);
  // Behind the last bound, all lengths have the same answer.
  const bounds = intervals.flatMap(({ first, last }) => [first - 1n, last]).filter((one) => one < 1n << 62n);
  const greatest = bounds.reduce((most, one) => (one > most ? one : most), 0n);
  if (greatest > MAX_LENGTH) return undefined;
  return words(() => ({ automaton: withLength(isIn, Number(greatest), spend) }));
}

/** `cidr` and `cidr6` return the first address of a network, so their results are in a set if whole networks are. */
function preimageOfNetworks(
  { name, arguments: args }: Call,
  intervals: readonly Interval[],
): ValueSet | undefined {
  if (name !== "cidr" && name !== "cidr6") return undefined;
  const [, first, second] = args;
  const hostBits = { 4: name === "cidr" ? hostBitsOf(first, 4) : 0n, 6: hostBitsOf(second ?? first, 6) };
  const widened = intervals.flatMap(({ first: from, last: to }) =>
    ([4, 6] as const).flatMap((family) => {
      const start = numberOf({ family, value: 0n });
      const size = 1n << hostBits[family];
      const [low, high] = [from - start, to - start];
      const end = 1n << BigInt(addressBits(family));
      if (high < 0n || low >= end) return [];
      const least = low <= 0n ? 0n : ((low + size - 1n) / size) * size;
      const greatest = ((high >= end ? end - 1n : high) / size) * size + size - 1n;
      return least <= greatest ? [{ first: start + least, last: start + greatest }] : [];
    }),
  );
  return { kind: "numbers", intervals: union(widened) };
}

function hostBitsOf(prefix: Argument | undefined, family: 4 | 6): bigint {
  const bits = BigInt(addressBits(family));
  return prefix?.kind === "int" ? bits - prefix.value : 0n;
}
