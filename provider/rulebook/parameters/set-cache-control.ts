import { isMembers, type Members } from "../../api";
import { constraints, type Violation } from "../constraint";
import { presentIn } from "./members";

export const CACHE_CONTROL = constraints({
  "cache-control-needs-directive": {
    says: "`set_cache_control` needs at least one directive.",
    source: "developers docs, cache/how-to/cache-response-rules",
    confidence: "inferred",
  },
  "cache-control-needs-value": {
    says: "The operation set needs `value` for max-age, s-maxage, stale-if-error and stale-while-revalidate.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "cache-control-remove-takes-none": {
    says: "The operation remove takes neither `value` nor `qualifiers`.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
});

const TIMED = ["max-age", "s-maxage", "stale-if-error", "stale-while-revalidate"];

/** Checks the parameters of `set_cache_control`. */
export function checkSetCacheControl(parameters: Members): Violation[] {
  const directives = Object.entries(parameters).filter(([, directive]) => directive !== undefined);
  if (directives.length === 0) {
    return [
      {
        constraint: CACHE_CONTROL["cache-control-needs-directive"],
        path: ["action_parameters"],
        message: "must have at least one directive, such as max-age, found none; the rule changes nothing",
      },
    ];
  }
  return directives.flatMap(([name, directive]) =>
    isMembers(directive) ? checkDirective(name, directive) : [],
  );
}

function checkDirective(name: string, directive: Members): Violation[] {
  const path = ["action_parameters", name];
  const { operation } = directive;
  if (operation === "set" && TIMED.includes(name) && presentIn(directive, ["value"])?.length === 0) {
    return [
      {
        constraint: CACHE_CONTROL["cache-control-needs-value"],
        path,
        message: 'must have value, the time in seconds, with the operation "set"',
      },
    ];
  }
  if (operation !== "remove") return [];
  return (presentIn(directive, ["value", "qualifiers"]) ?? []).map((member) => ({
    constraint: CACHE_CONTROL["cache-control-remove-takes-none"],
    path: [...path, member],
    message: 'cannot be combined with the operation "remove"; leave it out',
  }));
}
