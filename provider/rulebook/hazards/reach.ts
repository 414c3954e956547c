import { containsUnknown, sortedJson, withoutNulls } from "../../api";
import { type Expression, implies, neverTrue, printFilter, type Place } from "../../filter";
import type { Finding } from "../finding";
import { hazard, listed } from "./hazard";
import { actsOnMatch, type JudgedRule, skipsTheRest } from "./judged-rule";

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
