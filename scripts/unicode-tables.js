// @ts-check
"use strict";

/**
 * Writes provider/regex/unicode/tables.json: the Unicode properties of Rust's `regex` crate. JavaScript has fewer, and their
 * Unicode version depends on the version of Node.
 *
 *     node scripts/unicode-tables.js FOLDER
 *
 * FOLDER is `src/unicode_tables` of the Rust crate `regex-syntax`, whose tables are the Unicode Character Database in text.
 * Run it again when the reference implementation updates Unicode.
 */
const fs = require("node:fs");
const path = require("node:path");

const TARGET = path.join(__dirname, "../provider/regex/unicode/tables.json");
/** `values`: where the spellings of the keys stand, if not under the property itself. */
const TABLES = [
  { file: "age", property: "Age" },
  { file: "general_category", property: "General_Category" },
  { file: "grapheme_cluster_break", property: "Grapheme_Cluster_Break" },
  { file: "property_bool", property: "Binary_Property" },
  { file: "script", property: "Script" },
  { file: "script_extension", property: "Script_Extensions", values: "Script" },
  { file: "sentence_break", property: "Sentence_Break" },
  { file: "word_break", property: "Word_Break" },
];
const ESCAPES = new Map([
  ["\\0", 0],
  ["\\t", 9],
  ["\\n", 10],
  ["\\r", 13],
  ["\\'", 39],
  ["\\\\", 92],
]);
const CHARACTER = "'(\\\\u\\{[0-9a-f]+\\}|\\\\.|[^'])'";

main(process.argv[2]);

/** @param {string | undefined} folder */
function main(folder) {
  if (folder === undefined) throw new Error("The folder of the tables is missing: see the top of this file.");
  /** @param {string} file */
  const read = (file) => fs.readFileSync(path.join(folder, `${file}.rs`), "utf8");
  const values = read("property_values");
  const propertyNames = blockOf(read("property_names"), "PROPERTY_NAMES", "];");
  const names = [...propertyNames.matchAll(/\("([^"]+)", "/g)].map((match) => match[1]);
  const version = /Unicode version: ([0-9]+\.[0-9]+)/.exec(read("age"))?.[1] ?? "";
  const about = `The properties of Unicode ${version}, written by scripts/unicode-tables.js from data of the Unicode Character Database, under the Unicode License v3.`;
  /** @type {Record<string, unknown>} */
  const written = { about, propertyNames: names.join(" ") };
  for (const { file, property, values: named = property } of TABLES) {
    const isBinary = property === "Binary_Property";
    const spellings = spellingsOf(isBinary ? propertyNames : blockOf(values, `"${named}",`, "],"));
    const source = read(file);
    const tables = namesOf(source).filter((name) => spellings.has(name));
    // Of some values, the library knows the name and no characters. It refuses them.
    const without = isBinary ? [] : [...spellings.keys()].filter((name) => !tables.includes(name));
    const entries = [...tables, ...without].map((name) => [
      [name, ...(spellings.get(name) ?? [])].join(" "),
      encode(rangesOf(source, name)),
    ]);
    written[property] = Object.fromEntries(entries);
  }
  fs.writeFileSync(TARGET, `${JSON.stringify(written, null, 2)}\n`);
}

/**
 * @param {string} text
 * @param {string} start
 * @param {string} end
 */
function blockOf(text, start, end) {
  const from = text.indexOf(start);
  return text.slice(from, text.indexOf(end, from));
}

/**
 * @param {string} source
 * @returns {string[]} ages in the order of time, others in that of the alphabet
 */
function namesOf(source) {
  const names = [...source.matchAll(/^pub const ([A-Z0-9_]+):/gm)].map((match) => match[1] ?? "");
  const constants = new Set(names.filter((name) => name !== "BY_NAME"));
  const listed = [...source.matchAll(/\("([A-Za-z0-9_]+)",\s*([A-Z0-9_]+)\)/g)];
  return listed
    .filter((match) => constants.has(match[2] ?? ""))
    .map((match) => match[1] ?? "")
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/**
 * @param {string} block lines of a spelling and the name that it stands for
 * @returns {Map<string, string[]>} the other spellings of each name
 */
function spellingsOf(block) {
  /** @type {Map<string, string[]>} */
  const spellings = new Map();
  for (const [, spelling = "", name = ""] of block.matchAll(/\("([^"]+)", "([^"]+)"\)/g)) {
    const others = spelling === name.toLowerCase().replace(/_/g, "") ? [] : [spelling];
    spellings.set(name, [...(spellings.get(name) ?? []), ...others]);
  }
  return spellings;
}

/**
 * @param {string} source
 * @param {string} name
 * @returns {[number, number][]}
 */
function rangesOf(source, name) {
  const constant = name.replace(/_/g, "").toUpperCase();
  const blocks = source.split(/^pub const /m).slice(1);
  const block = blocks.find((text) => text.split(":")[0]?.replace(/_/g, "") === constant) ?? "";
  const pair = new RegExp(`\\(${CHARACTER}, ${CHARACTER}\\)`, "gu");
  return [...block.matchAll(pair)].map((match) => [codePoint(match[1]), codePoint(match[2])]);
}

/** @param {string | undefined} written */
function codePoint(written = "") {
  const hex = /^\\u\{([0-9a-f]+)\}$/.exec(written)?.[1];
  return hex === undefined ? (ESCAPES.get(written) ?? written.codePointAt(0) ?? 0) : Number.parseInt(hex, 16);
}

/**
 * For each range, how many code points are left out before it and how many follow its first one, in base 36.
 * @param {[number, number][]} ranges
 */
function encode(ranges) {
  let next = 0;
  return ranges
    .map(([first, last]) => {
      const gap = (first - next).toString(36);
      next = last + 1;
      return last === first ? gap : `${gap}.${(last - first).toString(36)}`;
    })
    .join(" ");
}
