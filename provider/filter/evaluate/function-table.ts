import type { IpAddress } from "../ast";
import { addressBits, networkOf, printAddress } from "../ip-address";
import { decodeUtf8, encodeUtf8 } from "../utf8";
import {
  concatenate,
  decodeBase64,
  encodeBase64,
  endsWith,
  join,
  lowerAscii,
  removeBytes,
  split,
  startsWith,
  substring,
  upperAscii,
} from "./byte-functions";
import { lookupJsonInteger, lookupJsonString } from "./json-lookup";
import { removeQueryArgs } from "./query-args";
import { bytesFunction, optionsOf, type Present, present, type RuntimeFunction } from "./runtime-function";
import {
  elementsOf,
  isArray,
  isBytes,
  isInt,
  isIp,
  isMap,
  type RuntimeArray,
  type RuntimeValue,
  sameValue,
} from "./runtime-value";
import { sha256 } from "./sha256";
import { isTimedHmacValid } from "./timed-hmac";
import { urlDecode } from "./url-decode";
import { uuidFrom } from "./uuid";

/** The functions whose arguments are all read when a filter runs. */
const FUNCTIONS: ReadonlyMap<string, RuntimeFunction> = new Map<string, RuntimeFunction>([
  ["concat", concat],
  ["lower", bytesFunction(lowerAscii)],
  ["upper", bytesFunction(upperAscii)],
  ["sha256", bytesFunction(sha256)],
  ["decode_base64", bytesFunction(decodeBase64)],
  ["uuidv4", bytesFunction(uuidFrom)],
  ["len", present(([value]) => lengthOf(value))],
  ["starts_with", present(([a, b]) => isBytes(a) && isBytes(b) && startsWith(a, b))],
  ["ends_with", present(([a, b]) => isBytes(a) && isBytes(b) && endsWith(a, b))],
  ["remove_bytes", present(([a, b]) => (isBytes(a) && isBytes(b) ? removeBytes(a, b) : undefined))],
  [
    "remove_query_args",
    present(([query, ...names]) =>
      isBytes(query) ? removeQueryArgs(query, names.filter(isBytes)) : undefined,
    ),
  ],
  ["is_timed_hmac_valid_v0", present(timedHmac)],
  ["substring", present(substringOf)],
  ["to_string", present(([value]) => stringOf(value))],
  [
    "url_decode",
    present(([value, options]) => (isBytes(value) ? urlDecode(value, optionsOf(options)) : undefined)),
  ],
  [
    "encode_base64",
    present(([value, options]) => (isBytes(value) ? encodeBase64(value, optionsOf(options)) : undefined)),
  ],
  ["lookup_json_string", present(jsonString)],
  [
    "lookup_json_integer",
    present(([text, ...path]) => (isBytes(text) ? lookupJsonInteger(text, stepsOf(path)) : undefined)),
  ],
  ["cidr", present(([address, v4, v6]) => mask(address, v4, v6))],
  ["cidr6", present(([address, v6]) => mask(address, undefined, v6))],
  ["split", present(splitOf)],
  ["join", present(joinOf)],
  ["has_key", present(([map, key]) => isMap(map) && isBytes(key) && map.has(decodeUtf8(key) ?? "\uFFFF"))],
  ["has_value", present(([container, value]) => hasValue(elementsOf(container), value))],
]);

/** The function of a name, or `undefined` where it is none of these. */
export function getRuntimeFunction(name: string): RuntimeFunction | undefined {
  return FUNCTIONS.get(name);
}

/** Skips what is missing; missing only where everything is. */
function concat(args: readonly (RuntimeValue | undefined)[]): RuntimeValue | undefined {
  const there = args.filter((argument) => argument !== undefined);
  if (there.length === 0) return undefined;
  if (there.every(isBytes)) return concatenate(there);
  return there.flatMap((argument): RuntimeArray => (isArray(argument) ? argument : []));
}

function lengthOf(value: RuntimeValue | undefined): bigint | undefined {
  if (isBytes(value)) return BigInt(value.length);
  const elements = elementsOf(value);
  return elements === undefined ? undefined : BigInt(elements.length);
}

function substringOf([value, start, end]: Present): RuntimeValue | undefined {
  if (!isBytes(value) || !isInt(start)) return undefined;
  return substring(value, start, isInt(end) ? end : undefined);
}

function stringOf(value: RuntimeValue | undefined): RuntimeValue | undefined {
  if (isIp(value)) return encodeUtf8(printAddress(value));
  return isInt(value) || typeof value === "boolean" ? encodeUtf8(value.toString()) : undefined;
}

function timedHmac([key, token, lifetime, now, separatorLength = 0n, flags]: Present): boolean | undefined {
  if (!isBytes(key) || !isBytes(token) || !isInt(lifetime) || !isInt(now) || !isInt(separatorLength)) {
    return undefined;
  }
  const urlSafe = optionsOf(flags).includes("s");
  return isTimedHmacValid({ key, token, lifetime, now, separatorLength, urlSafe });
}

function jsonString([text, ...path]: Present): RuntimeValue | undefined {
  const found = isBytes(text) ? lookupJsonString(text, stepsOf(path)) : undefined;
  return found === undefined ? undefined : encodeUtf8(found);
}

function stepsOf(path: Present): (string | number)[] {
  return path.map((step) => (isBytes(step) ? (decodeUtf8(step) ?? "\uFFFF") : Number(step)));
}

/** Keeps so many bits of an address; without a number for its family, all of them. */
function mask(
  address: RuntimeValue | undefined,
  v4: RuntimeValue | undefined,
  v6: RuntimeValue | undefined,
): IpAddress | undefined {
  if (!isIp(address)) return undefined;
  const bits = address.family === 4 ? v4 : v6;
  return networkOf(address, isInt(bits) ? Number(bits) : addressBits(address.family));
}

function splitOf([value, separator, limit]: Present): RuntimeValue | undefined {
  return isBytes(value) && isBytes(separator) && isInt(limit)
    ? split(value, separator, Number(limit))
    : undefined;
}

function joinOf([parts, separator]: Present): RuntimeValue | undefined {
  return isArray(parts) && isBytes(separator) ? join(parts.filter(isBytes), separator) : undefined;
}

function hasValue(elements: RuntimeArray | undefined, value: RuntimeValue | undefined): boolean | undefined {
  if (elements === undefined || value === undefined) return undefined;
  return elements.some((element) => sameValue(element, value));
}
