import type { Place } from "../../filter";
import { isMembers } from "../../api";
import { isChallenge } from "../phases";
import { isId, type Reader } from "../constraint";
import type { Finding } from "../finding";
import { hazard } from "./hazard";
import { areApart, type JudgedRule, skipsTheRest } from "./judged-rule";

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
