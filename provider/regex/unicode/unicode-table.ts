import { rangesOf, type Ranges } from "./ranges";

/**
 * The values of a Unicode property, each with the characters that have it. A key is the value's name and its other
 * spellings. For each range the text holds how many code points are left out before it and how many follow its first
 * one, in base 36: `1t.p` leaves out 65 and takes 26.
 */
export type UnicodeTable = Readonly<Record<string, string>>;

const BASE = 36;
const indexes = new WeakMap<UnicodeTable, ReadonlyMap<string, string>>();

/** The key of a value by any of its names, in any spelling. */
export function findKey(table: UnicodeTable, name: string): string | undefined {
  const index =
    indexes.get(table) ??
    new Map(Object.keys(table).flatMap((key) => key.split(" ").map((each) => [normalise(each), key])));
  indexes.set(table, index);
  return index.get(normalise(name));
}

/** The characters of some values of a table together. */
export function tableRanges(table: UnicodeTable, keys: readonly string[]): Ranges {
  return rangesOf(keys.flatMap((key) => decode(table[key] ?? "")));
}

/** Rust matches names loosely: no case, no spaces, hyphens and underscores, nothing but ASCII, no leading "is". */
export function normalise(name: string): string {
  const beginsWithIs = /^is/i.test(name);
  const plain = name
    .slice(beginsWithIs ? 2 : 0)
    .replace(/[ _-]|[^\0-\x7f]/g, "")
    .toLowerCase();
  // "isc" is the short name of ISO_Comment, not "is" before "c".
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
