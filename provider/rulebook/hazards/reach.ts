import { containsUnknown, isMembers, sortedJson, withoutNulls } from "../../api";
import { type Expression, findCover, neverTrue, type Place, printFilter } from "../../filter";
import { isId, type Reader } from "../constraint";
import { effectOf } from "../effects";
import type { Finding } from "../finding";
import { isChallenge } from "../phases";
import { hazard, joinPaths } from "./hazard";
import { actsOnMatch, areApart, type JudgedRule, skipsTheRest } from "./judged-rule";
import { joinAnd } from "../../words";

interface ConditionalRule extends JudgedRule {
  readonly condition: Expression;
}

/** Finds rules that repeat an earlier rule, and rules whose requests an earlier rule has always dealt with. */
export function* reachHazards(rules: readonly JudgedRule[], { phase }: Place): Iterable<Finding> {
  const left: ConditionalRule[] = [];
  const known = new Map<string, ConditionalRule>();
  for (const rule of rules.filter(hasCondition)) {
    const content = contentOf(rule);
    const differences = content && sortedJson(content);
    const key = `${rule.action ?? ""} ${printFilter(rule.condition)} ${differences ?? ""}`;
    const earlier = known.get(key);
    if (earlier !== undefined) {
      const message = `does the same as ${earlier.path}: remove one of the two`;
      yield hazard("same-rule-twice", rule.path, message);
      continue;
    }
    if (!content || !containsUnknown(content)) known.set(key, rule);
    if (!neverTrue(rule.condition)) left.push(rule);
  }
  yield* unreached(left, phase);
}

function* unreached(rules: readonly ConditionalRule[], phase: string | undefined): Iterable<Finding> {
  const ending = rules.filter((rule) => endsEvaluation(rule, phase));
  const coverOf = findCover(ending.map(({ condition }) => condition));
  /** By the rules that hide others, in the order of the first rule that each hides. */
  const hidden = new Map<string, Hidden>();
  let before = 0;
  for (const rule of rules) {
    const cover = coverOf(rule.condition, before);
    if (ending[before] === rule) before += 1;
    if (cover === undefined) continue;
    const key = cover.join();
    const known = hidden.get(key);
    if (known) known.others.push(rule);
    else hidden.set(key, { by: cover.flatMap((place) => ending[place] ?? []), first: rule, others: [] });
  }
  for (const one of hidden.values()) yield hazard("never-reached", one.first.path, unreachedMessage(one));
}

/** Rules that together hide others. */
interface Hidden {
  readonly by: readonly JudgedRule[];
  readonly first: JudgedRule;
  readonly others: JudgedRule[];
}

function unreachedMessage({ by, others }: Hidden): string {
  const also = others.length > 0 ? `; the same holds for ${joinPaths(others.map(({ path }) => path))}` : "";
  const [rule, second] = by;
  if (rule !== undefined && second === undefined) {
    return (
      `is never reached, since ${rule.path} ${effectOf(rule.action ?? "").verb} every request that it matches${also}: ` +
      "move it before that rule, narrow that rule, or remove it"
    );
  }
  const named = by.map(({ path, action }) => `${path} (${effectOf(action ?? "").verb})`);
  return (
    `is never reached, since ${joinAnd(named)} together end the evaluation for every request that ` +
    `it matches${also}: move it before these rules, narrow one of them, or remove it`
  );
}

function endsEvaluation(rule: JudgedRule, phase: string | undefined): boolean {
  if (!actsOnMatch(rule) || phase === undefined) return false;
  // A list of redirects may have none for the request.
  if (rule.action === "redirect") return rule.parameters["from_value"] !== undefined;
  return effectOf(rule.action ?? "").kind === "ends" || skipsTheRest(rule);
}

function hasCondition(rule: JudgedRule): rule is ConditionalRule {
  return rule.condition !== undefined && rule.action !== undefined;
}

/** Returns what rules with the same action and condition can differ in. Undefined if a rule has nothing of that. */
function contentOf({ rule }: JudgedRule): object | undefined {
  const { action_parameters: parameters, ratelimit, exposed_credential_check: check } = rule;
  if (parameters == null && ratelimit == null && check == null) return undefined;
  return [{ parameters }, { ratelimit }, { check }].map(withoutNulls);
}

/** Finds skip rules behind everything that they could skip. A skip affects only the rules behind it. */
export function* lateSkipHazards(rules: readonly JudgedRule[], context: Place & Reader): Iterable<Finding> {
  const executed = executionsOf(rules);
  for (const [index, rule] of rules.entries()) {
    if (rule.action !== "skip") continue;
    const message = namesOnlyRulesets(rule)
      ? skipOfRulesets(rule, index, executed)
      : index === rules.length - 1
        ? skipOfRest(rule, rules.slice(0, index), context)
        : undefined;
    if (message !== undefined) yield hazard("skip-too-late", rule.path, message);
  }
}

/** Where rules of a list execute rulesets, by the index of the rule. */
interface Executions {
  /** By the id of the ruleset: the first and the last rule that executes it. */
  readonly byId: ReadonlyMap<
    unknown,
    { readonly first: JudgedRule; readonly from: number; readonly to: number }
  >;
  /** The last rule of which it is not known what it executes. */
  readonly unclear: number;
}

function executionsOf(rules: readonly JudgedRule[]): Executions {
  const byId = new Map<unknown, { first: JudgedRule; from: number; to: number }>();
  let unclear = -1;
  for (const [index, rule] of rules.entries()) {
    const { action, parameters } = rule;
    const { id } = parameters;
    if (action === undefined || (action === "execute" && !isId(id))) unclear = index;
    if (id === undefined) continue;
    const known = byId.get(id) ?? { first: rule, from: index, to: -1 };
    byId.set(id, action === "execute" ? { ...known, to: index } : known);
  }
  return { byId, unclear };
}

/** Returns why a skip of the rest of the ruleset, at its end, is too late. */
function skipOfRest(
  rule: JudgedRule,
  earlier: readonly JudgedRule[],
  { othersFollow = false, nameOf }: Place & Reader,
): string | undefined {
  const others = Object.keys(rule.parameters).filter((name) => name !== "ruleset" && name !== "phase");
  if (!skipsTheRest(rule) || others.length > 0 || othersFollow) return undefined;
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
  index: number,
  { byId, unclear }: Executions,
): string | undefined {
  const { rulesets, rules } = parameters;
  const ids: unknown[] = [
    ...(Array.isArray(rulesets) ? (rulesets as unknown[]) : []),
    ...(isMembers(rules) ? Object.keys(rules) : []),
  ];
  const executions = ids.map((id) => byId.get(id));
  const isLate = executions.every((one) => one !== undefined && one.from < index && one.to < index);
  const [first] = executions.flatMap((one) => one ?? []).sort((a, b) => a.from - b.from);
  if (first === undefined || !isLate || unclear > index) return undefined;
  return `skips nothing, since ${first.first.path} has executed the ruleset before: a skip affects only later rules; move it before that rule`;
}

/** Whether a skip names only rulesets or rules in them. */
function namesOnlyRulesets({ parameters }: JudgedRule): boolean {
  const names = Object.keys(parameters);
  return names.length > 0 && names.every((name) => name === "rulesets" || name === "rules");
}

function acts(rule: JudgedRule): boolean {
  return rule.action === "block" || rule.action === "execute" || isChallenge(rule.action);
}

/** Whether the conditions of both rules are known, and some request may match both. */
function overlap(a: JudgedRule, b: JudgedRule): boolean {
  return a.condition !== undefined && b.condition !== undefined && !areApart(a, b);
}
