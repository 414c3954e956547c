import { createHash } from "node:crypto";
import type { IpAddress } from "../parse/ast";
import { networkOf, printAddress } from "../parse/ip-address";
import { decodeUtf8, encodeUtf8 } from "../parse/utf8";
import {
  concatenate,
  decodeBase64,
  encodeBase64,
  endsWith,
  join,
  lowerAscii,
  removeBytes,
  removeQueryArgs,
  split,
  startsWith,
  substring,
  upperAscii,
  uuidFrom,
} from "./byte-functions";
import { isJsonStep, lookupJsonInteger, lookupJsonString } from "./json-lookup";
import { optional, optionsOf, type RuntimeFunction, typed, typedWithRest } from "./runtime-function";
import {
  elementsOf,
  isArray,
  isBytes,
  isInt,
  isIp,
  isMap,
  type RuntimeArray,
  type RuntimeMap,
  type RuntimeValue,
  sameValue,
} from "./runtime-value";
import { isTimedHmacValid } from "./timed-hmac";
import { urlDecode } from "./url-decode";

/** The functions that need no work when a filter is compiled. `compile-function.ts` has the others. */
const FUNCTIONS: ReadonlyMap<string, RuntimeFunction> = new Map<string, RuntimeFunction>([
  ["concat", concat],
  ["lower", typed([isBytes], lowerAscii)],
  ["upper", typed([isBytes], upperAscii)],
  ["sha256", typed([isBytes], (bytes) => createHash("sha256").update(bytes).digest())],
  ["decode_base64", typed([isBytes], decodeBase64)],
  ["uuidv4", typed([isBytes], uuidFrom)],
  ["len", typed([isSequence], ({ length }) => BigInt(length))],
  ["starts_with", typed([isBytes, isBytes], startsWith)],
  ["ends_with", typed([isBytes, isBytes], endsWith)],
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
