import { type Expression, implies } from "../../filter";
import { isChallenge } from "../phases";
import type { Finding } from "../finding";
import { hazard } from "./hazard";
import { conditionOf, expressionPath, type JudgedRule } from "./judged-rule";

/** Requests that programs send, which solve no challenge. */
const OF_PROGRAMS = parsed([
  'starts_with(http.request.uri.path, "/api/") or http.request.uri.path eq "/api"',
  'starts_with(http.host, "api.")',
]);
const POSTED = parsed(['http.request.method eq "POST"']);
const CHANGING = parsed(['http.request.method in {"POST" "PUT" "PATCH" "DELETE"}']);

/** Finds challenges of requests that cannot be answered with a page: those of an interface, and everything that is posted. */
export function challengeHazards(rules: readonly JudgedRule[]): Finding[] {
  return rules.flatMap((rule) => {
    const { condition, path } = rule;
    const what = isChallenge(rule.action) && condition ? unsolvable(condition) : undefined;
    if (what === undefined) return [];
    const message = `selects ${what}, whose clients cannot solve a challenge: use block or a rate limit, or exclude them`;
    return [hazard("challenge-unsolvable", expressionPath(path), message)];
  });
}

function unsolvable(condition: Expression): string | undefined {
  if (OF_PROGRAMS.some((one) => implies(condition, one))) return "only requests of an API";
  const isAllPosted =
    POSTED.every((one) => implies(one, condition)) && CHANGING.some((one) => implies(condition, one));
  return isAllPosted ? "all POST requests" : undefined;
}

function parsed(expressions: readonly string[]): Expression[] {
  return expressions.flatMap((expression) => conditionOf(expression) ?? []);
}
