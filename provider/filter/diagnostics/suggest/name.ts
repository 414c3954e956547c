import { getIdentifier, listIdentifierNames } from "../../scheme/scheme";
import { isMap } from "../../scheme/types";
import type { Advice } from "./advice";
import { functionMeant, operatorMeant } from "./operator";

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
  ["lowercase", "lower"],
  ["lcase", "lower"],
  ["uppercase", "upper"],
  ["ucase", "upper"],
  ["count", "len"],
  ["strlen", "len"],
  ["urldecode", "url_decode"],
  ["base64_decode", "decode_base64"],
  ["base64_encode", "encode_base64"],
  ["not", "not"],
]);
const NAMES: readonly string[] = listIdentifierNames();
/** How far a key is looked for, in UTF-16 units. */
const REACH = 120;

/** Words that join conditions, and stand where one is missing. */
const JOINS = /^(?:and|or|xor)$/i;

/** For a name that the scheme does not hold: the one that was probably meant, or why none can stand there. `behind` it goes on. */
export function adviseName(written: string, behind: string): Advice {
  if (JOINS.test(written)) return { hint: `A condition is missing before ${written.toLowerCase()}.` };
  if (/^[0-9]/.test(written))
    return { hint: "The field stands at the left of the operator, the value at the right." };
  const operator = operatorMeant(written);
  if (operator !== undefined)
    return { hint: `${operator} is an operator between a field and a value: http.host ${operator} "…".` };
  const suggestion = nearestName(written);
  return adviseSuffix(written, behind) ?? (suggestion === undefined ? {} : { suggestion });
}

/** `http.host.startsWith`, `http.host.contains`, `http.request.headers.x`: a good name with something behind its last dot. */
function adviseSuffix(written: string, behind: string): Advice | undefined {
  const dot = written.lastIndexOf(".");
  const [name, suffix] = [written.slice(0, dot), written.slice(dot + 1)];
  const identifier = dot === -1 ? undefined : getIdentifier(name);
  if (identifier?.kind !== "field") return undefined;
  const operator = operatorMeant(suffix);
  if (operator !== undefined) return { suggestion: `${name} ${operator}` };
  const call = functionMeant(suffix);
  if (call !== undefined) return { hint: `${call} is a function: ${call}(${name}, "…").` };
  if (!isMap(identifier.type)) return undefined;
  // No name holds a -, but many a header's does.
  const rest = /^(?:-[\w-]*)?/.exec(behind.slice(0, REACH))?.[0] ?? "";
  const indexed = `${name}["${suffix}${rest}"]`;
  return rest === "" ? { suggestion: indexed } : { hint: `A key of a map stands in brackets: ${indexed}.` };
}

/** The name that was probably meant: an alias, a name without its typing mistakes, or one with another ending. */
function nearestName(written: string): string | undefined {
  const alias = ALIASES.get(written.toLowerCase());
  if (alias !== undefined) return alias;
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
