import { decodeUtf8 } from "../utf8";

/** Every string and number of a JSON text. */
const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const STRING_MARK = "s";
const NUMBER_MARK = "n";
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;

type Step = string | number;

/** The string at a path of a JSON text; missing where the text is not JSON, or nothing or something else is there. */
export function lookupJsonString(bytes: Uint8Array, path: readonly Step[]): string | undefined {
  const found = lookup(bytes, path);
  return found?.startsWith(STRING_MARK) ? found.slice(STRING_MARK.length) : undefined;
}

/** The integer at a path of a JSON text, all of its 64 bits; 42.0 is none. */
export function lookupJsonInteger(bytes: Uint8Array, path: readonly Step[]): bigint | undefined {
  const found = lookup(bytes, path);
  if (!found?.startsWith(NUMBER_MARK) || !INTEGER.test(found.slice(NUMBER_MARK.length))) return undefined;
  const value = BigInt(found.slice(NUMBER_MARK.length));
  return value >= MIN_INT && value <= MAX_INT ? value : undefined;
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
  if (typeof step === "number") return Array.isArray(value) ? (value[step] as unknown) : undefined;
  if (Array.isArray(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, STRING_MARK + step)?.value as unknown;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
