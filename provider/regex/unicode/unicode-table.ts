import { rangesOf, type Ranges } from "./ranges";

/**
 * The values of a Unicode property with their characters. A key is the name of a value and its aliases, separated by spaces.
 * For each range, the text has the gap before it and the number of further code points, in base 36: `1t.p` skips 65 code
 * points and takes 26.
 */
export type UnicodeTable = Readonly<Record<string, string>>;

const BASE = 36;
const indexes = new WeakMap<UnicodeTable, ReadonlyMap<string, string>>();

/** Returns the key of a value by any of its names, matched loosely. */
export function findKey(table: UnicodeTable, name: string): string | undefined {
  const index =
    indexes.get(table) ??
    new Map(Object.keys(table).flatMap((key) => key.split(" ").map((each) => [normalise(each), key])));
  indexes.set(table, index);
  return index.get(normalise(name));
}

/** Returns the characters of several values. */
export function tableRanges(table: UnicodeTable, keys: readonly string[]): Ranges {
  return rangesOf(keys.flatMap((key) => decode(table[key] ?? "")));
}

/** Normalizes a name as Rust does: lower case, ASCII only, without spaces, hyphens, underscores and a leading "is". */
export function normalise(name: string): string {
  const beginsWithIs = /^is/i.test(name);
  const plain = name
    .slice(beginsWithIs ? 2 : 0)
    .replace(/[ _-]|[^\0-\x7f]/g, "")
    .toLowerCase();
  // "isc" is the short name of ISO_Comment, not "is" and "c".
  return beginsWithIs && plain === "c" ? "isc" : plain;
}

function decode(text: string): Ranges {
  let next = 0;
  return text.split(" ").map((entry) => {
    const [gap = "", more = "0"] = entry.split(".");
    const first = next + Number.parseInt(gap, BASE);
    const last = first + Number.parseInt(more, BASE);
    next = last + 1;
    return [first, last] as const;
  });
}
