import { getIdentifier, listIdentifierNames } from "../../scheme/identifiers";
import { isMap } from "../../scheme/types";
import { functionMeant, type Help, operatorMeant } from "./help-with-operator";
import { nearestWithin } from "../../../words";

/** Names from other tools, older versions and common guesses, with the name to use. */
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
/** The search limit for a key, in UTF-16 units. */
const REACH = 120;

/** Logical operators. As a name, they mean that a condition is missing. */
const JOINS = /^(?:and|or|xor)$/i;

/** Returns help for an unknown name. `rest` is the expression after the name. */
export function helpWithName(written: string, rest: string): Help {
  if (JOINS.test(written)) return { hint: `A condition is missing before ${written.toLowerCase()}.` };
  if (/^[0-9]/.test(written))
    return { hint: "The field goes on the left of the operator, the value on the right." };
  const suggestion = nearestName(written);
  return (
    helpWithOperatorAsName(written) ??
    helpWithSuffix(written, rest) ??
    (suggestion === undefined ? {} : { suggestion })
  );
}

/** Returns help for an operator in the place of a name. */
export function helpWithOperatorAsName(written: string): Help | undefined {
  const operator = operatorMeant(written);
  if (operator === undefined) return undefined;
  return { hint: `${operator} is an operator between a field and a value: http.host ${operator} "…".` };
}

/** Handles a field with a wrong suffix: `http.host.startsWith`, `http.host.contains`, `http.request.headers.x`. */
function helpWithSuffix(written: string, after: string): Help | undefined {
  const dot = written.lastIndexOf(".");
  const [name, suffix] = [written.slice(0, dot), written.slice(dot + 1)];
  const identifier = dot === -1 ? undefined : getIdentifier(name);
  if (identifier?.kind !== "field") return undefined;
  const operator = operatorMeant(suffix);
  if (operator !== undefined) return { suggestion: `${name} ${operator}` };
  const call = functionMeant(suffix);
  if (call !== undefined) return { hint: `${call} is a function: ${call}(${name}, "…").` };
  if (after.startsWith("(")) return helpWithMethod(name, suffix);
  if (!isMap(identifier.type)) return undefined;
  // Field names have no hyphen, but header names do.
  const rest = /^(?:-[\w-]*)?/.exec(after.slice(0, REACH))?.[0] ?? "";
  const indexed = `${name}["${suffix}${rest}"]`;
  return rest === "" ? { suggestion: indexed } : { hint: `Write a map key in brackets: ${indexed}.` };
}

/** Handles a function that is called as a method: `http.host.lower()`. */
function helpWithMethod(name: string, written: string): Help | undefined {
  const identifier = getIdentifier(ALIASES.get(written.toLowerCase()) ?? written);
  if (identifier?.kind !== "function") return undefined;
  const { params, rest } = identifier.signature;
  const more = params.length > 1 || rest ? ", …" : "";
  return { hint: `${identifier.name} is a function: ${identifier.name}(${name}${more}).` };
}

/** Returns the name for an alias, or the name with the smallest edit distance. */
function nearestName(written: string): string | undefined {
  const alias = ALIASES.get(written.toLowerCase());
  if (alias !== undefined) return alias;
  return nearestWithin(written, NAMES, Math.max(1, Math.floor(written.length / 5)));
}
