import { isMembers, isUnknown } from "../../api";
import { type Expression, fieldsOf } from "../../filter";
import { effectOf } from "../../rulebook/effects";
import { conditionOf, type JudgedRule } from "../../rulebook/hazards/judged-rule";
import { isChallenge } from "../../rulebook/phases";
import { CHALLENGES } from "./clearance";
import { withThousands } from "../../words";

/** Whether something is so. */
export type Certainty = "yes" | "no" | "unknown";

/** What the new version of a protection stops no longer. */
export interface Weakening {
  /** Sentences without a full stop: `the 11th request within 60 s passes`. */
  readonly says: readonly string[];
  /** Whether there may be more, because a value is not known or cannot be compared. */
  readonly isUnclear: boolean;
}

/** A rule that stops requests once too many were counted. A value that is not known is undefined. */
export interface Limit {
  readonly rule: JudgedRule;
  readonly action: string | undefined;
  /** What is counted: requests, or the scores that a header of responses has. */
  readonly unit: string | undefined;
  /** How many pass within a period, before the rule stops one. */
  readonly allowed: number | undefined;
  readonly period: number | undefined;
  readonly timeout: number | undefined;
  /** Requests that differ in one of them have counters of their own. */
  readonly characteristics: readonly string[] | undefined;
  /** Which requests are counted. `own`: those that reach and match the rule. */
  readonly counting: Expression | "own" | undefined;
  /** Whether answers from the cache are not counted. */
  readonly isOfOrigin: boolean | undefined;
}

const REQUESTS = "requests";
const OF_RESPONSE = /^http\.response\./;

