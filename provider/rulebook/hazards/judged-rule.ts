import { isMembers, isUnknown, pathTo } from "../../api";
import type { Members } from "../../api/arguments";
import {
  alwaysTrue,
  areDisjoint,
  type Expression,
  implies,
  type Language,
  MAX_EXPRESSION_LENGTH,
  neverTrue,
} from "../../filter";
import { parseCondition } from "../judge-expression";

/** A rule in wire names with the path that names it. */
export interface NamedRule {
  readonly path: string;
  readonly rule: unknown;
  /** What is known of the language in this rule. Default: what is known at its place. */
  readonly language?: Language | undefined;
}

/** A rule that is not disabled. What is unknown about it is undefined, and nothing is claimed about that. */
export interface JudgedRule {
  readonly path: string;
  readonly action: string | undefined;
  readonly parameters: Members;
  /** The parsed expression. Also undefined if it is invalid, which is reported elsewhere. */
  readonly condition: Expression | undefined;
  readonly rule: Members;
}

/** Returns the rules that are not disabled, in their order. */
export function judgedRules(rules: readonly NamedRule[], known?: Language): JudgedRule[] {
  return rules.flatMap(({ path, rule, language = known }) => {
    if (!isMembers(rule))
      return [{ path, action: undefined, parameters: {}, condition: undefined, rule: {} }];
    const { enabled = true, action, action_parameters: parameters, expression } = rule;
    if (enabled === false) return [];
    const isOn = enabled === true;
    return [
      {
        path,
        action: isOn && typeof action === "string" && !isUnknown(action) ? action : undefined,
        parameters: isMembers(parameters) ? parameters : {},
        condition: isOn ? conditionOf(expression, language) : undefined,
        rule,
      },
    ];
  });
}

/** Parses an expression, if it is known, valid and not too long for the API. */
export function conditionOf(expression: unknown, language?: Language): Expression | undefined {
  if (typeof expression !== "string" || isUnknown(expression)) return undefined;
  if (expression.length > MAX_EXPRESSION_LENGTH) return undefined;
  const result = parseCondition(expression, { language });
  return result.valid ? result.ast : undefined;
}

/** Whether a rule acts on every request that its expression matches: no rate limit or check of credentials decides further. */
export function actsOnMatch({ rule }: JudgedRule): boolean {
  return rule["ratelimit"] === undefined && rule["exposed_credential_check"] === undefined;
}

/** Whether a matching request skips the rules behind this one in the same ruleset. */
export function skipsTheRest({ action, parameters }: JudgedRule): boolean {
  return action === "skip" && (parameters["ruleset"] === "current" || parameters["phase"] === "current");
}

/** Whether no request matches both rules. False if that is not clear, or if a condition is unknown. */
export function areApart({ condition: a }: JudgedRule, { condition: b }: JudgedRule): boolean {
  return a !== undefined && b !== undefined && areDisjoint(a, b);
}

export function expressionPath(path: string): string {
  return pathTo(path, "expression");
}

/** Whether every request of a target surely matches a skip rule. A target that selects nothing has another hazard. */
export function coversAll(skip: Expression, target: Expression | undefined): boolean {
  return alwaysTrue(skip) || (target !== undefined && !neverTrue(target) && implies(target, skip));
}
