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
export function reachHazards(rules: readonly JudgedRule[], { phase }: Place): Finding[] {
  const known = rules.filter(hasCondition);
  const repeated = new Map<JudgedRule, JudgedRule>();
  const alike = new Map<string, ConditionalRule[]>();
  for (const rule of known) {
    const key = `${rule.action ?? ""} ${printFilter(rule.condition)}`;
    const others = alike.get(key) ?? [];
    const earlier = others.find((other) => doTheSame(other, rule));
    if (earlier === undefined) alike.set(key, [...others, rule]);
    else repeated.set(rule, earlier);
  }
  const twice = [...repeated].map(([rule, earlier]) =>
    hazard("same-rule-twice", rule.path, `does the same as ${earlier.path}: remove one of the two`),
  );
  const left = known.filter((rule) => !repeated.has(rule) && !neverTrue(rule.condition));
  return [...twice, ...unreached(left, phase)];
}

function unreached(rules: readonly ConditionalRule[], phase: string | undefined): Finding[] {
  const hidden = new Set<JudgedRule>();
  return rules.flatMap((rule, index) => {
    if (!endsEvaluation(rule, phase)) return [];
    const behind = rules
      .slice(index + 1)
      .filter((later) => !hidden.has(later) && implies(later.condition, rule.condition));
    const [first, ...others] = behind;
    if (first === undefined) return [];
    for (const later of behind) hidden.add(later);
    const message =
      `is never reached, since ${rule.path} ${ENDS[rule.action ?? ""] ?? ""} every request that it matches${also(others)}: ` +
      "move it before that rule, narrow that rule, or remove it";
    return [hazard("never-reached", first.path, message)];
  });
}

function also(others: readonly JudgedRule[]): string {
  if (others.length === 0) return "";
  return `; the same holds for ${listed(others.map(({ path }) => path))}`;
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
