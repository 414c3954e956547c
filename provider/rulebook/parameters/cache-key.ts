import { isUnknown, type Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation } from "../constraint";
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
const AT = ["action_parameters", "cache_key"] as const;

/** Checks the cache key of `set_cache_settings`. Empty objects are valid at every depth. */
export function checkCacheKey(cacheKey: Members, context: RuleContext): Violation[] {
  const custom = objectAt(cacheKey, "custom_key");
  return [
    ...checkDeviceType(cacheKey, custom, context),
    ...checkQuery(objectAt(custom, "query_string"), context),
    ...["include", "check_presence"].flatMap((name) =>
      checkHeaderNames(objectAt(custom, "header"), name, context),
    ),
  ];
}

function checkDeviceType(cacheKey: Members, custom: Members, { nameOf }: RuleContext): Violation[] {
  const other = objectAt(custom, "user")["device_type"];
  if (cacheKey["cache_by_device_type"] !== true || other !== true) return [];
  return [
    {
      constraint: CACHE_KEY["cache-key-device-type-once"],
      path: [...AT, "custom_key", "user", "device_type"],
      message: `cannot be combined with ${nameOf("cache_by_device_type")}; leave one of them out`,
    },
  ];
}

function checkQuery(query: Members, { nameOf }: RuleContext): Violation[] {
  const path = [...AT, "custom_key", "query_string"];
  const sides = ["include", "exclude"];
  // Empty objects are valid at every depth, perhaps here too.
  const given = sides.filter((side) => Object.keys(objectAt(query, side)).length > 0);
  return [
    ...(given.length === sides.length
      ? [
          {
            constraint: CACHE_KEY["cache-key-query-one-of"],
            path,
            message: `must have either ${sides.map(nameOf).join(" or ")}, found both`,
          },
        ]
      : []),
    ...sides.flatMap((side) => checkQueryNames(objectAt(query, side), [...path, side])),
  ];
}

function checkQueryNames(names: Members, path: readonly string[]): Violation[] {
  const { all, list } = names;
  const count = listAt(names, "list").length;
  return [
    ...(all === true && list !== undefined && !isUnknown(list)
      ? [
          {
            constraint: CACHE_KEY["cache-key-query-list-or-all"],
            path,
            message: "must have either list or all, found both",
          },
        ]
      : []),
    ...(count > MAX_QUERY_NAMES
      ? [
          {
            constraint: CACHE_KEY["cache-key-query-size"],
            path: [...path, "list"],
            message: `must have at most ${MAX_QUERY_NAMES} names, found ${count}`,
          },
        ]
      : []),
  ];
}

function checkHeaderNames(header: Members, member: string, context: RuleContext): Violation[] {
  return listAt(header, member).flatMap((name, index): Violation[] => {
    if (typeof name !== "string") return [];
    const path = [...AT, "custom_key", "header", member, index];
    if (name.toLowerCase() === "cookie") {
      return [
        {
          constraint: CACHE_KEY["cache-key-cookie-header"],
          path,
          message: `cannot be ${shown(name, context)}; write the names of cookies in ${context.nameOf("custom_key")}.cookie`,
        },
      ];
    }
    if (!CONTAINS_ONLY.includes(name.toLowerCase())) return [];
    return [
      {
        constraint: CACHE_KEY["cache-key-header-contains-only"],
        path,
        message: `cannot be ${shown(name, context)}, which has too many values; write the values that matter in header.contains`,
      },
    ];
  });
}
