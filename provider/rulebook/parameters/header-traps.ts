import type { Members } from "../../api";
import { constraints, type Violation } from "../constraint";
import { textAt } from "./members";

export const HEADER_TRAPS = constraints({
  "header-forwarded-for-returns": {
    says: "A removed x-forwarded-for is added again before the request reaches the origin.",
    source: "developers docs, rules/transform/request-header-modification",
    confidence: "documented",
    accepted: true,
  },
  "header-set-cookie-replaces": {
    says: "`set` on set-cookie replaces all cookies of the response, also those of the vendor. `add` keeps them.",
    source: "developers docs, rules/transform/response-header-modification",
    confidence: "documented",
    accepted: true,
  },
  "header-cache-control-visitors": {
    says: "A changed cache-control or cdn-cache-control reaches visitors, but the cache follows the header of the origin.",
    source: "developers docs, rules/transform/response-header-modification",
    confidence: "documented",
    accepted: true,
  },
});

const CACHE_ONLY = /^(?:cloudflare-)?cdn-cache-control$/;

/** Reports changes of a header that the API accepts, but that do not do what they seem to do. */
export function headerTraps(
  name: string,
  change: Members,
  path: readonly string[],
  isRequest: boolean,
): Violation[] {
  const header = name.toLowerCase();
  const operation = textAt(change, "operation");
  if (isRequest) {
    if (header !== "x-forwarded-for" || operation !== "remove") return [];
    return [
      {
        constraint: HEADER_TRAPS["header-forwarded-for-returns"],
        path: [...path, "operation"],
        message: "has no effect: the edge adds the header again after the rule; leave the change out",
      },
    ];
  }
  if (header === "set-cookie" && operation === "set") {
    return [
      {
        constraint: HEADER_TRAPS["header-set-cookie-replaces"],
        path: [...path, "operation"],
        message: 'is "set", which replaces all cookies of the response; use "add" to keep them',
      },
    ];
  }
  if (operation === "remove" || !isForTheCache(header, change)) return [];
  return [
    {
      constraint: HEADER_TRAPS["header-cache-control-visitors"],
      path,
      message:
        "changes what visitors receive, not what the edge caches; use set_cache_settings or set_cache_control for the cache",
    },
  ];
}

// A cache-control for browsers is a usual thing to write here. Only s-maxage is addressed to shared caches.
function isForTheCache(header: string, change: Members): boolean {
  const directives = `${textAt(change, "value") ?? ""} ${textAt(change, "expression") ?? ""}`;
  return CACHE_ONLY.test(header) || (header === "cache-control" && /\bs-maxage\b/i.test(directives));
}
