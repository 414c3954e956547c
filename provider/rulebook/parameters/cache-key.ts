import { isUnknown, type Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation, violation } from "../constraint";
import { listAt, objectAt } from "./members";

export const CACHE_KEY = constraints({
  "cache-key-device-type-once": {
    says: "`cache_by_device_type` and `custom_key.user.device_type` exclude each other.",
    source: "Terraform provider, tests of version 4",
    confidence: "observed",
  },
  "cache-key-query-one-of": {
    says: "`query_string` takes `include` or `exclude`, not both.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "cache-key-query-list-or-all": {
    says: "`include` and `exclude` of `query_string` take `list` or `all`, not both.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "cache-key-query-size": {
    says: "`list` of `query_string` has at most 100 names.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "cache-key-header-contains-only": {
    says: "accept, accept-charset, accept-datetime, accept-encoding, accept-language, referer and user-agent are only used in `contains`.",
    source: "developers docs, cache/how-to/cache-keys",
    confidence: "documented",
  },
  "cache-key-cookie-header": {
    says: "Cookies belong to the member `cookie` of `custom_key`, not to `header`.",
    source: "developers docs, cache/how-to/cache-keys",
    confidence: "documented",
  },
});

const CONTAINS_ONLY: readonly string[] = [
  "accept",
  "accept-charset",
  "accept-datetime",
  "accept-encoding",
  "accept-language",
  "referer",
  "user-agent",
];
const MAX_QUERY_NAMES = 100;

/** Checks the cache key of `set_cache_settings`. Empty objects are valid at every depth. */
export function* checkCacheKey(cacheKey: Members, context: RuleContext): Iterable<Violation> {
  const { nameOf } = context;
  const custom = objectAt(cacheKey, "custom_key");
  if (cacheKey["cache_by_device_type"] === true && objectAt(custom, "user")["device_type"] === true)
    yield violation(
      CACHE_KEY["cache-key-device-type-once"],
      ["cache_key", "custom_key", "user", "device_type"],
      `cannot be combined with ${nameOf("cache_by_device_type")}; leave one of them out`,
    );
  yield* checkQuery(objectAt(custom, "query_string"), context);
  for (const name of ["include", "check_presence"])
    yield* checkHeaderNames(objectAt(custom, "header"), name, context);
}

function* checkQuery(query: Members, { nameOf }: RuleContext): Iterable<Violation> {
  const path = ["cache_key", "custom_key", "query_string"];
  const sides = ["include", "exclude"];
  // Empty objects are valid at every depth, perhaps here too.
  if (sides.every((side) => Object.keys(objectAt(query, side)).length > 0)) {
    const message = `must have either ${sides.map(nameOf).join(" or ")}, found both`;
    yield violation(CACHE_KEY["cache-key-query-one-of"], path, message);
  }
  for (const side of sides) yield* checkQueryNames(objectAt(query, side), [...path, side]);
}

function* checkQueryNames(names: Members, path: readonly string[]): Iterable<Violation> {
  const { all, list } = names;
  const count = listAt(names, "list").length;
  if (all === true && list !== undefined && !isUnknown(list))
    yield violation(
      CACHE_KEY["cache-key-query-list-or-all"],
      path,
      "must have either list or all, found both",
    );
  if (count <= MAX_QUERY_NAMES) return;
  const message = `must have at most ${MAX_QUERY_NAMES} names, found ${count}`;
  yield violation(CACHE_KEY["cache-key-query-size"], [...path, "list"], message);
}

function* checkHeaderNames(header: Members, member: string, context: RuleContext): Iterable<Violation> {
  for (const [index, name] of listAt(header, member).entries()) {
    if (typeof name !== "string") continue;
    const path = ["cache_key", "custom_key", "header", member, index];
    const cannot = `cannot be ${shown(name, context)}`;
    if (name.toLowerCase() === "cookie") {
      const message = `${cannot}; write the names of cookies in ${context.nameOf("custom_key")}.cookie`;
      yield violation(CACHE_KEY["cache-key-cookie-header"], path, message);
    } else if (CONTAINS_ONLY.includes(name.toLowerCase())) {
      const message = `${cannot}, which has too many values; write the values that matter in header.contains`;
      yield violation(CACHE_KEY["cache-key-header-contains-only"], path, message);
    }
  }
}
