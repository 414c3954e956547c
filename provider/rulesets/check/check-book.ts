import { isMembers, isUnknown, pathTo, type Problem } from "../../api";
import { checkRule, type RuleContext } from "../../rulebook";
import { camelName, hasDataKeys, namesToWire } from "../rules/naming";

/**
 * Checks a rule against the rule book. `known` are the problems found so far: a value with a problem of its own, or around it, is
 * not reported twice. Inferred constraints only warn, so they are no problems.
 */
export function checkBook(
  rule: unknown,
  path: string,
  at: { readonly phase: unknown; readonly kind: RuleContext["kind"] },
  known: readonly Problem[],
): Problem[] {
  if (!isMembers(rule) || typeof at.phase !== "string" || isUnknown(at.phase)) return [];
  const action = typeof rule["action"] === "string" ? rule["action"] : undefined;
  const parameters = namesToWire(rule["actionParameters"], action);
  const members = Object.fromEntries(Object.entries(rule).filter(([name]) => name !== "actionParameters"));
  // An object converts to an object.
  const wire = { ...(namesToWire(members) as Record<string, unknown>), action_parameters: parameters };
  return checkRule(wire, { phase: at.phase, kind: at.kind, nameOf: camelName })
    .filter(({ constraint }) => constraint.confidence !== "inferred")
    .map(({ path: steps, message }) => ({ path: programPath(steps, path, action), message }))
    .filter(
      (found) => !known.some((one) => found.path.startsWith(one.path) || one.path.startsWith(found.path)),
    );
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
