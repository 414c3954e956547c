import { concatenate, fromLatin1, lowerAscii, toLatin1 } from "../../evaluate/byte-functions";
import { isArray, isBytes, isMap, type RequestFields, type RuntimeValue } from "../../evaluate/runtime-value";
import type { Index } from "../../parse/ast";
import { fieldType } from "../../scheme/fields";
import type { Setting } from "../theory/solve-value";
import { constructed } from "./construct";

/** A key for elements that may have any key. */
const ANY_KEY = "x-example";
const URL_PARTS = /^(?<scheme>https?):\/\/(?<host>[^/]*)(?<path>\/[^?]*)(?:\?(?<query>[^]*))?$/;
const HOST = fromLatin1("www.example.com");
const SLASH = fromLatin1("/");
const EMPTY = new Uint8Array();

/** Fields by name. */
export type Fields = Map<string, RuntimeValue>;

/** Returns the fields that settings give values to. */
export function fieldsWith(settings: readonly Setting[]): Fields {
  const fields: Fields = new Map();
  for (const { value, runtime } of constructed(settings)) {
    const { source, indexes } = value;
    if (source.kind === "field") fields.set(source.name, put(fields.get(source.name), indexes, runtime));
  }
  return fields;
}

/** Returns `container` with a value at a path. */
function put(container: RuntimeValue | undefined, path: readonly Index[], value: RuntimeValue): RuntimeValue {
  const [index, ...rest] = path;
  if (index === undefined) return value;
  if (index.kind === "element") {
    const elements = isArray(container) ? [...container] : [];
    elements[index.index] = put(elements[index.index], rest, value);
    return elements;
  }
  const key = index.kind === "key" ? index.key : ANY_KEY;
  const entries = isMap(container) ? [...container] : [];
  const found = entries.find(([name]) => name === key)?.[1];
  const others = entries.filter(([name]) => name !== key);
  const all: [string, RuntimeValue][] = [...others, [key, put(found, rest, value)]];
  return new Map(all.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}

/**
 * Returns a whole request: the given fields, what depends on them, and for the rest of the URL and for the method what most requests
 * have. Fields that no request must have stay missing.
 */
export function requestWith(given: RequestFields): Fields {
  const fields: Fields = new Map();
  const origin = originOf(given);
  setUrl(fields, given, "", origin);
  const raw = [...given.keys()].some((name) => name.startsWith("raw.http.request."));
  if (raw) setUrl(fields, given, "raw.", origin);
  fields.set("http.request.method", fromLatin1("GET"));
  fields.set("http.request.version", fromLatin1("HTTP/2"));
  for (const [name, value] of given) if (!fields.has(name) || !isOfUrl(name)) fields.set(name, value);
  for (const [name, value] of [...fields]) {
    if (!name.startsWith("ip.src.")) continue;
    const old = name.replace("ip.src.", "ip.geoip.");
    if (fieldType(old) !== undefined) fields.set(old, value);
  }
  setNames(fields);
  return fields;
}

function isOfUrl(name: string): boolean {
  return name === "ssl" || name === "http.host" || /^(raw\.)?http\.request\.(full_)?uri/.test(name);
}

/** What is the same in the URL before and after normalization. */
interface Origin {
  readonly ssl: RuntimeValue;
  readonly host: Uint8Array;
}

/** Given parts take precedence over those of a given whole, and these over the whole before normalization. */
function originOf(given: RequestFields): Origin {
  const wholes = ["http.request.full_uri", "raw.http.request.full_uri"];
  const parsed = wholes.map((name) => partsOf(given, name)).find((parts) => parts !== undefined);
  const host = parsed?.["host"];
  return {
    ssl: given.get("ssl") ?? parsed?.["scheme"] !== "http",
    host: bytesOf(given.get("http.host")) ?? (host === undefined ? HOST : fromLatin1(host)),
  };
}

function partsOf(
  given: RequestFields,
  name: string,
): Readonly<Record<string, string | undefined>> | undefined {
  const whole = bytesOf(given.get(name));
  return whole && URL_PARTS.exec(toLatin1(whole))?.groups;
}

/** Sets the fields of a URL. Given parts take precedence over those of a given whole. */
function setUrl(fields: Fields, given: RequestFields, prefix: "" | "raw.", { ssl, host }: Origin): void {
  const name = (field: string) => `${prefix}http.request.${field}`;
  const parsed = partsOf(given, name("full_uri"));
  const partOf = (field: string, group: string): Uint8Array | undefined => {
    const written = parsed?.[group];
    return bytesOf(given.get(field)) ?? (written === undefined ? undefined : fromLatin1(written));
  };
  const path = partOf(name("uri.path"), "path") ?? SLASH;
  const query = partOf(name("uri.query"), "query");
  const hasQuery = parsed?.["query"] !== undefined || (query !== undefined && query.length > 0);
  const uri = hasQuery ? concatenate([path, fromLatin1("?"), query ?? EMPTY]) : path;
  if (prefix === "") {
    fields.set("ssl", ssl);
    fields.set("http.host", host);
  }
  fields.set(name("uri.path"), path);
  fields.set(name("uri.query"), query ?? EMPTY);
  fields.set(name("uri"), uri);
  fields.set(name("full_uri"), concatenate([fromLatin1(ssl === true ? "https://" : "http://"), host, uri]));
  const extension = /\.([^./]*)$/.exec(toLatin1(path))?.[1];
  if (extension !== undefined) fields.set(name("uri.path.extension"), lowerAscii(fromLatin1(extension)));
}

/** Gives maps and the arrays of their keys the same keys. */
function setNames(fields: Fields): void {
  for (const [field, keyOf] of NAMED) {
    const [entries, names] = [fields.get(field), fields.get(`${field}.names`)];
    const map = new Map(isMap(entries) ? entries : []);
    const all = isArray(names) ? [...names] : [];
    const keys = new Set(all.flatMap((name) => (isBytes(name) ? [keyOf(toLatin1(name))] : [])));
    for (const key of map.keys()) if (!keys.has(keyOf(key))) all.push(Buffer.from(keyOf(key)));
    const present = new Set(Array.from(map.keys(), keyOf));
    for (const key of keys) if (!present.has(key)) map.set(key, [EMPTY]);
    if (all.length === 0) continue;
    fields.set(`${field}.names`, all).set(field, map);
  }
}

/** Maps with an array of their keys, and the key of a name. */
const NAMED: readonly (readonly [field: string, keyOf: (name: string) => string])[] = [
  ["http.request.headers", (name) => name.toLowerCase()],
  ["http.response.headers", (name) => name.toLowerCase()],
  ["raw.http.response.headers", (name) => name.toLowerCase()],
  ["http.request.body.form", (name) => name],
  ["http.request.uri.args", (name) => name],
  ["raw.http.request.uri.args", (name) => name],
];

function bytesOf(value: RuntimeValue | undefined): Uint8Array | undefined {
  return isBytes(value) ? value : undefined;
}
