import { showControls } from "../../visible";
import { remembered } from "../remembered";
import type { Witness } from "../decide/answer";
import { USUAL_VALUES } from "../decide/witness/polish";
import {
  isArray,
  isBytes,
  isMap,
  type RequestFields,
  type RuntimeValue,
  sameValue,
} from "../evaluate/runtime-value";
import { CONSTANTS, type Expression, type Value } from "../parse/ast";
import { printAddress } from "../parse/ip-address";
import { decodeUtf8, encodeUtf8 } from "../parse/utf8";
import { fieldsOf, nodesOf } from "../parse/walk-filter";
import { escapeByte } from "./print-literal";
import { counted, joinAnd } from "../../words";

const AGENT = "http.user_agent";
/** Fields whose names are longer than what people call them, in the order in which they are shown. */
const LABELS: ReadonlyMap<string, string> = new Map([
  [AGENT, "agent"],
  ["http.referer", "referer"],
  ["http.request.headers", "header"],
  ["http.request.cookies", "cookie"],
  ["http.request.uri.args", "argument"],
]);
const FULL_URI = "http.request.full_uri";
const METHOD = "http.request.method";
const VERSION = "http.request.version";
/** The end of the names of arrays that have the keys of a map. */
const NAMES = ".names";
const SOURCE = ["ip.src", "ip.src.country", "ip.src.continent", "ip.src.asnum"];
/** What the request line and the address behind it show. */
const IN_LINE: ReadonlySet<string> = new Set([
  "http.host",
  "ssl",
  METHOD,
  VERSION,
  ...SOURCE,
  ...["", "raw."].flatMap((raw) =>
    ["full_uri", "uri", "uri.path", "uri.path.extension", "uri.query"].map(
      (part) => `${raw}http.request.${part}`,
    ),
  ),
]);
const MAX_VALUE = 60;
const MAX_URL = 200;
const MAX_ITEMS = 5;

/* Many witnesses are about the same expressions. */
const readBy = remembered((expression: Expression) => fieldsOf(expression));
const valuesOf = remembered((expression: Expression) => nodesOf(expression).value);

/**
 * Returns a witness as a request line with its context: `GET https://www.example.com/admin from 203.0.113.7 (DE), agent nikto`. It shows
 * the fields that the expressions read, those that are not usual, fields that are missing, and what named lists contain. It has no
 * control characters: a value with white space, commas, brackets or characters that nobody sees is quoted, with the escapes of the language.
 *
 * @param expressions those that the witness is about
 */
export function printRequest({ fields, lists }: Witness, expressions: readonly Expression[]): string {
  const read = new Set(expressions.flatMap(readBy).map(presentName));
  const isShown = (name: string) => {
    const value = fields.get(name);
    // A usual value says nothing if no expression reads its field: witnesses have it unless another one is needed.
    return value !== undefined && (read.has(presentName(name)) || !sameValue(value, USUAL_VALUES.get(name)));
  };
  const url = fields.get(FULL_URI);
  const context: string[] = [];
  for (const name of inOrder(fields)) {
    if (url !== undefined && IN_LINE.has(name)) continue;
    // Another name of a field that is shown.
    if (presentName(name) !== name && fields.has(presentName(name))) continue;
    if (areKeys(name, fields)) continue;
    if (!isShown(name)) continue;
    context.push(...shownField(name, fields.get(name)));
  }
  const raw = fields.get(`raw.${FULL_URI}`);
  if (url !== undefined && raw !== undefined && !sameValue(raw, url))
    context.unshift(`raw URL ${shown(raw, MAX_URL)}`);
  const missing = [...new Set(expressions.flatMap((one) => missingIn(one, fields)))].filter(
    (name) => url === undefined || !IN_LINE.has(name),
  );
  const without = missing.length > 0 ? [`without ${missing.join(", ")}`] : [];
  const contents = [...lists].map(
    ([name, items]) =>
      `with ${items.length > 0 ? items.map((item) => shown(item)).join(" and ") : "nothing"} in $${name}`,
  );
  const { line, hasSource } = lineOf(fields, isShown);
  const [first, ...others] = [...context, ...without, ...contents];
  if (first === undefined) return line;
  const lead = hasSource ? ", " : /^with(out)? /.test(first) ? " " : " with ";
  return [line + lead + first, ...others].join(", ");
}

/** Returns what may be shown of a witness of secret expressions: the names of fields and lists that they read, and no values. */
export function printSecretRequest(expressions: readonly Expression[]): string {
  const fields = expressions.flatMap(fieldsOf).filter((name) => !CONSTANTS.has(name));
  const lists = expressions
    .flatMap((one) => nodesOf(one).comparison)
    .flatMap(({ test }) => (test.kind === "inList" ? [`$${test.name}`] : []));
  const names = [...new Set(fields.sort()), ...new Set(lists.sort())];
  if (names.length === 0) return "any request";
  return `a request with certain values of ${joinAnd(names)} (not shown: the expression is secret)`;
}

