import { isMembers, type Members } from "../../api";
import { constraints, type RuleContext, type Violation } from "../constraint";
import { checkCacheKey } from "./cache-key";
import { checkTtl } from "./cache-ttl";
import { objectAt } from "./members";
import { checkVary } from "./vary";

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
export function checkSetCacheSettings(parameters: Members, context: RuleContext): Violation[] {
  const settings = Object.keys(parameters).filter((name) => parameters[name] !== undefined);
  if (settings.length === 0) {
    return [
      {
        constraint: CACHE_SETTINGS["cache-settings-needs-setting"],
        path: ["action_parameters"],
        message: "must have at least one setting, found none; the rule changes nothing",
      },
    ];
  }
  return [
    ...checkPhase(settings, context),
    ...checkBypass(settings, parameters),
    ...checkTtl(parameters, context),
    ...checkCacheKey(objectAt(parameters, "cache_key"), context),
    ...(isMembers(parameters["vary"]) ? checkVary(parameters["vary"]) : []),
  ];
}

function checkPhase(settings: readonly string[], { phase, nameOf }: RuleContext): Violation[] {
  if (phase === RESPONSE_PHASE) {
    return settings
      .filter((name) => !STRIP.includes(name))
      .map((name) => ({
        constraint: CACHE_SETTINGS["cache-response-settings"],
        path: ["action_parameters", name],
        message: `cannot be used in phase ${phase}, which takes ${STRIP.map(nameOf).join(", ")}; move it to a rule in phase ${REQUEST_PHASE}`,
      }));
  }
  if (phase !== REQUEST_PHASE) return [];
  return settings
    .filter((name) => STRIP.includes(name))
    .map((name) => ({
      constraint: CACHE_SETTINGS["cache-request-settings"],
      path: ["action_parameters", name],
      message: `is a setting of phase ${RESPONSE_PHASE}; move it to a rule there`,
    }));
}

function checkBypass(settings: readonly string[], { cache }: Members): Violation[] {
  if (cache !== false) return [];
  return settings
    .filter((name) => OF_CACHED.includes(name))
    .map((name) => ({
      constraint: CACHE_SETTINGS["cache-bypassed"],
      path: ["action_parameters", name],
      message: "has no effect with cache: false; leave it out, or set cache to true",
    }));
}
