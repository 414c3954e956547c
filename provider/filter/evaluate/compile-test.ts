import type { IpAddress, Literal, OrderingOperator, SetItem, Test } from "../ast";
import { addressBits } from "../ip-address";
import { compileRegex } from "../regex/matcher";
import { compileContains } from "./contains";
import { toLatin1 } from "../latin1";
import type { FilterLists } from "./lists";
import { compareBytes, isBytes, sameBytes, isInt, isIp, type RuntimeValue } from "./runtime-value";
import { compileWildcard } from "./wildcard";

const ACCEPTED: Readonly<Record<OrderingOperator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  ge: (order) => order >= 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  lt: (order) => order < 0,
};

const FEW = 8;

/** Answers what a comparison asks of a value that is there. */
export type ValueTest = (value: RuntimeValue, lists: FilterLists) => boolean;

/** Both ends included. */
interface NumberRange {
  readonly first: bigint;
  readonly last: bigint;
}

export function compileTest(test: Test): ValueTest {
  switch (test.kind) {
    case "truth":
      return (value) => value === true;
    case "ordering":
      return compileOrdering(test.operator, test.literal);
    case "bits": {
      const mask = test.literal.value;
      return (value) => isInt(value) && (value & mask) !== 0n;
    }
    case "contains": {
      const contains = compileContains(test.literal.bytes);
      return (value) => isBytes(value) && contains(value);
    }
    case "matches": {
      const matches = compileRegex(test.pattern.pattern);
      return (value) => isBytes(value) && matches(value);
    }
    case "wildcard": {
      const matches = compileWildcard(test.pattern.bytes, test.strict);
      return (value) => isBytes(value) && matches(value);
    }
    case "oneOf":
      return compileSet(test.items);
    case "inList": {
      const { name } = test;
      return (value, lists) => lists.get(name)?.(value) ?? false;
    }
  }
}

/** Whether a value is one of the members: a text or number, an address, or within a network or range. */
export function compileSet(items: readonly SetItem[]): (value: RuntimeValue) => boolean {
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
  // To compare with a few takes less than to make a text.
  if (texts.length <= FEW) return (value) => texts.some((text) => sameBytes(text, value));
  // One character for each byte: texts that are equal where the bytes are.
  const known = new Set(texts.map(toLatin1));
  return (value) => known.has(toLatin1(value));
}

/** Sorted, and neither overlapping nor touching. */
function merged(ranges: readonly NumberRange[]): readonly NumberRange[] {
  const result: { first: bigint; last: bigint }[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => compareBigInts(a.first, b.first))) {
    const previous = result.at(-1);
    if (previous === undefined || first > previous.last + 1n) result.push({ first, last });
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

function compileOrdering(operator: OrderingOperator, literal: Literal): ValueTest {
  const accepted = ACCEPTED[operator];
  switch (literal.kind) {
    case "bytes": {
      const { bytes } = literal;
      if (operator === "eq") return (value) => isBytes(value) && sameBytes(value, bytes);
      if (operator === "ne") return (value) => isBytes(value) && !sameBytes(value, bytes);
      return (value) => isBytes(value) && accepted(compareBytes(value, bytes));
    }
    case "int":
      return (value) => isInt(value) && accepted(compareBigInts(value, literal.value));
    case "ip":
      return (value) => isIp(value) && acceptsAddress(operator, value, literal.address);
  }
}

/** Addresses of different families have no order: they are unequal, and nothing else. */
function acceptsAddress(operator: OrderingOperator, value: IpAddress, literal: IpAddress): boolean {
  if (value.family !== literal.family) return operator === "ne";
  return ACCEPTED[operator](compareBigInts(value.value, literal.value));
}

function compareBigInts(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function addressRange(item: SetItem): (NumberRange & { readonly family: 4 | 6 }) | undefined {
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
