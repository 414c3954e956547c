import { isMembers, isUnknown } from "../../provider/api";
import { conditionOf } from "../../provider/rulebook/hazards/judged-rule";
import { fieldsOf } from "../../provider/filter";
import type { ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import type { EntrypointOrders } from "./placed-rules";
import { firstWords, joinAnd } from "../../provider/words";

const REWRITING = "http_request_transform";
/** The phases whose rules see the URL before it is rewritten. */
const NOT_REWRITTEN: readonly unknown[] = [
  "ddos_l4",
  "http_request_sanitize",
  "http_request_dynamic_redirect",
  REWRITING,
];
/** The fields that a rewrite of the URL changes. */
const OF_URL = /^http\.request\.(?:full_uri|uri)/;

/**
 * Says why a claim about the rules of one phase says little about the whole way of a request: other phases rewrite the URL, or a phase
 * is skipped.
 *
 * @param besides the rulesets of the stack in the same zone or account
 */
export function phaseLimits(
  phase: ReviewedRuleset["phase"],
  { before, after }: EntrypointOrders,
  besides: readonly ReviewedRuleset[],
): string[] {
  const rules = [...before, ...after].map(({ rule }) => rule);
  const skipped = unique(rules.flatMap(skippedPhases));
  const skipping = refsOf(
    besides.filter((one) => one.phase !== phase),
    (rule) => skippedPhases(rule).includes(String(phase)),
  );
  const rewriting = NOT_REWRITTEN.includes(phase)
    ? []
    : refsOf(
        besides.filter((one) => one.phase === REWRITING),
        rewritesUrl,
      );
  return [
    ...(phase === REWRITING && rules.some(rewritesUrl)
      ? ["Later phases see the rewritten URL: what their rules do with it is left out."]
      : []),
    ...(rewriting.length > 0 && rules.some(readsUrl)
      ? [
          `URLs are those after ${joinNames(rewriting)} of ${REWRITING}, which rewrites them before this phase.`,
        ]
      : []),
    ...(skipped.length > 0
      ? [`For requests that skip ${joinNames(skipped)}, what the rules there would do is left out.`]
      : []),
    ...(skipping.length > 0
      ? [`Requests that skip this phase, by ${joinNames(skipping)}, do not change.`]
      : []),
  ];
}

function refsOf(rulesets: readonly ReviewedRuleset[], is: (rule: ReviewedRule) => boolean): string[] {
  return unique(
    rulesets.flatMap(({ rules }) =>
      rules.filter(is).map(({ ref, path }) => (ref === undefined || isUnknown(ref) ? path : ref)),
    ),
  );
}

function skippedPhases({ wire }: ReviewedRule): string[] {
  const { action, action_parameters: parameters, enabled } = wire;
  if (action !== "skip" || enabled === false || !isMembers(parameters)) return [];
  const { phases } = parameters;
  return Array.isArray(phases) ? phases.filter((phase) => typeof phase === "string") : [];
}

function rewritesUrl({ wire }: ReviewedRule): boolean {
  const { action, action_parameters: parameters, enabled } = wire;
  return action === "rewrite" && enabled !== false && isMembers(parameters) && isMembers(parameters["uri"]);
}

function readsUrl({ wire }: ReviewedRule): boolean {
  const condition = conditionOf(wire["expression"]);
  return condition !== undefined && fieldsOf(condition).some((name) => OF_URL.test(name));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** The names that a sentence has. The others are counted. */
const MAX_NAMES = 3;

function joinNames(names: readonly string[]): string {
  return joinAnd(firstWords(names, MAX_NAMES));
}
