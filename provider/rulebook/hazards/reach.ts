import { containsUnknown, isMembers, sortedJson, withoutNulls } from "../../api";
import { type Expression, implies, neverTrue, type Place, printFilter } from "../../filter";
import { isId, type Reader } from "../constraint";
import type { Finding } from "../finding";
import { isChallenge } from "../phases";
import { hazard, listed } from "./hazard";
import { actsOnMatch, areApart, type JudgedRule, skipsTheRest } from "./judged-rule";

/** What a rule does to every request that it matches, so that the rules behind it do not see the request. */
const ENDS: Readonly<Record<string, string>> = {
  block: "blocks",
  redirect: "redirects",
  serve_error: "answers",
  skip: "lets skip the rest of the ruleset",
};

interface ConditionalRule extends JudgedRule {
  readonly condition: Expression;
}

/** Finds rules that repeat an earlier rule, and rules whose requests an earlier rule has always dealt with. */
export function* reachHazards(rules: readonly JudgedRule[], { phase }: Place): Iterable<Finding> {
  const left: ConditionalRule[] = [];
  const alike = new Map<string, ConditionalRule[]>();
  for (const rule of rules.filter(hasCondition)) {
    const key = `${rule.action ?? ""} ${printFilter(rule.condition)}`;
    const others = alike.get(key) ?? [];
    const earlier = others.find((other) => doTheSame(other, rule));
    if (earlier !== undefined) {
      const message = `does the same as ${earlier.path}: remove one of the two`;
      yield hazard("same-rule-twice", rule.path, message);
      continue;
    }
    alike.set(key, [...others, rule]);
    if (!neverTrue(rule.condition)) left.push(rule);
  }
  yield* unreached(left, phase);
}

function* unreached(rules: readonly ConditionalRule[], phase: string | undefined): Iterable<Finding> {
  const hidden = new Set<JudgedRule>();
  for (const [index, rule] of rules.entries()) {
    if (!endsEvaluation(rule, phase)) continue;
    const behind = rules
      .slice(index + 1)
      .filter((later) => !hidden.has(later) && implies(later.condition, rule.condition));
    const [first, ...others] = behind;
    if (first === undefined) continue;
    for (const later of behind) hidden.add(later);
    const also = others.length > 0 ? `; the same holds for ${listed(others.map(({ path }) => path))}` : "";
    const message =
      `is never reached, since ${rule.path} ${ENDS[rule.action ?? ""] ?? ""} every request that it matches${also}: ` +
      "move it before that rule, narrow that rule, or remove it";
    yield hazard("never-reached", first.path, message);
  }
}

function endsEvaluation(rule: JudgedRule, phase: string | undefined): boolean {
  if (!actsOnMatch(rule) || phase === undefined) return false;
  switch (rule.action) {
    case "block":
    case "serve_error":
      return true;
    case "redirect":
      // A list may have no redirect for the request.
      return rule.parameters["from_value"] !== undefined;
    default:
      return skipsTheRest(rule);
  }
}

function hasCondition(rule: JudgedRule): rule is ConditionalRule {
  return rule.condition !== undefined && rule.action !== undefined;
}

/** Whether two rules with the same action and condition do the same. */
function doTheSame(one: JudgedRule, other: JudgedRule): boolean {
  const [left, right] = [contentOf(one), contentOf(other)];
  return !containsUnknown(left) && sortedJson(left) === sortedJson(right);
}

function contentOf({ rule }: JudgedRule): unknown {
  const { action_parameters: parameters, ratelimit, exposed_credential_check: check } = rule;
  return withoutNulls([{ parameters }, { ratelimit }, { check }]);
}

/** Finds skip rules behind everything that they could skip. A skip affects only the rules behind it. */
export function* lateSkipHazards(rules: readonly JudgedRule[], context: Place & Reader): Iterable<Finding> {
  for (const [index, rule] of rules.entries()) {
    if (rule.action !== "skip") continue;
    const [earlier, later] = [rules.slice(0, index), rules.slice(index + 1)];
    const message = namesOnlyRulesets(rule)
      ? skipOfRulesets(rule, earlier, later)
      : skipOfRest(rule, earlier, later, context);
    if (message !== undefined) yield hazard("skip-too-late", rule.path, message);
  }
}

/** Returns why a skip of the rest of the ruleset is too late: it is at the end. */
function skipOfRest(
  rule: JudgedRule,
  earlier: readonly JudgedRule[],
  later: readonly JudgedRule[],
  { othersFollow = false, nameOf }: Place & Reader,
): string | undefined {
  const others = Object.keys(rule.parameters).filter((name) => name !== "ruleset" && name !== "phase");
  if (!skipsTheRest(rule) || others.length > 0 || later.length > 0 || othersFollow) return undefined;
  const last = earlier.findLast((other) => acts(other) && overlap(rule, other));
  const name = rule.parameters["ruleset"] === "current" ? "ruleset" : "phase";
  return (
    last &&
    `skips nothing with ${nameOf(name)}: "current", since no rule follows it: a skip affects only later rules; move it before ${last.path}`
  );
}

/** Returns why a skip of rulesets, or of single rules in them, is too late: all of them are executed before it. */
function skipOfRulesets(
  { parameters }: JudgedRule,
  earlier: readonly JudgedRule[],
  later: readonly JudgedRule[],
): string | undefined {
  const { rulesets, rules } = parameters;
  const ids: unknown[] = [
    ...(Array.isArray(rulesets) ? (rulesets as unknown[]) : []),
    ...(isMembers(rules) ? Object.keys(rules) : []),
  ];
  const executes = (id: unknown) => (other: JudgedRule) => other.parameters["id"] === id;
  const first = earlier.find(({ parameters: { id } }) => ids.includes(id));
  const isLate = ids.every(
    (id) => earlier.some(executes(id)) && !later.some((other) => mayExecute(other, id)),
  );
  if (first === undefined || !isLate) return undefined;
  return `skips nothing, since ${first.path} has executed the ruleset before: a skip affects only later rules; move it before that rule`;
}

/** Whether a skip names only rulesets or rules in them. */
function namesOnlyRulesets({ parameters }: JudgedRule): boolean {
  const names = Object.keys(parameters);
  return names.length > 0 && names.every((name) => name === "rulesets" || name === "rules");
}

function mayExecute({ action, parameters: { id } }: JudgedRule, ruleset: unknown): boolean {
  return action === undefined || (action === "execute" && (id === ruleset || !isId(id)));
}

function acts(rule: JudgedRule): boolean {
  return rule.action === "block" || rule.action === "execute" || isChallenge(rule.action);
}

/** Whether the conditions of both rules are known, and some request may match both. */
function overlap(a: JudgedRule, b: JudgedRule): boolean {
  return a.condition !== undefined && b.condition !== undefined && !areApart(a, b);
}
