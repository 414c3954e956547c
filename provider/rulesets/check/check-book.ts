import { isMembers, pathTo } from "../../api/plain";
import type { Problem } from "../../api/problem";
import { isUnknown } from "../../api/unknown";
import {
  checkRule,
  checkRulesetPlace,
  checkTogether,
  isRefused,
  type RuleContext,
  type Violation,
} from "../../rulebook";
import { camelName, hasDataKeys } from "../rules/naming";
import { wireOf } from "../rules/rule-wire";

/** The ruleset that a rule belongs to. */
export interface BookAt extends Pick<RuleContext, "kind" | "level" | "plan" | "secret"> {
  readonly phase: unknown;
}

/**
 * Checks a rule against the rule book. `known` are the problems found so far: nothing is reported about a value
 * that has one, contains one, or is part of one. Constraints that the API is not known to enforce are not reported: see `warnOfRule`.
 */
export function checkBook(rule: unknown, path: string, at: BookAt, known: readonly Problem[]): Problem[] {
  return violationsOf(rule, at)
    .filter(({ constraint }) => isRefused(constraint))
    .map(({ path: steps, message }) => ({ path: programPath(steps, path, rule), message }))
    .filter(({ path: found }) => !isReported(found, known));
}

/** Checks the rules of one ruleset together. */
export function checkBookTogether(rules: unknown, { phase, ...at }: BookAt): Problem[] {
  if (!Array.isArray(rules) || typeof phase !== "string" || isUnknown(phase)) return [];
  const wire = rules.map(wireOf);
  return checkTogether(wire, { ...at, phase, nameOf: camelName })
    .filter(({ constraint }) => isRefused(constraint))
    .map(({ path: [index, ...steps], message }) => ({
      path: programPath(steps, `rules[${String(index)}]`, rules[Number(index)]),
      message,
    }));
}

/** Checks whether a zone or an account can have a ruleset of this phase and kind. */
export function checkPhasePlace({ phase, ...at }: BookAt): Problem[] {
  if (typeof phase !== "string") return [];
  return checkRulesetPlace({ ...at, phase })
    .filter(({ constraint }) => isRefused(constraint))
    .map(({ message }) => ({ path: "phase", message }));
}

/** Returns the warnings about a rule: constraints that are only inferred, and parts of the rule that have no effect. */
export function warnOfRule(rule: unknown, path: string, at: BookAt): Problem[] {
  return violationsOf(rule, at)
    .filter(({ constraint }) => !isRefused(constraint))
    .map(({ path: steps, message }) => ({ path: programPath(steps, path, rule), message }));
}

function violationsOf(rule: unknown, { phase, ...at }: BookAt): Violation[] {
  if (!isMembers(rule) || typeof phase !== "string" || isUnknown(phase)) return [];
  return checkRule(wireOf(rule), { ...at, phase, nameOf: camelName });
}

/** Whether a value, one inside it or one around it has a problem already. */
export function isReported(path: string, known: readonly Problem[]): boolean {
  return known.some((one) => isWithin(path, one.path) || isWithin(one.path, path));
}

function isWithin(path: string, parent: string): boolean {
  return path.startsWith(parent) && [undefined, ".", "["].includes(path[parent.length]);
}

function actionOf(rule: unknown): string | undefined {
  return isMembers(rule) && typeof rule["action"] === "string" ? rule["action"] : undefined;
}

function programPath(steps: readonly (string | number)[], path: string, rule: unknown): string {
  return pathInRule(steps, path, actionOf(rule), camelName);
}

/** Returns the path of a member of a rule. `nameOf` returns how the author of the rule writes a wire name. */
export function pathInRule(
  steps: readonly (string | number)[],
  path: string,
  action: string | undefined,
  nameOf: (wireName: string) => string,
): string {
  const below: string[] = [];
  return steps.reduce<string>((parent, step, index) => {
    if (typeof step === "number") return pathTo(parent, step);
    const isData = index > 1 && hasDataKeys(action, below.join("."));
    if (index > 0) below.push(step);
    return pathTo(parent, isData ? step : nameOf(step));
  }, path);
}
