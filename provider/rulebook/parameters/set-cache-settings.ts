import { found, type Members } from "../../api";
import { constraints, type RuleContext, type Violation, violation } from "../constraint";
import { checkCacheKey } from "./cache-key";
import { checkTtl } from "./cache-ttl";
import { objectAt } from "./members";

export const CACHE_SETTINGS = constraints({
  "cache-settings-needs-setting": {
    says: "`set_cache_settings` needs at least one setting.",
    source: "developers docs, cache/how-to/cache-rules/settings",
    confidence: "inferred",
  },
  "cache-response-settings": {
    says: "In http_response_cache_settings, `set_cache_settings` takes only `strip_etags`, `strip_last_modified` and `strip_set_cookie`.",
    source: "developers docs, cache/how-to/cache-response-rules",
    confidence: "documented",
  },
  "cache-request-settings": {
    says: "`strip_etags`, `strip_last_modified` and `strip_set_cookie` belong to the phase http_response_cache_settings.",
    source: "developers docs, cache/how-to/cache-response-rules",
    confidence: "inferred",
  },
  "cache-bypassed": {
    says: "With `cache: false`, the edge does not cache the response, and settings of the cached response have no effect.",
    source: "developers docs, cache/how-to/cache-rules/settings",
    confidence: "documented",
    accepted: true,
  },
});

const STRIP = ["strip_etags", "strip_last_modified", "strip_set_cookie"];
/** The settings of a cached response. The others, such as `browser_ttl`, also change a response that is not cached. */
const OF_CACHED = ["edge_ttl", "cache_key", "cache_reserve", "serve_stale"];
const REQUEST_PHASE = "http_request_cache_settings";
const RESPONSE_PHASE = "http_response_cache_settings";

/** Checks the parameters of `set_cache_settings`. */
export function* checkSetCacheSettings(parameters: Members, context: RuleContext): Iterable<Violation> {
  const settings = Object.keys(parameters).filter((name) => parameters[name] !== undefined);
  if (settings.length === 0) {
    const message = "must have at least one setting, found none; the rule changes nothing";
    yield violation(CACHE_SETTINGS["cache-settings-needs-setting"], [], message);
    return;
  }
  yield* checkPhase(settings, context);
  const bypassed = parameters["cache"] === false ? settings.filter((name) => OF_CACHED.includes(name)) : [];
  for (const name of bypassed) {
    const message = "has no effect with cache: false; leave it out, or set cache to true";
    yield violation(CACHE_SETTINGS["cache-bypassed"], [name], message);
  }
  yield* checkTtl(parameters, context);
  yield* checkCacheKey(objectAt(parameters, "cache_key"), context);
  yield* checkVary(objectAt(objectAt(parameters, "vary"), "headers"));
}

function* checkPhase(settings: readonly string[], { phase, nameOf }: RuleContext): Iterable<Violation> {
  for (const name of settings) {
    if (phase === RESPONSE_PHASE && !STRIP.includes(name)) {
      const message = `cannot be used in phase ${phase}, which takes ${STRIP.map(nameOf).join(", ")}; move it to a rule in phase ${REQUEST_PHASE}`;
      yield violation(CACHE_SETTINGS["cache-response-settings"], [name], message);
    } else if (phase === REQUEST_PHASE && STRIP.includes(name)) {
      const message = `is a setting of phase ${RESPONSE_PHASE}; move it to a rule there`;
      yield violation(CACHE_SETTINGS["cache-request-settings"], [name], message);
    }
  }
}

export const VARY = constraints({
  "vary-size": {
    says: "`vary.headers` has at most 50 headers.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "vary-header-name": {
    says: "The name of a header in `vary.headers` consists of at most 128 lower-case letters, digits, hyphens and underscores.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "vary-header-reserved": {
    says: "`vary.headers` does not name cache-control, connection, host or a header that begins with cf-.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "vary-member-of-header": {
    says: "`media_types` belongs to the header accept, `languages` to accept-language.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
});

const MAX_HEADERS = 50;
const HEADER_OF: Readonly<Record<string, string>> = {
  media_types: "accept",
  languages: "accept-language",
};

/** Checks how a cached response varies with the headers of the request. */
function* checkVary(headers: Members): Iterable<Violation> {
  const names = Object.keys(headers);
  const at = ["vary", "headers"];
  if (names.length > MAX_HEADERS)
    yield violation(VARY["vary-size"], at, `must have at most ${MAX_HEADERS} headers, found ${names.length}`);
  for (const name of names) {
    yield* checkName(name, [...at, name]);
    for (const [member, only] of Object.entries(HEADER_OF)) {
      if (objectAt(headers, name)[member] === undefined || name.toLowerCase() === only) continue;
      const message = `can only be used with the header ${only}; leave it out`;
      yield violation(VARY["vary-member-of-header"], [...at, name, member], message);
    }
  }
}

function* checkName(name: string, path: readonly string[]): Iterable<Violation> {
  if (!/^[a-z0-9_-]{1,128}$/.test(name)) {
    const lower = name.toLowerCase();
    const cure = /^[a-z0-9_-]{1,128}$/.test(lower) ? `; write ${found(lower)}` : "";
    const message = `must have a name of at most 128 lower-case letters, digits, hyphens and underscores${cure}`;
    yield violation(VARY["vary-header-name"], path, message);
  } else if (/^(?:cf-.*|cache-control|connection|host)$/.test(name))
    yield violation(VARY["vary-header-reserved"], path, "cannot be part of vary; leave the header out");
}