/** Returns the limit of a rule that stops requests, or may. Undefined if the rule only logs, or has no limit. */
export function limitOf(rule: JudgedRule): Limit | undefined {
  const { action } = rule;
  const written = rule.rule["ratelimit"];
  const kind = effectOf(action ?? "").kind;
  if (written === undefined || !(action === undefined || kind === "ends" || kind === "challenges"))
    return undefined;
  const ratelimit = isMembers(written) ? written : {};
  const isKnown = isMembers(written);
  const { characteristics, counting_expression: text, requests_to_origin: origin } = ratelimit;
  const counting = !isKnown
    ? undefined
    : text === undefined || text === null || text === ""
      ? "own"
      : conditionOf(text);
  const isOfOrigin = isKnown ? booleanOf(origin ?? false) : undefined;
  const score = ratelimit["score_per_period"];
  const header = ratelimit["score_response_header_name"];
  const isAfterResponse =
    isOfOrigin === true ||
    (typeof counting === "object" && fieldsOf(counting).some((name) => OF_RESPONSE.test(name)));
  const number = numberOf(score ?? ratelimit["requests_per_period"]);
  return {
    rule,
    action,
    unit:
      score === undefined
        ? REQUESTS
        : typeof header === "string" && !isUnknown(header)
          ? `the scores of ${header}`
          : undefined,
    // What is counted after its response stops the request behind it.
    allowed: number === undefined ? undefined : number + (isAfterResponse && score === undefined ? 1 : 0),
    period: numberOf(ratelimit["period"]),
    timeout: isKnown ? numberOf(ratelimit["mitigation_timeout"] ?? 0) : undefined,
    characteristics: namesOf(characteristics),
    counting,
    isOfOrigin,
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function namesOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = value.filter((one) => typeof one === "string" && !isUnknown(one));
  return names.length === value.length ? [...new Set<string>(names)] : undefined;
}

function booleanOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Returns the place of an action among the challenges, the easiest first, and what stops more. */
function strengthOf(action: string): number {
  const level = CHALLENGES.findIndex((challenge) => challenge === action);
  return level === -1 ? CHALLENGES.length : level;
}

/** Whether a limit only challenges the requests that exceed it. */
export function isChallenging({ action }: Limit): boolean {
  return isChallenge(action);
}

/**
 * Says which requests of a sequence pass one limit and not the other: by the first requests after a pause, with sliding periods. Nothing is
 * said if every sequence that `from` stops is stopped by `to`, no later and for as long.
 *
 * @param countsFewer whether `to` leaves out requests that `from` counts
 * @param verb what such a request does: `passes`, or `is stopped` if `from` is the later version
 */
export function weakeningOf(
  from: Limit,
  to: Limit,
  countsFewer: Certainty,
  verb: "passes" | "is stopped" = "passes",
): Weakening {
  const says: string[] = [];
  let isUnclear = countsFewer === "unknown";
  const request = `${passingRequest(from)} ${verb}`;
  const both = <Value>(a: Value | undefined, b: Value | undefined, compare: (a: Value, b: Value) => void) => {
    if (a === undefined || b === undefined) isUnclear = true;
    else compare(a, b);
  };

  both(from.action, to.action, (a, b) => {
    if (strengthOf(b) < strengthOf(a)) says.push(`${request}, if its visitor solves a ${b}`);
  });
  both(from.unit, to.unit, (a, b) => {
    if (a !== b) says.push(`${request}, if the ${b} stay below the limit`);
  });
  if (from.unit === to.unit) {
    both(from.allowed, to.allowed, (allowed, others) => {
      both(from.period, to.period, (period, short) => {
        if (others > allowed) says.push(`${passingRequest(from, Math.min(period, short))} ${verb}`);
        // Several full periods of one limit fit into one of the other.
        else if (others * Math.ceil(period / short) > allowed)
          says.push(`${request}, if no ${short} s have more than ${withThousands(others)}`);
      });
    });
  }
  both(from.timeout, to.timeout, (long, short) => {
    if (short >= long) return;
    const [sooner, later] = verb === "passes" ? [short, long] : [long, short];
    says.push(`who was stopped passes ${againAfter(sooner)}, not ${againAfter(later)}`);
  });
  both(from.characteristics, to.characteristics, (a, b) => {
    const finer = b.filter((one) => !a.includes(one));
    if (finer.length > 0) says.push(`${request}, if the requests differ in ${finer.join(" or ")}`);
  });
  if (countsFewer === "yes") says.push(`${request}, if fewer of them count`);
  both(from.isOfOrigin, to.isOfOrigin, (a, b) => {
    if (b && !a) says.push(`${request}, if some are answered from the cache`);
  });
  return { says, isUnclear };
}

/** Says when a visitor whom a limit has stopped passes again. Without a timeout, the limit stops only what is above it. */
function againAfter(timeout: number): string {
  return timeout === 0 ? "as soon as there are fewer requests" : `after ${timeout} s`;
}

/** Returns how texts name the first request that a limit stops: `the 11th request within 60 s`. */
export function passingRequest(
  { allowed, period, unit }: Limit,
  within: number | undefined = period,
): string {
  const time = within === undefined ? "a period" : `${within} s`;
  if (unit !== REQUESTS) return `a request behind ${unit ?? "scores"} above the limit within ${time}`;
  return allowed === undefined
    ? `a request above the limit within ${time}`
    : `the ${ordinal(allowed + 1)} request within ${time}`;
}

/** Returns what a limit does in words, with what the other limits do otherwise. */
export function limitText(limit: Limit, others: readonly Limit[]): string {
  const { action, rule, timeout, characteristics, counting, isOfOrigin } = limit;
  const differs = (member: (one: Limit) => unknown) =>
    others.some((other) => String(member(other)) !== String(member(limit)));
  const written = isMembers(rule.rule["ratelimit"])
    ? rule.rule["ratelimit"]["counting_expression"]
    : undefined;
  const isCountingOther = (one: Limit) =>
    isMembers(one.rule.rule["ratelimit"]) ? (one.rule.rule["ratelimit"]["counting_expression"] ?? "") : "";
  return [
    `${action ?? "an unknown action"} by ${rule.path} from ${passingRequest(limit)}`,
    ...(timeout !== undefined && differs((one) => one.timeout)
      ? [timeout === 0 ? "only above the limit" : `for ${timeout} s`]
      : []),
    ...(characteristics && differs((one) => one.characteristics) ? [`by ${characteristics.join(", ")}`] : []),
    ...(typeof counting === "object" && differs(isCountingOther) ? [`counting ${String(written)}`] : []),
    ...(isOfOrigin === true && differs((one) => one.isOfOrigin) ? ["to the origin"] : []),
  ].join(", ");
}

function ordinal(count: number): string {
  const [tens, ones] = [count % 100, count % 10];
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][ones] ?? "th");
  return withThousands(count) + ending;
}
