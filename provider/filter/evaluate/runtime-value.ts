import type { IpAddress } from "../parse/ast";
import { startsWith } from "./byte-functions";

/** A value while a filter runs. A missing value is `undefined`. */
export type RuntimeValue = boolean | bigint | Uint8Array | IpAddress | RuntimeArray | RuntimeMap;
/** The value of an array: all elements have the same type. */
export type RuntimeArray = readonly RuntimeValue[];
/** Entries are sorted by the UTF-8 bytes of their keys. */
export type RuntimeMap = ReadonlyMap<string, RuntimeValue>;

/** The fields of one request, by name. An absent name is a missing value. */
export type RequestFields = ReadonlyMap<string, RuntimeValue>;

/** Named lists, each as a membership test. An absent list contains nothing. */
export type FilterLists = ReadonlyMap<string, (value: RuntimeValue) => boolean>;

export function isBytes(value: RuntimeValue | undefined): value is Uint8Array {
  return value instanceof Uint8Array;
}

export function isInt(value: RuntimeValue | undefined): value is bigint {
  return typeof value === "bigint";
}

export function isArray(value: RuntimeValue | undefined): value is RuntimeArray {
  return Array.isArray(value);
}

export function isMap(value: RuntimeValue | undefined): value is RuntimeMap {
  return value instanceof Map;
}

export function isIp(value: RuntimeValue | undefined): value is IpAddress {
  return typeof value === "object" && "family" in value;
}

/** Returns the elements of an array, or the values of a map in the order of the map. */
export function elementsOf(value: RuntimeValue | undefined): RuntimeArray | undefined {
  if (isArray(value)) return value;
  return isMap(value) ? [...value.values()] : undefined;
}

/** Compares unsigned bytes. A prefix is smaller than the longer value. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

export function compareInts(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && startsWith(a, b);
}

export function sameValue(a: RuntimeValue | undefined, b: RuntimeValue | undefined): boolean {
  if (isBytes(a)) return isBytes(b) && sameBytes(a, b);
  if (isIp(a)) return isIp(b) && a.family === b.family && a.value === b.value;
  if (!isArray(a)) return a === b;
  return isArray(b) && a.length === b.length && a.every((element, index) => sameValue(element, b[index]));
}

/** No 64-bit integer has more digits. */
const DECIMAL = /^-?[0-9]{1,19}$/;

/** Parses a decimal 64-bit integer. Returns `undefined` for any other text. */
export function parseInt64(text: string): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
