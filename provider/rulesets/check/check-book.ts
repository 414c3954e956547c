import { isMembers, isUnknown, pathTo, type Problem } from "../../api/plain";
import { checkRule, type RuleContext, type Violation } from "../../rulebook";
import { camelName, hasDataKeys, namesToWire } from "../rules/naming";

interface BookAt {
  readonly phase: unknown;
  readonly kind: RuleContext["kind"];
}

/**
 * Checks a rule against the rule book. `known` are the problems found so far: a value with a problem of its own, or around it, is
 * not reported twice. Inferred constraints only warn, so they are no problems.
 */
export function checkBook(rule: unknown, path: string, at: BookAt, known: readonly Problem[]): Problem[] {
  return brokenConstraints(rule, path, at, ({ confidence }) => confidence !== "inferred").filter(
    (found) => !known.some((one) => found.path.startsWith(one.path) || one.path.startsWith(found.path)),
  );
}

/** Returns the constraints of the rule book that a rule breaks and that only warn, since the API may accept the rule. */
export function bookWarnings(rule: unknown, path: string, at: BookAt): Problem[] {
  return brokenConstraints(rule, path, at, ({ confidence }) => confidence === "inferred");
}

function brokenConstraints(
  rule: unknown,
  path: string,
  { phase, kind }: BookAt,
  isWanted: (constraint: Violation["constraint"]) => boolean,
): Problem[] {
  if (!isMembers(rule) || typeof phase !== "string" || isUnknown(phase)) return [];
  const action = typeof rule["action"] === "string" ? rule["action"] : undefined;
  const parameters = namesToWire(rule["actionParameters"], action);
  const members = Object.fromEntries(Object.entries(rule).filter(([name]) => name !== "actionParameters"));
  // An object converts to an object.
  const wire = { ...(namesToWire(members) as Record<string, unknown>), action_parameters: parameters };
  return checkRule(wire, { phase, kind, nameOf: camelName })
    .filter(({ constraint }) => isWanted(constraint))
    .map(({ path: steps, message }) => ({ path: programPath(steps, path, action), message }));
}

function programPath(steps: readonly (string | number)[], path: string, action: string | undefined): string {
  const below: string[] = [];
  return steps.reduce<string>((parent, step, index) => {
    if (typeof step === "number") return pathTo(parent, step);
    const isData = index > 1 && hasDataKeys(action, below.join("."));
    if (index > 0) below.push(step);
    return pathTo(parent, isData ? step : camelName(step));
  }, path);
}
