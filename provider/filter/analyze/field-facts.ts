import { type NumberDomain, numberDomainOf, textDomainOf, type ValueDomain } from "../lint/value-domains";
import type { Value } from "../parse/ast";
import { remembered } from "./formula";

/** What is known about all strings of a value. */
export type TextDomain = Partial<Pick<ValueDomain, "has" | "beginning" | "startsWith" | "contains">>;

const LOWER = domainOf((text) => !/[A-Z]/.test(text));
const UPPER = domainOf((text) => !/[a-z]/.test(text));
const LENGTHS: NumberDomain = { least: 0n, greatest: (1n << 63n) - 1n };

/** Fields that every request has. Any other field can be missing. */
const ALWAYS_PRESENT: ReadonlySet<string> = new Set([
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

/** Returns what is known about all strings that a value can be. */
export const textsOf = remembered(newTextDomain);

function newTextDomain({ source, indexes }: Value): TextDomain {
  if (indexes.length > 0) return {};
  if (source.kind === "call") {
    if (source.name === "lower") return LOWER;
    return source.name === "upper" ? UPPER : {};
  }
  return textDomainOf(source.name) ?? {};
}

/** Returns the bounds of all numbers that a value can be. */
export function numbersOf({ source, indexes }: Value): NumberDomain | undefined {
  if (indexes.length > 0) return undefined;
  if (source.kind === "field") return numberDomainOf(source.name);
  return source.name === "len" ? LENGTHS : undefined;
}

function domainOf(has: (text: string) => boolean): TextDomain {
  return { has, startsWith: has, contains: has };
}
