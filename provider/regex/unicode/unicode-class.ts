import { negate, type Ranges, union } from "./ranges";
import { findKey, normalise, tableRanges, type UnicodeTable } from "./unicode-table";
import { AGE } from "./tables/age";
import { BINARY_PROPERTY } from "./tables/binary-property";
import { GENERAL_CATEGORY } from "./tables/general-category";
import { GRAPHEME_CLUSTER_BREAK } from "./tables/grapheme-cluster-break";
import { PROPERTY_NAMES } from "./tables/property-names";
import { SCRIPT } from "./tables/script";
import { SCRIPT_EXTENSIONS } from "./tables/script-extensions";
import { SENTENCE_BREAK } from "./tables/sentence-break";
import { WORD_BREAK } from "./tables/word-break";

export const MAX_CODE_POINT = 0x10ffff;
/** These abbreviations are also names of properties. Without a value, they are general categories. */
const CATEGORY_FIRST = new Set(["cf", "sc", "lc"]);
const TABLES: Readonly<Record<string, UnicodeTable>> = {
  age: AGE,
  generalcategory: GENERAL_CATEGORY,
  gc: GENERAL_CATEGORY,
  graphemeclusterbreak: GRAPHEME_CLUSTER_BREAK,
  gcb: GRAPHEME_CLUSTER_BREAK,
  script: SCRIPT,
  sc: SCRIPT,
  scriptextensions: SCRIPT_EXTENSIONS,
  scx: SCRIPT_EXTENSIONS,
  sentencebreak: SENTENCE_BREAK,
  sb: SENTENCE_BREAK,
  wordbreak: WORD_BREAK,
  wb: WORD_BREAK,
};
/** Separators of property and value, in order of precedence. */
const OPERATORS = ["!=", ":", "="];
const NO_PROPERTY = "Unicode property not found";
const NO_VALUE = "Unicode property value not found";

export type UnicodeQueryProblem = typeof NO_PROPERTY | typeof NO_VALUE;

const cache = new Map<string, Ranges>();

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
