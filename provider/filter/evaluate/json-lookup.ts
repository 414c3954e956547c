import { decodeUtf8, encodeUtf8 } from "../parse/utf8";
import { parseInt64 } from "./int64";
import { isBytes, isInt, type RuntimeValue } from "./runtime-value";

/** Matches every string and number of a JSON text. */
const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const STRING_MARK = "s";
const NUMBER_MARK = "n";

/** An object key or an array index. */
type Step = Uint8Array | bigint;

export function isJsonStep(value: RuntimeValue | undefined): value is Step {
  return isBytes(value) || isInt(value);
}

/** Returns the string at a path of a JSON text; missing if the text is not JSON or the path leads to no string. */
export function lookupJsonString(bytes: Uint8Array, path: readonly Step[]): Uint8Array | undefined {
  const found = lookup(bytes, path);
  return found?.startsWith(STRING_MARK) ? encodeUtf8(found, STRING_MARK.length) : undefined;
}

/** Returns the integer at a path with all of its 64 bits. A number with a fraction, such as 42.0, is missing. */
export function lookupJsonInteger(bytes: Uint8Array, path: readonly Step[]): bigint | undefined {
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
