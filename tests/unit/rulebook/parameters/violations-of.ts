import { checkRule, isRefused } from "../../../../provider/rulebook";

/** Returns the violations of a rule of a zone as lines: the consequence, the id, the path below `action_parameters`, the message. */
export function violationsOf(
  action: string,
  phase: string,
  action_parameters: unknown,
  expression = "true",
): string[] {
  return checkRule(
    { action, action_parameters, expression },
    { phase, kind: "zone", nameOf: (name) => name },
  ).map(
    ({ constraint, path, message }) =>
      `${isRefused(constraint) ? "refused" : "warning"} ${constraint.id} ${path.slice(1).join("/")}: ${message}`,
  );
}
