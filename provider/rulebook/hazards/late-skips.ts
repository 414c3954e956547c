import type { Place } from "../../filter";
import { isMembers } from "../../api";
import { isChallenge } from "../phases";
import { isId, type Reader } from "../constraint";
import type { Finding } from "../finding";
import { hazard } from "./hazard";
import { areApart, type JudgedRule, skipsTheRest } from "./judged-rule";

/** Finds skip rules behind everything that they could skip. A skip affects only the rules behind it. */
export function lateSkipHazards(rules: readonly JudgedRule[], context: Place & Reader): Finding[] {
  return rules.flatMap((rule, index) => {
    if (rule.action !== "skip") return [];
    const [earlier, later] = [rules.slice(0, index), rules.slice(index + 1)];
    return namesOnlyRulesets(rule)
      ? skipOfRulesets(rule, earlier, later)
      : skipOfRest(rule, earlier, later, context);
  });
}

/** A skip of the rest of the ruleset, at its end. */
function skipOfRest(
  rule: JudgedRule,
  earlier: readonly JudgedRule[],
  later: readonly JudgedRule[],
  { othersFollow = false, nameOf }: Place & Reader,
): Finding[] {
  const others = Object.keys(rule.parameters).filter((name) => name !== "ruleset" && name !== "phase");
  if (!skipsTheRest(rule) || others.length > 0 || later.length > 0 || othersFollow) return [];
  const missed = earlier.filter((other) => acts(other) && overlap(rule, other));
  const [last] = missed.slice(-1);
  if (last === undefined) return [];
  const name = rule.parameters["ruleset"] === "current" ? "ruleset" : "phase";
  const message =
    `skips nothing with ${nameOf(name)}: "current", since no rule follows it: a skip affects only later rules; move it before ` +
    last.path;
  return [hazard("skip-too-late", rule.path, message)];
}

/** A skip of rulesets, or of single rules in them, of which all are executed before it. */
function skipOfRulesets(
  { path, parameters }: JudgedRule,
  earlier: readonly JudgedRule[],
  later: readonly JudgedRule[],
): Finding[] {
  const { rulesets, rules } = parameters;
  const ids: unknown[] = [
    ...(Array.isArray(rulesets) ? (rulesets as unknown[]) : []),
    ...(isMembers(rules) ? Object.keys(rules) : []),
  ];
  const executed = earlier.filter(({ parameters: { id } }) => ids.includes(id));
  const [first] = executed;
  const isLate = ids.every(
    (id) =>
      executed.some((other) => other.parameters["id"] === id) &&
      !later.some((other) => mayExecute(other, id)),
  );
  if (first === undefined || !isLate) return [];
  const message = `skips nothing, since ${first.path} has executed the ruleset before: a skip affects only later rules; move it before that rule`;
  return [hazard("skip-too-late", path, message)];
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
