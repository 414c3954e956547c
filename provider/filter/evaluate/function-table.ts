import { createHash, createHmac } from "node:crypto";
import type { IpAddress } from "../parse/ast";
import { networkOf, printAddress } from "../parse/ip-address";
import { decodeUtf8, encodeUtf8 } from "../parse/utf8";
import {
  bufferOf,
  concatenate,
  decodeBase64,
  encodeBase64,
  endsWith,
  fromLatin1,
  join,
  lowerAscii,
  removeBytes,
  removeQueryArgs,
  split,
  startsWith,
  substring,
  toLatin1,
  trimEnd,
  trimStart,
  upperAscii,
  uuidFrom,
} from "./byte-functions";
import {
  elementsOf,
  isArray,
  isBytes,
  isInt,
  isIp,
  isMap,
  parseInt64,
  type RuntimeArray,
  type RuntimeMap,
  type RuntimeValue,
  sameBytes,
  sameValue,
} from "./runtime-value";
import { urlDecode } from "./url-decode";

/** The implementation of a function. `undefined` is a missing value. */
export type RuntimeFunction = (args: readonly (RuntimeValue | undefined)[]) => RuntimeValue | undefined;

/** Tells whether an argument is present and has a type. */
type Guard<T extends RuntimeValue | undefined> = (value: RuntimeValue | undefined) => value is T;
type Guards<A extends (RuntimeValue | undefined)[]> = readonly [...{ [I in keyof A]: Guard<A[I]> }];

/** The functions that need no work when a filter is compiled. `compile-function.ts` has the others. */
const FUNCTIONS: ReadonlyMap<string, RuntimeFunction> = new Map<string, RuntimeFunction>([
  ["concat", concat],
  ["coalesce", (args) => args.find(isPresent)],
  ["lower", typed([isBytes], lowerAscii)],
  ["upper", typed([isBytes], upperAscii)],
  ["sha256", typed([isBytes], (bytes) => createHash("sha256").update(bytes).digest())],
  ["sha512", typed([isBytes], (bytes) => createHash("sha512").update(bytes).digest())],
  ["decode_base64", typed([isBytes], decodeBase64)],
  ["uuidv4", typed([isBytes], uuidFrom)],
  ["len", typed([isSequence], ({ length }) => BigInt(length))],
  ["starts_with", typed([isBytes, isBytes], startsWith)],
  ["ends_with", typed([isBytes, isBytes], endsWith)],
  ["contains", typed([isBytes, isBytes], (bytes, part) => bufferOf(bytes).includes(bufferOf(part)))],
  ["trim", typed([isBytes, optional(isBytes)], (bytes, cut) => trimEnd(trimStart(bytes, cut), cut))],
  ["trim_start", typed([isBytes, optional(isBytes)], trimStart)],
  ["trim_end", typed([isBytes, optional(isBytes)], trimEnd)],
  ["remove_bytes", typed([isBytes, isBytes], removeBytes)],
  ["remove_query_args", typedWithRest(isBytes, removeQueryArgs)],
  [
    "is_timed_hmac_valid_v0",
    typed(
      [isBytes, isBytes, isInt, isInt, optional(isInt), optional(isBytes)],
      (key, token, lifetime, now, separatorLength = 0n, flags) =>
        isTimedHmacValid({
          key,
          token,
          lifetime,
          now,
          separatorLength,
          urlSafe: optionsOf(flags).includes("s"),
        }),
    ),
  ],
  ["substring", typed([isBytes, isInt, optional(isInt)], substring)],
  [
    "to_string",
    typed([isPrintable], (value) => encodeUtf8(isIp(value) ? printAddress(value) : String(value))),
  ],
  [
    "url_decode",
    typed([isBytes, optional(isBytes)], (bytes, options) => urlDecode(bytes, optionsOf(options))),
  ],
  [
    "encode_base64",
    typed([isBytes, optional(isBytes)], (bytes, options) => encodeBase64(bytes, optionsOf(options))),
  ],
  ["lookup_json_string", typedWithRest(isJsonStep, lookupJsonString)],
  ["lookup_json_integer", typedWithRest(isJsonStep, lookupJsonInteger)],
  [
    "cidr",
    typed([isIp, isInt, isInt], (address, v4, v6) =>
      networkOf(address, Number(address.family === 4 ? v4 : v6)),
    ),
  ],
  [
    "cidr6",
    typed([isIp, isInt], (address, v6) => (address.family === 4 ? address : networkOf(address, Number(v6)))),
  ],
  [
    "split",
    typed([isBytes, isBytes, isInt], (bytes, separator, limit) => split(bytes, separator, Number(limit))),
  ],
  ["join", typed([isArray, isBytes], (parts, separator) => join(parts.filter(isBytes), separator))],
  ["has_key", typed([isMap, isBytes], hasKey)],
  [
    "has_value",
    typed([isPresent, isPresent], (container, value) =>
      elementsOf(container)?.some((element) => sameValue(element, value)),
    ),
  ],
]);

/** Returns the implementation of a function, or `undefined` if this table does not have it. */
export function getRuntimeFunction(name: string): RuntimeFunction | undefined {
  return FUNCTIONS.get(name);
}

/** Skips missing arguments. The result is missing if all arguments are. */
function concat(args: readonly (RuntimeValue | undefined)[]): RuntimeValue | undefined {
  const present = args.filter(isPresent);
  if (present.length === 0) return undefined;
  return present.every(isBytes) ? concatenate(present) : present.filter(isArray).flat();
}

function hasKey(map: RuntimeMap, key: Uint8Array): boolean {
  const name = decodeUtf8(key);
  return name !== undefined && map.has(name);
}

function isPresent(value: RuntimeValue | undefined): value is RuntimeValue {
  return value !== undefined;
}

