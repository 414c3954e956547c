import { fromLatin1 } from "../../evaluate/byte-functions";
import { parseAddress } from "../../parse/ip-address";
import { type RuntimeValue, sameValue } from "../../evaluate/runtime-value";
import { mendElements } from "./mend-elements";
import { mendTexts } from "./mend-texts";
import type { Fields } from "./request-of";

/** The agent of witnesses that need no certain one: Chrome on Windows. */
const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/** Values that people recognise, the most common first. Only fields that the question reads, and those of every request, are tried. */
const PLAUSIBLE: readonly (readonly [field: string, values: readonly RuntimeValue[]])[] = [
  ["ssl", [true]],
  ["http.host", ["www.example.com", "example.com", "api.example.com"].map(fromLatin1)],
  ["http.request.method", ["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"].map(fromLatin1)],
  ["ip.src", ["203.0.113.9", "198.51.100.7"].flatMap((text) => parseAddress(text) ?? [])],
  ["ip.src.country", ["DE", "US", "FR"].map(fromLatin1)],
  ["ip.src.continent", ["EU", "NA"].map(fromLatin1)],
  ["ip.src.asnum", [64496n]],
  ["http.user_agent", [BROWSER, "curl/8.5.0"].map(fromLatin1)],
  ["http.referer", [fromLatin1("https://www.example.com/")]],
  ["http.request.version", [fromLatin1("HTTP/2")]],
  ["cf.tls_version", [fromLatin1("TLSv1.3")]],
  ["cf.bot_management.score", [30n, 1n]],
  ["cf.threat_score", [0n]],
  ["cf.edge.server_port", [443n, 80n]],
  ["http.request.uri.path", ["/", "/index.html"].map(fromLatin1)],
  ["http.request.uri.query", [fromLatin1("")]],
];
/** The value of a field that most witnesses have, by its name. */
export const USUAL_VALUES: ReadonlyMap<string, RuntimeValue> = new Map(
  PLAUSIBLE.flatMap(([field, [most]]) => (most === undefined ? [] : [[field, most] as const])),
);
const ALWAYS_TRIED: ReadonlySet<string> = new Set([
  "http.host",
  "http.request.method",
  "http.request.uri.path",
  "http.request.uri.query",
  "ip.src",
  "ssl",
]);
/** Fields that follow from the parts of the URL. */
const WHOLE: readonly string[] = [
  "http.request.full_uri",
  "http.request.uri",
  "http.request.uri.path.extension",
];

/** Returns the most common of the plausible values of each field. */
export function ordinaryFields(): Fields {
  return new Map(PLAUSIBLE.flatMap(([field, [value]]) => (value === undefined ? [] : [[field, value]])));
}

/**
 * Replaces one value after the other by a plausible one, as long as `shows` says that the request still shows what is asked. It asks
 * about 70 times at most, whatever the question is.
 *
 * @param read the fields that the question reads
 */
export function polish(fields: Fields, read: ReadonlySet<string>, shows: (fields: Fields) => boolean): void {
  let best = fields;
  const accept = (changed: Fields): boolean => {
    for (const name of WHOLE) changed.delete(name);
    if (!shows(changed)) return false;
    best = changed;
    return true;
  };
  const isTried = (field: string) => ALWAYS_TRIED.has(field) || read.has(field);
  for (const [field, values] of PLAUSIBLE) {
    if (!isTried(field)) continue;
    const current = best.get(field);
    const isUsed = (value: RuntimeValue) => current !== undefined && sameValue(current, value);
    values.some((value) => isUsed(value) || accept(new Map(best).set(field, value)));
  }
  mendTexts(() => best, isTried, accept);
  mendElements(() => best, accept);
}
