import { Action, ActionParameters, ErrorCode, type Notice, type RuleWrite } from "../../provider/api";
import {
  checkRule as checkBook,
  checkTogether as checkTogetherByBook,
  isRefused,
  maxRules,
  takesRoom,
  type RuleContext,
  type Violation,
} from "../../provider/rulebook";
import { checkShape, invalidValue, pointerOf } from "../decode";
import type { StoredRule } from "../store/rulesets";
import { checkExecute } from "./check-execute";
import { checkExpressions } from "./check-expression";
import type { RuleSite } from "./rule-site";

/** Reports the problems of one rule. `at` is its JSON pointer in the body, such as `/rules/0`, or empty if the rule is the body. */
export function checkRule(rule: RuleWrite, at: string, site: RuleSite): Notice[] {
  const problems = [
    ...checkAction(rule, at),
    ...checkExpressions(rule, at, site),
    ...checkExecuted(rule, at, site),
  ];
  const broken = checkBook(rule, contextOf(site))
    .filter(({ constraint }) => isRefused(constraint))
    .map((violation) => noticeOf(violation, at));
  // The book knows the codes and texts of the API. It says nothing about shapes, which the rest of the notices does.
  const inBook = new Set(broken.map(({ source }) => source?.pointer));
  return [...problems.filter(({ source }) => !inBook.has(source?.pointer)), ...broken];
}

function contextOf({ phase, kind, level, limitedBy }: RuleSite): RuleContext {
  return { phase, kind, level, ...(limitedBy && { plan: limitedBy }), nameOf: (name) => name };
}

/** Words a violation as the rulesets service does, if its text is public. */
export function noticeOf({ constraint: { code }, path, message, refusal }: Violation, at: string): Notice {
  return {
    ...(code !== undefined && { code }),
    message: refusal ?? `${String(path.at(-1) ?? "rule")} ${message}`,
    source: { pointer: at + pointerOf(path) },
  };
}

/** Reports the problems of all rules of a ruleset together, after an edit. */
export function checkTogether(rules: readonly StoredRule[], site: RuleSite): Notice[] {
  return [
    ...repeated(rules, "id", (rule) => rule.id, "it names a rule that another item names already"),
    ...repeated(rules, "ref", (rule) => rule.ref, "it is the ref of another rule of the ruleset"),
    ...checkTogetherByBook(rules, contextOf(site)).map((violation) => noticeOf(violation, "/rules")),
    ...checkCount(rules, site),
  ];
}

/** Reports ids in a new list of rules that name no rule of the ruleset. */
export function checkRuleIds(writes: readonly RuleWrite[], current: readonly StoredRule[]): Notice[] {
  const known = new Set(current.map(({ id }) => id));
  return writes.flatMap(({ id }, index) =>
    id === undefined || known.has(id)
      ? []
      : [invalidValue(id, "id", "the ruleset has no rule with this id", `/rules/${index}/id`)],
  );
}

function checkAction(rule: RuleWrite, at: string): Notice[] {
  const action = Action.safeParse(rule.action);
  if (!action.success) {
    const message = `unknown variant for action: ${rule.action}`;
    return [{ message, source: { pointer: `${at}/action` } }];
  }
  const { action_parameters: parameters } = rule;
  return parameters ? checkShape(ActionParameters[action.data], parameters, `${at}/action_parameters`) : [];
}

/** Reports what an `execute` rule of the right shape cannot execute. */
function checkExecuted(
  { action, action_parameters: parameters }: RuleWrite,
  at: string,
  site: RuleSite,
): Notice[] {
  const parsed = ActionParameters.execute.safeParse(parameters);
  return action === "execute" && parsed.success ? checkExecute(parsed.data, at, site) : [];
}

function repeated(
  rules: readonly StoredRule[],
  field: string,
  keyOf: (rule: StoredRule) => string | undefined,
  reason: string,
): Notice[] {
  const seen = new Set<string>();
  return rules.flatMap((rule, index) => {
    const key = keyOf(rule);
    if (key === undefined || !seen.has(key)) {
      if (key !== undefined) seen.add(key);
      return [];
    }
    return [invalidValue(key, field, reason, `/rules/${index}`)];
  });
}

function checkCount(rules: readonly StoredRule[], site: RuleSite): Notice[] {
  const { limitedBy, kind, phase } = site;
  const limit = limitedBy && maxRules(phase, kind, limitedBy);
  const count = rules.filter((rule) => takesRoom(phase, rule)).length;
  if (limit === undefined || count <= limit) return [];
  const message = `exceeded the maximum number of rules in the phase ${site.phase}: ${count} out of ${limit}`;
  return [{ code: ErrorCode.tooManyRules, message, source: { pointer: "/rules" } }];
}