function lineOf(
  fields: RequestFields,
  isShown: (name: string) => boolean,
): { readonly line: string; readonly hasSource: boolean } {
  const url = fields.get(FULL_URI);
  if (url === undefined) return { line: "a request", hasSource: false };
  const method = fields.has(METHOD) ? [shown(fields.get(METHOD))] : [];
  const version = isShown(VERSION) ? [shown(fields.get(VERSION))] : [];
  const line = [...method, shown(url, MAX_URL), ...version].join(" ");
  const [address, country, continent, asn] = SOURCE.map((name) =>
    isShown(name) ? shown(fields.get(name)) : undefined,
  );
  const places = [
    ...(country === undefined ? [] : [country]),
    ...(continent === undefined ? [] : [`continent ${continent}`]),
    ...(asn === undefined ? [] : [`AS${asn}`]),
  ].join(", ");
  const source = address === undefined ? places : places === "" ? address : `${address} (${places})`;
  return source === "" ? { line, hasSource: false } : { line: `${line} from ${source}`, hasSource: true };
}

/** Returns names that people know first, then the others. */
function inOrder(fields: RequestFields): string[] {
  const others = [...fields.keys()].filter((name) => !LABELS.has(name)).sort();
  return [...[...LABELS.keys()].filter((name) => fields.has(name)), ...others];
}

function shownField(name: string, value: RuntimeValue | undefined): string[] {
  if (name === AGENT && value !== undefined && sameValue(value, USUAL_VALUES.get(AGENT)))
    return ["a browser's agent"];
  const label = LABELS.get(name) ?? name;
  if (typeof value === "boolean") return [value ? label : `not ${label}`];
  if (!isMap(value)) return [`${label} ${shown(value)}`];
  return [...value].map(([key, one]) => {
    const only = isArray(one) && one.length === 1 ? one[0] : one;
    return `${keyed(name, key)} ${shown(only)}`;
  });
}

function keyed(name: string, key: string): string {
  const label = LABELS.get(name);
  const text = shown(encodeUtf8(key));
  return label === undefined ? `${name}[${text}]` : `${label} ${text}`;
}

/** Whether a field has just the keys of a map that the request has. */
function areKeys(name: string, fields: RequestFields): boolean {
  const entries = name.endsWith(NAMES) ? fields.get(name.slice(0, -NAMES.length)) : undefined;
  return (
    isMap(entries) &&
    sameValue(
      fields.get(name),
      Array.from(entries.keys(), (key) => encodeUtf8(key)),
    )
  );
}

/** Returns what an expression reads and a request does not have. A missing value of type Bool is as good as false. */
function missingIn(expression: Expression, fields: RequestFields): string[] {
  return valuesOf(expression).flatMap((value) => missing(value, fields));
}

function missing({ source, indexes, type }: Value, fields: RequestFields): string[] {
  if (source.kind !== "field" || type === "Bool" || CONSTANTS.has(source.name)) return [];
  const name = presentName(source.name);
  const found = fields.get(name);
  const [index] = indexes;
  if (index?.kind === "key") {
    if (isMap(found) && found.has(index.key)) return [];
    return [keyed(name, index.key)];
  }
  return found === undefined ? [LABELS.get(name) ?? name] : [];
}

/** Fields of old names have the values of those with new names. */
function presentName(name: string): string {
  return name.replace("ip.geoip.", "ip.src.");
}

function shown(value: RuntimeValue | undefined, limit = MAX_VALUE): string {
  if (value === undefined) return "nothing";
  if (isBytes(value)) return shownBytes(value, limit);
  if (isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => shown(item));
    return `[${items.join(", ")}${value.length > MAX_ITEMS ? `, … ${value.length} values` : ""}]`;
  }
  if (isMap(value))
    return `{${[...value].map(([key, one]) => `${shown(encodeUtf8(key))}: ${shown(one)}`).join(", ")}}`;
  return typeof value === "object" ? printAddress(value) : String(value);
}

function shownBytes(bytes: Uint8Array, limit: number): string {
  const text = decodeUtf8(bytes);
  const pieces = text === undefined ? Array.from(bytes, escapeByte) : Array.from(text, escaped);
  const whole = pieces.length <= limit;
  const plain = pieces.join("");
  const isUrl = limit === MAX_URL;
  if (whole && text === plain && plain !== "" && !(isUrl ? /[ "`]/ : /[ "`,()[\]{}]/).test(plain))
    return plain;
  const size = whole ? "" : ` (${counted(bytes.length, "byte")})`;
  return `"${pieces.slice(0, limit).join("")}${whole ? "" : "…"}"${size}`;
}

/** Returns a character as it is in a quoted string; one that nobody sees as the escapes of its bytes. */
function escaped(character: string): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  if (showControls(character) === character) return character;
  return Array.from(encodeUtf8(character), escapeByte).join("");
}
