import type { IpAddress, Literal, LiteralTest, OrderingOperator } from "../parse/ast";
import { compileRegex } from "../../regex";
import { compileSet } from "./compile-set";
import { bufferOf } from "./byte-functions";
import {
  compareBytes,
  compareInts,
  type FilterLists,
  isBytes,
  isInt,
  isIp,
  type RuntimeValue,
  sameBytes,
} from "./runtime-value";
import { compileWildcard } from "./wildcard";

/** Most values are at most this long. For them a loop is faster than a call of a native function. */
const SHORT = 64;
const ACCEPTED: Readonly<Record<OrderingOperator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  ge: (order) => order >= 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  lt: (order) => order < 0,
};

/** Tells whether a value that is present passes the test of a comparison. */
export type ValueTest = (value: RuntimeValue, lists: FilterLists) => boolean;

export function compileTest(test: LiteralTest): ValueTest {
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
      return (value) => isInt(value) && accepted(compareInts(value, literal.value));
    case "ip":
      return (value) => isIp(value) && acceptsAddress(operator, value, literal.address);
  }
}

/** Compiles the comparison of two values that are present. */
export function comparisonOfValues(
  operator: OrderingOperator | "bits",
): (left: RuntimeValue, right: RuntimeValue) => boolean {
  if (operator === "bits") return (left, right) => isInt(left) && isInt(right) && (left & right) !== 0n;
  const accepted = ACCEPTED[operator];
  return (left, right) => {
    if (isBytes(left)) return isBytes(right) && accepted(compareBytes(left, right));
    if (isInt(left)) return isInt(right) && accepted(compareInts(left, right));
    return isIp(left) && isIp(right) && acceptsAddress(operator, left, right);
  };
}

/** Addresses of different families are unequal and have no order. */
function acceptsAddress(operator: OrderingOperator, value: IpAddress, literal: IpAddress): boolean {
  if (value.family !== literal.family) return operator === "ne";
  return ACCEPTED[operator](compareInts(value.value, literal.value));
}

function compileContains(needle: Uint8Array): (bytes: Uint8Array) => boolean {
  const buffer = Buffer.from(needle);
  return (bytes) => (bytes.length > SHORT ? bufferOf(bytes).includes(buffer) : shortContains(bytes, buffer));
}

function shortContains(bytes: Uint8Array, needle: Uint8Array): boolean {
  for (let start = 0; start + needle.length <= bytes.length; start += 1) {
    let same = 0;
    while (same < needle.length && bytes[start + same] === needle[same]) same += 1;
    if (same === needle.length) return true;
  }
  return false;
}
