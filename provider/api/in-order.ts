/** The digits to which numbers in names are filled up, to be compared as numbers. */
const DIGITS = 16;

/** Returns items in the order of their keys: `brand-2` before `brand-10`, and otherwise by code units. */
export function inOrder<T>(items: readonly T[], keyOf: (item: T) => readonly string[]): T[] {
  const keyed = items.map((item) => {
    const key = keyOf(item).join("\0");
    return [`${key.replace(/\d+/g, (digits) => digits.padStart(DIGITS, "0"))}\0${key}`, item] as const;
  });
  return keyed.sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, item]) => item);
}
