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
 * Checks a rule against the rule book. `known` are the problems found so far: a value with a problem of its own, or around it, is
 * not reported twice. Constraints that the API is not known to enforce are no problems: see `warnOfRule`.
 */
export function checkBook(rule: unknown, path: string, at: BookAt, known: readonly Problem[]): Problem[] {
  return violationsOf(rule, at)
    .filter(({ constraint }) => isRefused(constraint))
    .map(({ path: steps, message }) => ({ path: programPath(steps, path, rule), message }))
    .filter(
      (found) => !known.some((one) => isWithin(found.path, one.path) || isWithin(one.path, found.path)),
    );
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

/** Returns the doubts about a rule: constraints that are only inferred, and parts of the rule that have no effect. */
export function warnOfRule(rule: unknown, path: string, at: BookAt): Problem[] {
  return violationsOf(rule, at)
    .filter(({ constraint }) => !isRefused(constraint))
    .map(({ path: steps, message }) => ({ path: programPath(steps, path, rule), message }));
}

function violationsOf(rule: unknown, { phase, ...at }: BookAt): Violation[] {
  if (!isMembers(rule) || typeof phase !== "string" || isUnknown(phase)) return [];
  return checkRule(wireOf(rule), { ...at, phase, nameOf: camelName });
}

function isWithin(path: string, parent: string): boolean {
  return path.startsWith(parent) && [undefined, ".", "["].includes(path[parent.length]);
}

function actionOf(rule: unknown): string | undefined {
  return isMembers(rule) && typeof rule["action"] === "string" ? rule["action"] : undefined;
}

function programPath(steps: readonly (string | number)[], path: string, rule: unknown): string {
  const action = actionOf(rule);
  const below: string[] = [];
  return steps.reduce<string>((parent, step, index) => {
    if (typeof step === "number") return pathTo(parent, step);
    const isData = index > 1 && hasDataKeys(action, below.join("."));
    if (index > 0) below.push(step);
    return pathTo(parent, isData ? step : camelName(step));
  }, path);
}
