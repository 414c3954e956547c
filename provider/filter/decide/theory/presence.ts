import type { Value } from "../../parse/ast";

/** Fields that every request has. Any other field can be missing. */
export const ALWAYS_PRESENT: ReadonlySet<string> = new Set([
  "cf.threat_score",
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
