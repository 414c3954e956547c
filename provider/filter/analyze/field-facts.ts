import type { Value } from "../parse/ast";
import { encodeUtf8 } from "../parse/utf8";

/** What the documentation of the vendor says about all values of a field. */
export interface Shape {
  /** Every value starts with these bytes. */
  readonly prefix?: Uint8Array;
  /** A text that can occur inside a value. */
  readonly part?: RegExp;
  /** A text that can be a whole value. */
  readonly whole?: RegExp;
}

const LOWER: Shape = { part: /^[^A-Z]*$/ };
const UPPER: Shape = { part: /^[^a-z]*$/ };
const PATH: Shape = { prefix: encodeUtf8("/"), part: /^[^?]*$/ };
const URI: Shape = { prefix: encodeUtf8("/") };
const FULL_URI: Shape = { prefix: encodeUtf8("http") };
const EXTENSION: Shape = { part: /^[^A-Z./?]*$/ };
const CODE: Shape = { whole: /^[A-Z0-9]{2}$/, part: /^[A-Z0-9]{0,2}$/ };

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ["http.host", { part: /^[^/?#@ ]*$/ }],
  ["http.request.method", UPPER],
  ["http.request.full_uri", FULL_URI],
  ["raw.http.request.full_uri", FULL_URI],
  ["http.request.uri", URI],
  ["raw.http.request.uri", URI],
  ["http.request.uri.path", PATH],
  ["raw.http.request.uri.path", PATH],
  ["http.request.uri.path.extension", EXTENSION],
  ["ip.src.country", CODE],
  ["ip.src.continent", CODE],
  ["ip.geoip.country", CODE],
  ["ip.geoip.continent", CODE],
]);
const SHAPES_OF_CALLS: ReadonlyMap<string, Shape> = new Map([
  ["lower", LOWER],
  ["upper", UPPER],
]);

/** Fields that every request has. Any other field can be missing. */
const ALWAYS_PRESENT: ReadonlySet<string> = new Set([
  "cf.zone.name",
  "http.host",
  "http.request.full_uri",
  "http.request.method",
  "http.request.timestamp.msec",
  "http.request.timestamp.sec",
  "http.request.uri",
  "http.request.uri.path",
  "http.request.uri.query",
  "http.request.version",
  "ip.src",
  "ip.src.country",
  "raw.http.request.full_uri",
  "raw.http.request.uri",
  "raw.http.request.uri.path",
  "raw.http.request.uri.query",
  "ssl",
]);
/** Functions that return a value for every present first argument, if the others are literals. */
const TOTAL_CALLS: ReadonlySet<string> = new Set([
  "cidr",
  "cidr6",
  "len",
  "lower",
  "remove_bytes",
  "substring",
  "to_string",
  "upper",
  "url_decode",
]);

/** Whether every request has the value. */
export function isAlwaysPresent({ source, indexes }: Value): boolean {
  if (indexes.length > 0) return false;
  if (source.kind === "field") return ALWAYS_PRESENT.has(source.name);
  const [first, ...rest] = source.arguments;
  return (
    TOTAL_CALLS.has(source.name) &&
    first?.kind === "value" &&
    isAlwaysPresent(first) &&
    rest.every(({ kind }) => kind === "bytes" || kind === "int")
  );
}

/** Returns what is known about all values of a field, or of a function's result. */
export function shapeOf({ source, indexes }: Value): Shape {
  if (indexes.length > 0) return {};
  return (source.kind === "field" ? SHAPES.get(source.name) : SHAPES_OF_CALLS.get(source.name)) ?? {};
}

/** Whether the value is a number that is never negative. */
export function isLength({ source, indexes }: Value): boolean {
  return indexes.length === 0 && source.kind === "call" && source.name === "len";
}
