// @ts-check
"use strict";

/** @typedef {ReadonlyMap<string, string | undefined>} Types types of fields by name; undefined where a reference names no type */

/** The vendor's names of types, and those of other tools, in lower case. @type {Readonly<Record<string, string>>} */
const NAMES = {
  bool: "Bool",
  boolean: "Bool",
  bytes: "Bytes",
  string: "Bytes",
  text: "Bytes",
  int: "Int",
  integer: "Int",
  number: "Int",
  ip: "Ip",
  "ip address": "Ip",
};
/** A name with at least one dot, or one of the fields without. */
const NAME = /`((?:[a-z][a-z0-9_]*\.)+[a-z0-9_]+(?:\.[a-z0-9_]+)*|ssl|icmp|ip|sip|tcp|udp)`/;
const TYPE =
  /\b(?:(?:Array|Map)\s*<[\w\s<>,]+>|Boolean|Bool|Bytes|String|Integer|Number|Int|IP [Aa]ddress|Ip|IP)(?![\w.])/;

/**
 * Reads the fields of a saved reference: JSON of names and types (an object, or an array of objects with `name` and `type` or
 * `data_type`), or Markdown with a field in backticks on each line or heading, and its type behind it or on the line after it.
 * @param {string} text
 * @returns {Types}
 */
function readReference(text) {
  const start = text.trimStart();
  return start.startsWith("{") || start.startsWith("[") ? fromJson(JSON.parse(text)) : fromMarkdown(text);
}

/** @param {unknown} json @returns {Types} */
function fromJson(json) {
  const rows = Array.isArray(json) ? json : membersOf(json)["fields"];
  if (!Array.isArray(rows)) {
    const types = membersOf(rows ?? json);
    return new Map(Object.entries(types).map(([name, type]) => [name, typeOf(type)]));
  }
  return new Map(
    rows
      .map(membersOf)
      .map(({ name, type, data_type: dataType }) => [String(name), typeOf(type ?? dataType)]),
  );
}

/** @param {string} text @returns {Types} */
function fromMarkdown(text) {
  /** @type {Map<string, string | undefined>} */
  const types = new Map();
  /** @type {string | undefined} */
  let open;
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const found = NAME.exec(line);
    const name = found?.[1] ?? open;
    open = undefined;
    if (name === undefined) continue;
    const behind = found === null ? line : line.slice(found.index + found[0].length);
    const type = types.get(name) ?? typeOf(TYPE.exec(behind.replaceAll("`", " "))?.[0]);
    if (found !== null || type !== undefined) types.set(name, type);
    if (found !== null && type === undefined) open = name;
  }
  return types;
}

/** Returns a type as the language names it, or as it is written. @param {unknown} written @returns {string | undefined} */
function typeOf(written) {
  if (typeof written !== "string") return undefined;
  const compound = /^(array|map)\s*<(.+)>$/i.exec(written.trim());
  if (compound === null) return NAMES[written.trim().toLowerCase()] ?? written;
  // The vendor writes the type of keys, which are always texts.
  const element = typeOf(compound[2]?.replace(/^\s*string\s*,\s*/i, ""));
  return `${compound[1]?.toLowerCase() === "map" ? "Map" : "Array"}<${element}>`;
}

/** @param {unknown} value @returns {Readonly<Record<string, unknown>>} */
function membersOf(value) {
  // Anything else has no members.
  return typeof value === "object" && value !== null ? /** @type {Record<string, unknown>} */ (value) : {};
}

/**
 * Returns a line for each difference: names that only one side has, and other types.
 * @param {Types} ours
 * @param {Types} theirs
 */
function compareFields(ours, theirs) {
  const lines = [...theirs].flatMap(([name, type]) => {
    if (!ours.has(name)) return [`only in the reference: ${name}${type === undefined ? "" : ` (${type})`}`];
    const known = ours.get(name);
    return type === undefined || type === known
      ? []
      : [`other type: ${name} is ${known} here and ${type} there`];
  });
  return [
    ...lines,
    ...[...ours.keys()].filter((name) => !theirs.has(name)).map((name) => `only in the table: ${name}`),
  ];
}

module.exports = { compareFields, readReference };
