import { toLatin1 } from "./byte-functions";
import { type Interval, intervalOf, numberOf, type SetMember, union } from "./intervals";
import { isBytes, isInt, isIp, type RuntimeValue, sameBytes } from "./runtime-value";

const FEW = 8;

/** Compiles a set to a membership test. */
export function compileSet(items: readonly SetMember[]): (value: RuntimeValue) => boolean {
  const isText = compileTexts(items.filter((item) => item.kind === "bytes").map(({ bytes }) => bytes));
  const ints = union(items.filter((item) => item.kind === "intRange"));
  const addresses = union(
    items.flatMap((item) => (item.kind === "intRange" ? [] : (intervalOf(item) ?? []))),
  );
  return (value) => {
    if (isBytes(value)) return isText(value);
    if (isInt(value)) return within(ints, value);
    return isIp(value) && within(addresses, numberOf(value));
  };
}

function compileTexts(texts: readonly Uint8Array[]): (value: Uint8Array) => boolean {
  // Comparing a few texts is cheaper than converting the value to a string.
  if (texts.length <= FEW) return (value) => texts.some((text) => sameBytes(text, value));
  const known = new Set(texts.map(toLatin1));
  return (value) => known.has(toLatin1(value));
}

function within(ranges: readonly Interval[], value: bigint): boolean {
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
