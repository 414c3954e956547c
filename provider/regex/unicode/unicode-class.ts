import { negate, rangesOf, type Ranges, union } from "./ranges";
import tables from "./tables.json";

/**
 * The values of a Unicode property with their characters. A key is the name of a value and its aliases, separated by spaces.
 * For each range, the text has the gap before it and the number of further code points, in base 36: `1t.p` skips 65 code
 * points and takes 26.
 */
type UnicodeTable = Readonly<Record<string, string>>;

export const MAX_CODE_POINT = 0x10ffff;
const BASE = 36;
const AGE: UnicodeTable = tables.Age;
const BINARY_PROPERTY: UnicodeTable = tables.Binary_Property;
const GENERAL_CATEGORY: UnicodeTable = tables.General_Category;
const SCRIPT: UnicodeTable = tables.Script;
/** The names of all Unicode properties, those without a table included. */
const PROPERTY_NAMES: readonly string[] = tables.propertyNames.split(" ");
/** These abbreviations are also names of properties. Without a value, they are general categories. */
const CATEGORY_FIRST = new Set(["cf", "sc", "lc"]);
const TABLES: Readonly<Record<string, UnicodeTable>> = {
  age: AGE,
  generalcategory: GENERAL_CATEGORY,
  gc: GENERAL_CATEGORY,
  graphemeclusterbreak: tables.Grapheme_Cluster_Break,
  gcb: tables.Grapheme_Cluster_Break,
  script: SCRIPT,
  sc: SCRIPT,
  scriptextensions: tables.Script_Extensions,
  scx: tables.Script_Extensions,
  sentencebreak: tables.Sentence_Break,
  sb: tables.Sentence_Break,
  wordbreak: tables.Word_Break,
  wb: tables.Word_Break,
};
/** Separators of property and value, in order of precedence. */
const OPERATORS = ["!=", ":", "="];
const NO_PROPERTY = "Unicode property not found";
const NO_VALUE = "Unicode property value not found";

export type UnicodeQueryProblem = typeof NO_PROPERTY | typeof NO_VALUE;

const cache = new Map<string, Ranges>();
const indexes = new WeakMap<UnicodeTable, ReadonlyMap<string, string>>();

/**
 * Resolves the text in `\p{...}`: `Greek`, `sc=Greek`, `age:6.0`. Names are matched loosely. `gc!=Lu` is the complement of
 * `gc=Lu`.
 */
export function resolveUnicodeQuery(query: string): Ranges | UnicodeQueryProblem {
  const known = cache.get(query);
  if (known !== undefined) return known;
  const operator = OPERATORS.find((candidate) => query.includes(candidate));
  const found = operator === undefined ? resolveName(query) : resolveValue(...splitAt(query, operator));
  if (typeof found === "string") return found;
  const ranges = operator === "!=" ? negate(found, MAX_CODE_POINT) : found;
  cache.set(query, ranges);
  return ranges;
}

/** Returns the union of several valid queries. */
export function unicodeRanges(...queries: readonly string[]): Ranges {
  return queries.map(resolveUnicodeQuery).reduce<Ranges>((all, found) => {
    return typeof found === "string" ? all : union(all, found);
  }, []);
}

function splitAt(query: string, operator: string): [name: string, value: string] {
  const at = query.indexOf(operator);
  return [query.slice(0, at), query.slice(at + operator.length)];
}

function resolveName(name: string): Ranges | UnicodeQueryProblem {
  const binary = CATEGORY_FIRST.has(normalise(name)) ? undefined : findKey(BINARY_PROPERTY, name);
  if (binary !== undefined) return tableRanges(BINARY_PROPERTY, [binary]);
  const category = resolveCategory(name);
  if (category !== undefined) return category;
  const script = findKey(SCRIPT, name);
  return script === undefined ? NO_PROPERTY : rangesOfKey(SCRIPT, script);
}

function resolveValue(property: string, value: string): Ranges | UnicodeQueryProblem {
  const name = normalise(property);
  const table = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
  if (table === undefined) return PROPERTY_NAMES.includes(name) ? NO_VALUE : NO_PROPERTY;
  if (table === GENERAL_CATEGORY) return resolveCategory(value) ?? NO_VALUE;
  const key = findKey(table, value);
  if (key === undefined) return NO_VALUE;
  // `age:6.0` includes all characters of earlier versions.
  const keys = Object.keys(table);
  return table === AGE && table[key] !== ""
    ? tableRanges(AGE, keys.slice(0, keys.indexOf(key) + 1))
    : rangesOfKey(table, key);
}

/** As in Rust, `any`, `ascii` and `assigned` are categories. */
function resolveCategory(name: string): Ranges | UnicodeQueryProblem | undefined {
  const key = findKey(GENERAL_CATEGORY, name);
  if (key !== undefined)
    return GENERAL_CATEGORY[key] === "" ? NO_VALUE : tableRanges(GENERAL_CATEGORY, [key]);
  switch (normalise(name)) {
    case "any":
      return [[0, MAX_CODE_POINT]];
    case "ascii":
      return [[0, 0x7f]];
    case "assigned":
      return negate(unicodeRanges("Unassigned"), MAX_CODE_POINT);
    default:
      return undefined;
  }
}

/** Rust has the names of some values without their characters. */
function rangesOfKey(table: UnicodeTable, key: string): Ranges | UnicodeQueryProblem {
  return table[key] === "" ? NO_VALUE : tableRanges(table, [key]);
}

/** Returns the key of a value by any of its names, matched loosely. */
function findKey(table: UnicodeTable, name: string): string | undefined {
  const index =
    indexes.get(table) ??
    new Map(Object.keys(table).flatMap((key) => key.split(" ").map((each) => [normalise(each), key])));
  indexes.set(table, index);
  return index.get(normalise(name));
}

/** Returns the characters of several values. */
function tableRanges(table: UnicodeTable, keys: readonly string[]): Ranges {
  return rangesOf(keys.flatMap((key) => decode(table[key] ?? "")));
}

/** Normalizes a name as Rust does: lower case, ASCII only, without spaces, hyphens, underscores and a leading "is". */
function normalise(name: string): string {
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
