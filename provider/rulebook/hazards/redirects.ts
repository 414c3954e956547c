import { isMembers } from "../../api";
import { type Expression, neverMatchesWith, readRequestFields, stillMatches } from "../../filter";
import type { Reader } from "../constraint";
import type { Finding } from "../finding";
import { hazard } from "./hazard";
import type { JudgedRule } from "./judged-rule";

/** Fields that are the same when a client follows the redirect. */
const KEPT = /^(?:ip\.(?:src|geoip)(?:\.|$)|http\.user_agent$|http\.request\.method$|cf\.zone\.name$)/;
/** A host that no zone serves. */
const NOWHERE = "nowhere.invalid";

/** Finds redirects to a fixed address that matches the rule again. */
export function* redirectHazards(rules: readonly JudgedRule[], { nameOf }: Reader): Iterable<Finding> {
  for (const { path, action, parameters, condition } of rules) {
    const { from_value: from } = parameters;
    const target = action === "redirect" && isMembers(from) ? from["target_url"] : undefined;
    const url = isMembers(target) ? target["value"] : undefined;
    if (typeof url !== "string" || condition === undefined || !isMembers(from)) continue;
    if (!matchesAgain(condition, url, from["preserve_query_string"])) continue;
    const at = `${path}.${["action_parameters", "from_value", "target_url"].map(nameOf).join(".")}`;
    const message =
      "matches the expression of the rule again, so the redirect is a loop: exclude this address in the expression";
    yield hazard("redirects-to-itself", at, message);
  }
}

/** Whether every request that the rule redirects matches it again at the new address. */
function matchesAgain(condition: Expression, target: string, keepsQuery: unknown): boolean {
  const isPath = target.startsWith("/") && !target.startsWith("//");
  const url = parseUrl(isPath ? `https://${NOWHERE}${target}` : target);
  if (url === undefined || url.port !== "" || url.username !== "") return false;
  // With its query kept, the address depends on the request.
  const query =
    url.search === "" && keepsQuery !== undefined && keepsQuery !== false ? undefined : url.search.slice(1);
  if (isPath) return stillMatches(condition, fieldsOf(url, query, false), isKeptOnHost);
  return (
    stillMatches(condition, fieldsOf(url, query, true), isKept) &&
    // Otherwise the address may lie outside of the zone.
    neverMatchesWith(
      condition,
      fieldsOf(new URL(`${url.protocol}//${NOWHERE}${url.pathname}${url.search}`), query, true),
    )
  );
}

function isKept(field: string): boolean {
  return KEPT.test(field);
}

function isKeptOnHost(field: string): boolean {
  return isKept(field) || field === "http.host" || field === "ssl";
}

function fieldsOf(
  url: URL,
  query: string | undefined,
  isAbsolute: boolean,
): ReturnType<typeof readRequestFields> {
  const uri = query === undefined ? undefined : url.pathname + (query === "" ? "" : `?${query}`);
  return readRequestFields({
    "http.request.uri.path": url.pathname,
    "raw.http.request.uri.path": url.pathname,
    ...(query !== undefined && { "http.request.uri.query": query, "raw.http.request.uri.query": query }),
    ...(uri !== undefined && { "http.request.uri": uri, "raw.http.request.uri": uri }),
    ...(isAbsolute && { "http.host": url.hostname, ssl: url.protocol === "https:" }),
    ...(isAbsolute &&
      uri !== undefined && { "http.request.full_uri": `${url.protocol}//${url.hostname}${uri}` }),
  });
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) && /^https?:/i.test(text) ? new URL(text) : undefined;
}