function isSequence(value: RuntimeValue | undefined): value is Uint8Array | RuntimeArray {
  return isBytes(value) || isArray(value);
}

function isPrintable(value: RuntimeValue | undefined): value is boolean | bigint | IpAddress {
  return typeof value === "boolean" || isInt(value) || isIp(value);
}

/** Matches every string and number of a JSON text. */
const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const STRING_MARK = "s";
const NUMBER_MARK = "n";

/** An object key or an array index. */
type Step = Uint8Array | bigint;

function isJsonStep(value: RuntimeValue | undefined): value is Step {
  return isBytes(value) || isInt(value);
}

/** Returns the string at a path of a JSON text; missing if the text is not JSON or the path leads to no string. */
function lookupJsonString(bytes: Uint8Array, path: readonly Step[]): Uint8Array | undefined {
  const found = lookup(bytes, path);
  return found?.startsWith(STRING_MARK) ? encodeUtf8(found, STRING_MARK.length) : undefined;
}

/** Returns the integer at a path with all of its 64 bits. A number with a fraction, such as 42.0, is missing. */
function lookupJsonInteger(bytes: Uint8Array, path: readonly Step[]): bigint | undefined {
  const found = lookup(bytes, path);
  return found?.startsWith(NUMBER_MARK) ? parseInt64(found.slice(NUMBER_MARK.length)) : undefined;
}

/** Returns the scalar at a path, prefixed with a mark for its type. */
function lookup(bytes: Uint8Array, path: readonly Step[]): string | undefined {
  const text = decodeUtf8(bytes);
  if (text === undefined || parse(text) === undefined) return undefined;
  // JSON.parse rounds large numbers. So numbers are parsed as strings, and a mark tells them from strings.
  let value = parse(
    text.replace(SCALAR, (scalar) => (scalar.startsWith('"') ? mark(scalar) : `"${NUMBER_MARK}${scalar}"`)),
  );
  for (const step of path) value = stepInto(value, step);
  return typeof value === "string" ? value : undefined;
}

function mark(quoted: string): string {
  return `"${STRING_MARK}${quoted.slice(1)}`;
}

function stepInto(value: unknown, step: Step): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (isInt(step)) return Array.isArray(value) ? (value[Number(step)] as unknown) : undefined;
  const key = decodeUtf8(step);
  // The mark also keeps a key from selecting `length` of an array.
  return key === undefined ? undefined : Object.getOwnPropertyDescriptor(value, STRING_MARK + key)?.value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Message and separator, time of issue, MAC. The greedy first group makes the last possible split win. */
const TOKEN = /^(.+)([0-9]{10})-(.{43,})$/s;
/** 32 bytes in the URL-safe alphabet, without padding. */
const URL_SAFE_MAC = /^[A-Za-z0-9_-]{43}$/;

interface TimedHmacCheck {
  readonly key: Uint8Array;
  /** Message, separator, ten digits, a hyphen and the MAC in Base64: `/a.jpg?verify=1484063787-IaLG…`. */
  readonly token: Uint8Array;
  /** In seconds. */
  readonly lifetime: bigint;
  /** Time of the request, in seconds since 1970. */
  readonly now: bigint;
  /** Number of bytes between the message and the time of issue. */
  readonly separatorLength: bigint;
  /** The MAC is URL-safe Base64 without padding. Otherwise it is URL-encoded standard Base64. */
  readonly urlSafe: boolean;
}

/** Tells whether the MAC matches the message and the time of issue, and the token has not expired. */
function isTimedHmacValid(check: TimedHmacCheck): boolean {
  const { key, token, lifetime, now, separatorLength, urlSafe } = check;
  const [, front = "", issued = "", written = ""] = TOKEN.exec(toLatin1(token)) ?? [];
  const messageLength = front.length - Number(separatorLength);
  if (separatorLength < 0n || messageLength <= 0) return false;
  if (now >= BigInt(issued) + lifetime) return false;
  const mac = decodeMac(written, urlSafe);
  const expected = createHmac("sha256", key).update(token.subarray(0, messageLength)).update(issued).digest();
  return mac !== undefined && sameBytes(mac, expected);
}

function decodeMac(written: string, urlSafe: boolean): Uint8Array | undefined {
  if (!urlSafe) return decodeBase64(urlDecode(fromLatin1(written), ""));
  return URL_SAFE_MAC.test(written) ? Buffer.from(written, "base64url") : undefined;
}

/**
 * Wraps a function with typed arguments. If an argument is missing or has another type, the result is missing. Arguments
 * after the last guard are constants that the compiler has already read.
 */
export function typed<A extends (RuntimeValue | undefined)[]>(
  guards: Guards<A>,
  compute: (...args: A) => RuntimeValue | undefined,
): RuntimeFunction {
  return (args) => {
    const count = Math.min(guards.length, args.length);
    for (let index = 0; index < count; index += 1) if (!guards[index](args[index])) return undefined;
    // The guards have just checked the arguments.
    return compute(...(args as A));
  };
}

/** Wraps a function of bytes and any number of further arguments of one type. */
function typedWithRest<T extends RuntimeValue>(
  isRest: Guard<T>,
  compute: (bytes: Uint8Array, rest: readonly T[]) => RuntimeValue | undefined,
): RuntimeFunction {
  return ([bytes, ...rest]) => (isBytes(bytes) && rest.every(isRest) ? compute(bytes, rest) : undefined);
}

/** An argument that may be omitted. If the argument is written but its value is missing, the result is missing too. */
function optional<T extends RuntimeValue>(guard: Guard<T>): Guard<T | undefined> {
  return guard;
}

/** Returns the letters of an options argument; none if the argument is omitted. */
export function optionsOf(options: Uint8Array | undefined): string {
  return options === undefined ? "" : toLatin1(options);
}
