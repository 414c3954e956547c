import type { Span } from "./ast";
import type { Cause } from "./causes";
import { listIdentifierNames } from "./scheme";

/** Names that other tools, older versions and common sense use for what this language calls otherwise. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["host", "http.host"],
  ["hostname", "http.host"],
  ["http.request.host", "http.host"],
  ["method", "http.request.method"],
  ["http.method", "http.request.method"],
  ["path", "http.request.uri.path"],
  ["uri", "http.request.uri"],
  ["url", "http.request.full_uri"],
  ["http.request.path", "http.request.uri.path"],
  ["http.path", "http.request.uri.path"],
  ["http.uri.path", "http.request.uri.path"],
  ["http.request.url", "http.request.full_uri"],
  ["http.request.uri.full", "http.request.full_uri"],
  ["http.request.query", "http.request.uri.query"],
  ["user_agent", "http.user_agent"],
  ["http.request.user_agent", "http.user_agent"],
  ["http.request.cookie", "http.cookie"],
  ["http.request.body", "http.request.body.raw"],
  ["ip", "ip.src"],
  ["ip.addr", "ip.src"],
  ["ip.asnum", "ip.src.asnum"],
  ["ip.country", "ip.src.country"],
  ["ip.src.country_code", "ip.src.country"],
  ["geoip.country", "ip.src.country"],
  ["asn", "ip.src.asnum"],
  ["ip.src.asn", "ip.src.asnum"],
  ["port", "cf.edge.server_port"],
  ["tcp.dstport", "cf.edge.server_port"],
  ["bot_score", "cf.bot_management.score"],
  ["https", "ssl"],
  ["startswith", "starts_with"],
  ["endswith", "ends_with"],
  ["length", "len"],
  ["size", "len"],
  ["tolower", "lower"],
  ["to_lower", "lower"],
  ["toupper", "upper"],
  ["to_upper", "upper"],
  ["substr", "substring"],
]);
const NAMES: readonly string[] = listIdentifierNames();
/** Beyond this no name of the scheme is near. */
const MAX_NAME_LENGTH = 80;

/** What other languages write, and what it is here. Longer ones come first: the first that fits counts. */
const OPERATORS: readonly (readonly [written: RegExp, meant: string])[] = [
  [/^(?:===|=(?!=|>|<|~))/, "=="],
  [/^<>/, "!="],
  [/^=>/, ">="],
  [/^=</, "<="],
  [/^(?:=~|matchs\b|match\b|regex\b|matches\b)/i, "matches"],
  [/^(?:contain|includes?)\b/i, "contains"],
  [/^(?:like|glob|wildcards)\b/i, "wildcard"],
  [/^(?:is|equals?)\b/i, "eq"],
  [/^(?:AND|OR|XOR|NOT|EQ|NE|LT|LE|GT|GE|IN|CONTAINS|WILDCARD)\b/i, ""],
  [/^\|(?!\|)/, "or"],
];

/** What was probably meant at the place of a fault, where that can be told. */
export function suggest(
  expression: string,
  { causeClass, text }: Cause,
  { start, end }: Span,
): string | undefined {
  const written = expression.slice(start, end);
  if (causeClass === "UnknownIdentifier") return suggestName(written);
  if (text === "expected ComparisonOp" || causeClass === "EOF") return suggestOperator(written.trimStart());
  return undefined;
}

function suggestOperator(written: string): string | undefined {
  for (const [pattern, meant] of OPERATORS) {
    const match = pattern.exec(written)?.[0];
    if (match === undefined) continue;
    const operator = meant === "" ? match.toLowerCase() : meant;
    return operator === match ? undefined : operator;
  }
  return undefined;
}

/** The name that was probably meant: an alias, a name without its typing mistakes, or one with another ending. */
function suggestName(written: string): string | undefined {
  const alias = ALIASES.get(written.toLowerCase());
  if (alias !== undefined) return alias;
  if (written.length > MAX_NAME_LENGTH) return undefined;
  const lower = written.toLowerCase();
  // Only a distance below the limit counts, and each name that is found lowers the limit.
  let limit = Math.max(1, Math.floor(written.length / 5)) + 1;
  let best: string | undefined;
  for (const name of NAMES) {
    if (Math.abs(name.length - lower.length) >= limit) continue;
    const distance = editDistance(lower, name, limit);
    if (distance >= limit) continue;
    limit = distance;
    best = name;
  }
  return best;
}

/**
 * How many letters have to be added, removed, replaced, or swapped with their neighbour; from the limit on, any number
 * at or above it.
 */
function editDistance(from: string, to: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= to.length; column += 1) {
      const replace = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swap = swapped ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity;
      const distance = Math.min(replace, swap, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(distance);
      if (distance < least) least = distance;
    }
    // A later row can be one lower at most, by a swap with the row before this one.
    if (least > limit) return least;
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
