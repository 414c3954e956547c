import { decodeUtf8, encodeUtf8 } from "../parse/utf8";
import { parseInt64 } from "./int64";
import { isBytes, isInt, type RuntimeValue } from "./runtime-value";

/** Every string and number of a JSON text. */
const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const STRING_MARK = "s";
const NUMBER_MARK = "n";

/** A key of an object, or an index of an array. */
type Step = Uint8Array | bigint;

export function isJsonStep(value: RuntimeValue | undefined): value is Step {
  return isBytes(value) || isInt(value);
}

/** The string at a path of a JSON text; missing where the text is not JSON, or nothing or something else is there. */
export function lookupJsonString(bytes: Uint8Array, path: readonly Step[]): Uint8Array | undefined {
  const found = lookup(bytes, path);
  return found?.startsWith(STRING_MARK) ? encodeUtf8(found, STRING_MARK.length) : undefined;
}

/** The integer at a path of a JSON text, all of its 64 bits; 42.0 is none. */
export function lookupJsonInteger(bytes: Uint8Array, path: readonly Step[]): bigint | undefined {
  const found = lookup(bytes, path);
  return found?.startsWith(NUMBER_MARK) ? parseInt64(found.slice(NUMBER_MARK.length)) : undefined;
}

/** The scalar at a path, with a mark before it that says whether it is a string or a number. */
function lookup(bytes: Uint8Array, path: readonly Step[]): string | undefined {
  const text = decodeUtf8(bytes);
  if (text === undefined || parse(text) === undefined) return undefined;
  // JSON.parse rounds numbers. So they are read as strings, and strings are marked to be told from them.
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
  // An array has no key that begins with a mark.
  return key === undefined ? undefined : Object.getOwnPropertyDescriptor(value, STRING_MARK + key)?.value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
