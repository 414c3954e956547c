import { isMembers } from "../../api";
import {
  type Expression,
  type Place,
  alwaysTrue,
  CONSTANTS,
  findMisjoined,
  implies,
  neverTrue,
  printFilter,
  withoutGroups,
} from "../../filter";
import { MAX_QUOTED } from "../../filter/lint/filter-warning";
import { lazily } from "../../lazily";
import type { Reader } from "../constraint";
import type { Finding } from "../finding";
import { CHALLENGES, isChallenge } from "../phases";
import { everythingHazards } from "./everything";
import { hazard } from "./hazard";
import { type JudgedRule, type NamedRule, conditionOf, expressionPath, judgedRules } from "./judged-rule";
import { anyAddressHazards, openSkipHazards, scoredSkipHazards, settingHazards } from "./openings";
import { overrideHazards } from "./overrides";
import { publishedHazards } from "./published";
import { lateSkipHazards, reachHazards } from "./reach";
import { redirectHazards } from "./redirects";
import { rewriteHazards } from "./rewrites";
import { clipCodePoints } from "../../words";

/**
 * Finds hazards in a list of rules in wire names: rules that lock visitors out, open a zone, or do nothing. Any part of a rule may be
 * unknown; nothing is claimed about such a part. Disabled rules are left out.
 */
export function findHazards(rules: readonly NamedRule[], context: Place & Reader): Finding[] {
  const judged = judgedRules(rules, context.language);
  const everything = [...everythingHazards(judged, context)];
  const reported = new Set(everything.map(({ path }) => path));
  // The more severe hazard names the same cause.
  const conditions = judged
    .flatMap((rule) => [...conditionHazards(rule)])
    .filter(({ id, path }) => id !== "condition-always" || !reported.has(path));
  return [...everything, ...conditions, ...CHECKS.flatMap((check) => [...check(judged, context)])];
}

/** What is found in the rules of a list together, in the order of the findings. */
const CHECKS: readonly ((rules: readonly JudgedRule[], context: Place & Reader) => Iterable<Finding>)[] = [
  reachHazards,
  challengeHazards,
  publishedHazards,
  lateSkipHazards,
  anyAddressHazards,
  openSkipHazards,
  scoredSkipHazards,
  overrideHazards,
  rateLimitHazards,
  redirectHazards,
  rewriteHazards,
  settingHazards,
];

/** Actions whose rules have a more severe hazard if they match everything. */
const SEVERE: readonly (string | undefined)[] = ["block", ...CHALLENGES, "redirect", "skip"];

/** Finds a condition that is always true, never true, or joined by the wrong operator. */
function* conditionHazards({ condition, action, path: rulePath }: JudgedRule): Iterable<Finding> {
  if (condition === undefined) return;
  const path = expressionPath(rulePath);
  const misjoined = findMisjoined(condition);
  for (const { operator, subject, conditions } of misjoined) {
    const quoted = conditions
      .map((one) => clipCodePoints(printFilter(one), MAX_QUOTED))
      .join(` ${operator} `);
    yield operator === "or"
      ? hazard(
          "or-instead-of-and",
          path,
          `${quoted} is always true, since every value of ${subject} fulfils one of them: join the conditions with and, or write not ${subject} in {…}`,
        )
      : hazard(
          "and-instead-of-or",
          path,
          `${quoted} is never true, since no value of ${subject} fulfils them together: join the conditions with or, or write ${subject} in {…}`,
        );
  }
  if (misjoined.length > 0) return;
  // A rule that executes a ruleset has enabled: false, which reviews and reports of coverage know.
  if ((!isConstant(condition) || action === "execute") && neverTrue(condition)) {
    const message =
      "is never true, so it selects no request: correct it, or disable the rule with enabled: false";
    yield hazard("condition-never", path, message);
  } else if (!isMatchAll(condition, action) && alwaysTrue(condition)) {
    const message = "is true for every request: correct it, or write true if that is meant";
    yield hazard("condition-always", path, message);
  }
}

/** Whether somebody wrote `true` or `false`, which is deliberate. */
function isConstant(condition: Expression): boolean {
  const bare = withoutGroups(condition);
  if (bare.kind !== "comparison" || bare.test.kind !== "truth") return false;
  const { source } = bare.left;
  return source.kind === "field" && CONSTANTS.has(source.name);
}

/** Whether a condition is a usual way to select everything: `true`, or one test that every value passes, such as `wildcard "*"`. */
function isMatchAll(condition: Expression, action: string | undefined): boolean {
  const bare = withoutGroups(condition);
  if (isConstant(bare)) return true;
  if (SEVERE.includes(action) || bare.kind !== "comparison") return false;
  return bare.test.kind !== "values" && (bare.test.kind !== "ordering" || bare.test.operator !== "ne");
}

/** Requests that programs send, which solve no challenge. */
const OF_PROGRAMS = lazily(() =>
  parsed([
    'starts_with(http.request.uri.path, "/api/") or http.request.uri.path eq "/api"',
    'starts_with(http.host, "api.")',
  ]),
);
const POSTED = lazily(() => parsed(['http.request.method eq "POST"']));
const CHANGING = lazily(() => parsed(['http.request.method in {"POST" "PUT" "PATCH" "DELETE"}']));

/** Finds challenges of requests that cannot be answered with a page: those of an interface, and everything that is posted. */
function* challengeHazards(rules: readonly JudgedRule[]): Iterable<Finding> {
  for (const { action, condition, path } of rules) {
    // A condition that is never true has another hazard.
    if (condition === undefined || !isChallenge(action) || neverTrue(condition)) continue;
    const what = unsolvable(condition);
    if (what === undefined) continue;
    const message = `selects ${what}, whose clients cannot solve a challenge: use block or a rate limit, or exclude them`;
    yield hazard("challenge-unsolvable", expressionPath(path), message);
  }
}

function unsolvable(condition: Expression): string | undefined {
  if (OF_PROGRAMS().some((one) => implies(condition, one))) return "only requests of an API";
  const isAllPosted =
    POSTED().every((one) => implies(one, condition)) && CHANGING().some((one) => implies(condition, one));
  return isAllPosted ? "all POST requests" : undefined;
}

function parsed(expressions: readonly string[]): Expression[] {
  return expressions.flatMap((expression) => conditionOf(expression) ?? []);
}

/** Characteristics that many clients share. */
const SHARED: readonly unknown[] = [
  "cf.colo.id",
  "cf.zone.name",
  "http.host",
  "http.request.method",
  "http.request.uri.path",
];

/** Finds rate limits that count the requests of all clients together, so that one client exhausts the limit of all. */
function* rateLimitHazards(rules: readonly JudgedRule[], { nameOf }: Reader): Iterable<Finding> {
  for (const { path, action, rule } of rules) {
    const { ratelimit } = rule;
    const characteristics = isMembers(ratelimit) ? ratelimit["characteristics"] : undefined;
    if (action === undefined || !Array.isArray(characteristics) || characteristics.length === 0) continue;
    if (!characteristics.every((one) => SHARED.includes(one))) continue;
    const message =
      `counts the requests of all clients together, since no item of ${nameOf("characteristics")} tells clients apart, so one ` +
      'client can use up the limit of all: add "ip.src"';
    yield hazard("rate-limit-shared", `${path}.ratelimit.${nameOf("characteristics")}`, message);
  }
}
