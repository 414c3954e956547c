import type { BytesLiteral, IntRange, IpLiteral, IpNetwork, IpRange } from "../parse/ast";
import { addressBits } from "../parse/ip-address";
import { toLatin1 } from "./byte-functions";
import { compareInts, isBytes, isInt, isIp, type RuntimeValue, sameBytes } from "./runtime-value";

const FEW = 8;

/** A set item without its span, so that lists from JSON can be compiled too. */
export type SetMember =
  | Pick<BytesLiteral, "kind" | "bytes">
  | Pick<IntRange, "kind" | "first" | "last">
  | Pick<IpLiteral, "kind" | "address">
  | Pick<IpRange, "kind" | "first" | "last">
  | Pick<IpNetwork, "kind" | "address" | "prefix">;

/** Both ends are inclusive. */
interface NumberRange {
  readonly first: bigint;
  readonly last: bigint;
}

/** Compiles a set to a membership test. */
export function compileSet(items: readonly SetMember[]): (value: RuntimeValue) => boolean {
  const isText = compileTexts(items.filter((item) => item.kind === "bytes").map(({ bytes }) => bytes));
  const ints = merged(items.filter((item) => item.kind === "intRange"));
  const addresses = items.flatMap((item) => addressRange(item) ?? []);
  const v4 = merged(addresses.filter(({ family }) => family === 4));
  const v6 = merged(addresses.filter(({ family }) => family === 6));
  return (value) => {
    if (isBytes(value)) return isText(value);
    if (isInt(value)) return within(ints, value);
    return isIp(value) && within(value.family === 4 ? v4 : v6, value.value);
  };
}

function compileTexts(texts: readonly Uint8Array[]): (value: Uint8Array) => boolean {
  // Comparing a few texts is cheaper than converting the value to a string.
  if (texts.length <= FEW) return (value) => texts.some((text) => sameBytes(text, value));
  const known = new Set(texts.map(toLatin1));
  return (value) => known.has(toLatin1(value));
}

/** Sorts the ranges and joins those that overlap. */
function merged(ranges: readonly NumberRange[]): readonly NumberRange[] {
  const result: { first: bigint; last: bigint }[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => compareInts(a.first, b.first))) {
    const previous = result.at(-1);
    if (previous === undefined || first > previous.last) result.push({ first, last });
    else if (last > previous.last) previous.last = last;
  }
  return result;
}

function within(ranges: readonly NumberRange[], value: bigint): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (value < range.first) high = middle - 1;
    else if (value > range.last) low = middle + 1;
    else return true;
  }
  return false;
}

function addressRange(item: SetMember): (NumberRange & { readonly family: 4 | 6 }) | undefined {
  switch (item.kind) {
    case "ip":
      return { family: item.address.family, first: item.address.value, last: item.address.value };
    case "ipRange":
      return { family: item.first.family, first: item.first.value, last: item.last.value };
    case "ipNetwork": {
      const { family, value } = item.address;
      const hosts = 1n << BigInt(addressBits(family) - item.prefix);
      return { family, first: value, last: value + hosts - 1n };
    }
    default:
      return undefined;
  }
}
