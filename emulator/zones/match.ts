type Comparison = (text: string, wanted: string) => boolean;

const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ["equal", (text, wanted) => text === wanted],
  ["not_equal", (text, wanted) => text !== wanted],
  ["starts_with", (text, wanted) => text.startsWith(wanted)],
  ["ends_with", (text, wanted) => text.endsWith(wanted)],
  ["contains", (text, wanted) => text.includes(wanted)],
]);

/** Compares as a list's filter asks: `example.com`, `contains:example`, `starts_with_case_sensitive:Ex`. */
export function matchesText(text: string, filter: string): boolean {
  const [, name, sensitive, wanted] = /^([a-z_]+?)(_case_sensitive)?:(.*)$/s.exec(filter) ?? [];
  const compare = name === undefined ? undefined : COMPARISONS.get(name);
  if (!compare || wanted === undefined) return text.toLowerCase() === filter.toLowerCase();
  return sensitive === undefined ? compare(text.toLowerCase(), wanted.toLowerCase()) : compare(text, wanted);
}
