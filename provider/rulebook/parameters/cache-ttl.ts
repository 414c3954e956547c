import { isMembers, type Members, type ZonePlan } from "../../api";
import { constraints, type RuleContext, type Violation } from "../constraint";
import { checkExactlyOne, listAt, objectAt, presentIn } from "./members";

export const CACHE_TTL = constraints({
  "cache-ttl-default": {
    says: "`edge_ttl` and `browser_ttl` with the mode override_origin need `default`.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "cache-edge-ttl-minimum": {
    says: "`edge_ttl.default` is at least 7200 in a Free plan, and 3600 in Pro.",
    source: "developers docs, cache/how-to/edge-browser-cache-ttl; whether less is refused is not public",
    confidence: "inferred",
  },
  "cache-browser-ttl-range": {
    says: "`browser_ttl.default` is at least 1. The mode bypass turns the browser's cache off.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "cache-status-one-of": {
    says: "An item of `status_code_ttl` takes exactly one of `status_code` and `status_code_range`.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "cache-status-range-needs-member": {
    says: "`status_code_range` needs `from` or `to`.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "cache-status-range-order": {
    says: "`status_code_range.from` is not greater than `to`. Such a range contains no status code.",
    source: "the meaning of a range",
    confidence: "inferred",
  },
});

const EDGE_MINIMUM: { readonly [plan in ZonePlan]?: number } = { free: 7200, pro: 3600 };

/** Checks how long a response is cached, at the edge and in browsers. */
export function checkTtl(parameters: Members, context: RuleContext): Violation[] {
  const browser = objectAt(parameters, "browser_ttl");
  const { default: seconds } = browser;
  return [
    ...checkDefault(parameters, "edge_ttl", context),
    ...checkDefault(parameters, "browser_ttl", context),
    ...checkEdgeMinimum(objectAt(parameters, "edge_ttl"), context),
    ...(browser["mode"] === "override_origin" && typeof seconds === "number" && seconds < 1
      ? [
          {
            constraint: CACHE_TTL["cache-browser-ttl-range"],
            path: ["action_parameters", "browser_ttl", "default"],
            message: `must be at least 1, found ${seconds}; use mode "bypass" if browsers may not cache the response`,
          },
        ]
      : []),
    ...listAt(objectAt(parameters, "edge_ttl"), "status_code_ttl").flatMap((item, index) =>
      isMembers(item)
        ? checkStatus(item, ["action_parameters", "edge_ttl", "status_code_ttl", index], context)
        : [],
    ),
  ];
}

function checkDefault(parameters: Members, name: string, { nameOf }: RuleContext): Violation[] {
  const ttl = objectAt(parameters, name);
  if (ttl["mode"] !== "override_origin" || presentIn(ttl, ["default"])?.length !== 0) return [];
  return [
    {
      constraint: CACHE_TTL["cache-ttl-default"],
      path: ["action_parameters", name],
      message: `must have ${nameOf("default")}, the time in seconds, with mode "override_origin"`,
    },
  ];
}

function checkEdgeMinimum({ mode, default: seconds }: Members, { plan }: RuleContext): Violation[] {
  const minimum = plan === undefined ? undefined : EDGE_MINIMUM[plan];
  if (mode !== "override_origin" || typeof seconds !== "number" || minimum === undefined) return [];
  if (seconds >= minimum) return [];
  return [
    {
      constraint: CACHE_TTL["cache-edge-ttl-minimum"],
      path: ["action_parameters", "edge_ttl", "default"],
      message: `must be at least ${minimum} in the plan ${plan ?? ""}, found ${seconds}`,
    },
  ];
}

function checkStatus(item: Members, path: Violation["path"], context: RuleContext): Violation[] {
  const unclear = checkExactlyOne(
    CACHE_TTL["cache-status-one-of"],
    item,
    ["status_code", "status_code_range"],
    path,
    context,
  );
  const range = item["status_code_range"];
  if (unclear.length > 0 || !isMembers(range)) return unclear;
  const { from, to } = range;
  const at = [...path, "status_code_range"];
  if (from === undefined && to === undefined) {
    return [
      {
        constraint: CACHE_TTL["cache-status-range-needs-member"],
        path: at,
        message: "must have from or to, found neither",
      },
    ];
  }
  if (typeof from !== "number" || typeof to !== "number") return [];
  if (from <= to) return [];
  return [
    {
      constraint: CACHE_TTL["cache-status-range-order"],
      path: at,
      message: `must not begin after its end, found ${from} to ${to}; no response has such a status code`,
    },
  ];
}
