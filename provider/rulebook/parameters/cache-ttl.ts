import { isMembers, type Members, type ZonePlan } from "../../api";
import { constraints, type RuleContext, type Violation, violation } from "../constraint";
import { checkExactlyOne, listAt, objectAt, presentIn } from "./members";

export const CACHE_TTL = constraints({
  "cache-ttl-default": {
    says: "`edge_ttl` and `browser_ttl` with the mode override_origin need `default`.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "cache-ttl-default-respected": {
    says: "`edge_ttl` and `browser_ttl` with the mode respect_origin take no `default`.",
    source: "a refusal of the API, in Terraform provider, pull request 2080 (December 2022)",
    confidence: "observed",
  },
  "cache-ttl-default-unused": {
    says: "`default` of `edge_ttl` and `browser_ttl` has no effect with the modes bypass and bypass_by_default.",
    source: "developers docs, cache/how-to/cache-rules/settings; whether it is refused is not public",
    confidence: "inferred",
  },
  "cache-status-repeated": {
    says: "Only one item of `status_code_ttl` is about a status code.",
    source: "the meaning of a list; which item wins is not public",
    confidence: "inferred",
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

/** The modes that take no time. */
const TIMELESS: Readonly<Record<string, keyof typeof CACHE_TTL>> = {
  respect_origin: "cache-ttl-default-respected",
  bypass: "cache-ttl-default-unused",
  bypass_by_default: "cache-ttl-default-unused",
};
const EDGE_MINIMUM: { readonly [plan in ZonePlan]?: number } = { free: 7200, pro: 3600 };

/** Checks how long a response is cached, at the edge and in browsers. */
export function* checkTtl(parameters: Members, context: RuleContext): Iterable<Violation> {
  const { plan, nameOf } = context;
  for (const name of ["edge_ttl", "browser_ttl"]) {
    const ttl = objectAt(parameters, name);
    const { mode, default: seconds } = ttl;
    const id = typeof mode === "string" && Object.hasOwn(TIMELESS, mode) ? TIMELESS[mode] : undefined;
    if (typeof seconds === "number" && id !== undefined) {
      const problem = id === "cache-ttl-default-respected" ? "cannot be used" : "has no effect";
      const message = `${problem} with mode ${JSON.stringify(mode)}; leave it out, or use mode "override_origin"`;
      yield violation(CACHE_TTL[id], [name, "default"], message);
    }
    if (ttl["mode"] !== "override_origin" || presentIn(ttl, ["default"])?.length !== 0) continue;
    const message = `must have ${nameOf("default")}, the time in seconds, with mode "override_origin"`;
    yield violation(CACHE_TTL["cache-ttl-default"], [name], message);
  }
  const edge = overridden(parameters, "edge_ttl");
  const minimum = plan && EDGE_MINIMUM[plan];
  if (edge !== undefined && minimum !== undefined && edge < minimum) {
    const message = `must be at least ${minimum} in the plan ${plan}, found ${edge}`;
    yield violation(CACHE_TTL["cache-edge-ttl-minimum"], ["edge_ttl", "default"], message);
  }
  const browser = overridden(parameters, "browser_ttl");
  if (browser !== undefined && browser < 1) {
    const message = `must be at least 1, found ${browser}; use mode "bypass" if browsers may not cache the response`;
    yield violation(CACHE_TTL["cache-browser-ttl-range"], ["browser_ttl", "default"], message);
  }
  yield* checkRepeated(listAt(objectAt(parameters, "edge_ttl"), "status_code_ttl"));
  for (const [index, item] of listAt(objectAt(parameters, "edge_ttl"), "status_code_ttl").entries())
    if (isMembers(item)) yield* checkStatus(item, ["edge_ttl", "status_code_ttl", index], context);
}

function* checkRepeated(items: readonly unknown[]): Iterable<Violation> {
  const first = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const code = isMembers(item) ? item["status_code"] : undefined;
    if (typeof code !== "number") continue;
    const earlier = first.get(code);
    first.set(code, earlier ?? index);
    if (earlier === undefined) continue;
    const message = `is ${code} again, as in item ${earlier} of the list; remove one of the two`;
    yield violation(
      CACHE_TTL["cache-status-repeated"],
      ["edge_ttl", "status_code_ttl", index, "status_code"],
      message,
    );
  }
}

/** Returns the seconds of a time to live that replaces the origin's, if they are known. */
function overridden(parameters: Members, name: string): number | undefined {
  const { mode, default: seconds } = objectAt(parameters, name);
  return mode === "override_origin" && typeof seconds === "number" ? seconds : undefined;
}

function* checkStatus(item: Members, path: Violation["path"], context: RuleContext): Iterable<Violation> {
  const members = ["status_code", "status_code_range"] as const;
  const unclear = checkExactlyOne(CACHE_TTL["cache-status-one-of"], item, members, path, context);
  yield* unclear;
  const range = item["status_code_range"];
  if (unclear.length > 0 || !isMembers(range)) return;
  const { from, to } = range;
  const at = [...path, "status_code_range"];
  if (from === undefined && to === undefined)
    yield violation(CACHE_TTL["cache-status-range-needs-member"], at, "must have from or to, found neither");
  if (typeof from !== "number" || typeof to !== "number" || from <= to) return;
  const message = `must not begin after its end, found ${from} to ${to}; no response has such a status code`;
  yield violation(CACHE_TTL["cache-status-range-order"], at, message);
}
