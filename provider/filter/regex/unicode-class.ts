import { rangesOf, type Ranges } from "./ranges";
import { BINARY_PROPERTIES, GENERAL_CATEGORIES, SCRIPTS } from "./unicode-names";

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
export const MAX_CODE_POINT = 0x10ffff;
/** These abbreviations also name properties that are no yes or no; alone they mean categories. */
const CATEGORY_FIRST = new Set(["cf", "sc", "lc"]);
const PROPERTY_NAMES: ReadonlyMap<string, "General_Category" | "Script" | "Script_Extensions"> = new Map([
  ["generalcategory", "General_Category"],
  ["gc", "General_Category"],
  ["script", "Script"],
  ["sc", "Script"],
  ["scriptextensions", "Script_Extensions"],
  ["scx", "Script_Extensions"],
]);
const WHOLES: ReadonlyMap<string, string> = new Map([
  ["any", "Any"],
  ["assigned", "Assigned"],
  ["ascii", "ASCII"],
]);

const categories = spellings(GENERAL_CATEGORIES);
const scripts = spellings(SCRIPTS);
const binaries = spellings(BINARY_PROPERTIES);
const cache = new Map<string, Ranges>();
let everyCharacter: string | undefined;

export type UnicodeQueryProblem = "Unicode property not found" | "Unicode property value not found";

/**
 * What stands in `\p{...}` as JavaScript spells it: `Script=Greek`. Names may be written in any case, with or without
 * separators. `!=` is a spelling of `=` here: who reads the result negates it.
 */
export function resolveUnicodeQuery(
  query: string,
): { readonly property: string; readonly negated: boolean } | UnicodeQueryProblem {
  const [, name, operator, value] = /^(.*?)(!=|:|=)(.*)$/s.exec(query) ?? [];
  if (name === undefined || value === undefined) return resolveName(query);
  const property = PROPERTY_NAMES.get(normalise(name));
  if (property === undefined) return "Unicode property not found";
  const known = property === "General_Category" ? categories : scripts;
  const resolved = known.get(normalise(value));
  if (resolved === undefined) return "Unicode property value not found";
  return { property: `${property}=${resolved}`, negated: operator === "!=" };
}

/** The characters of a property in JavaScript's spelling, or of several: the inside of a class of `RegExp`. */
export function unicodeRanges(inside: string): Ranges {
  const known = cache.get(inside);
  if (known !== undefined) return known;
  const ranges = scan(new RegExp(`[${inside}]+`, "gu"));
  cache.set(inside, ranges);
  return ranges;
}

function resolveName(name: string): { property: string; negated: boolean } | UnicodeQueryProblem {
  const key = normalise(name);
  const binary = CATEGORY_FIRST.has(key) ? undefined : binaries.get(key);
  const category = categories.get(key);
  const script = scripts.get(key);
  const property =
    binary ??
    WHOLES.get(key) ??
    (category === undefined ? undefined : `General_Category=${category}`) ??
    (script === undefined ? undefined : `Script=${script}`);
  return property === undefined ? "Unicode property not found" : { property, negated: false };
}

/** Rust matches names loosely: no case, no spaces, hyphens and underscores, no leading "is". */
function normalise(name: string): string {
  const plain = name.toLowerCase().replace(/[\s_-]/g, "");
  // "isc" is the short name of ISO_Comment, not "is" before "c".
  return plain.startsWith("is") && plain !== "is" && plain !== "isc" ? plain.slice(2) : plain;
}

function spellings(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const names = line.split(" ");
      const [canonical = ""] = names;
      return names.map((name): [string, string] => [normalise(name), canonical]);
    }),
  );
}

/** The runs of characters that an expression finds in a text of all characters in their order. */
function scan(expression: RegExp): Ranges {
  everyCharacter ??= allCharacters();
  const found: [number, number][] = [];
  for (const { 0: run, index } of everyCharacter.matchAll(expression)) {
    const first = everyCharacter.codePointAt(index) ?? 0;
    const last = lastCodePoint(run);
    if (first < FIRST_SURROGATE && last > LAST_SURROGATE) {
      found.push([first, FIRST_SURROGATE - 1], [LAST_SURROGATE + 1, last]);
    } else {
      found.push([first, last]);
    }
  }
  return rangesOf(found);
}

function lastCodePoint(text: string): number {
  const unit = text.charCodeAt(text.length - 1);
  return unit >= 0xdc00 && unit <= LAST_SURROGATE ? (text.codePointAt(text.length - 2) ?? 0) : unit;
}

function allCharacters(): string {
  const pieces: string[] = [];
  for (let block = 0; block <= MAX_CODE_POINT; block += 0x1000) {
    if (block >= FIRST_SURROGATE && block <= LAST_SURROGATE) continue;
    const length = Math.min(0x1000, (block < FIRST_SURROGATE ? FIRST_SURROGATE : MAX_CODE_POINT + 1) - block);
    pieces.push(String.fromCodePoint(...Array.from({ length }, (_, index) => block + index)));
  }
  return pieces.join("");
}
