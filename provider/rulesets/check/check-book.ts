import { isMembers, pathTo } from "../../api/plain";
import type { Problem } from "../../api/problem";
import { isUnknown } from "../../api/unknown";
import { checkRule, isRefused, type RuleContext, type Violation } from "../../rulebook";
import { camelName, hasDataKeys, namesToWire } from "../rules/naming";

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

/** Returns the doubts about a rule: constraints that are only inferred, and parts of the rule that have no effect. */
export function warnOfRule(rule: unknown, path: string, at: BookAt): Problem[] {
  return violationsOf(rule, at)
    .filter(({ constraint }) => !isRefused(constraint))
    .map(({ path: steps, message }) => ({ path: programPath(steps, path, rule), message }));
}

function violationsOf(rule: unknown, { phase, ...at }: BookAt): Violation[] {
  if (!isMembers(rule) || typeof phase !== "string" || isUnknown(phase)) return [];
  const parameters = namesToWire(rule["actionParameters"], actionOf(rule));
  const members = Object.fromEntries(Object.entries(rule).filter(([name]) => name !== "actionParameters"));
  // An object converts to an object.
  const wire = { ...(namesToWire(members) as Record<string, unknown>), action_parameters: parameters };
  return checkRule(wire, { ...at, phase, nameOf: camelName });
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
