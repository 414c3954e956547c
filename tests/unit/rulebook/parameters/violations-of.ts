import type { Members, ZonePlan } from "../../../../provider/api";
import { isRefused } from "../../../../provider/rulebook";
import { PARAMETER_CHECKS } from "../../../../provider/rulebook/parameters";

/** Returns the violations of the parameters of a zone's rule as lines: the consequence, the id, the path below `action_parameters`, the message. */
export function violationsOf(
  action: string,
  phase: string,
  action_parameters: Members,
  expression = "true",
  plan?: ZonePlan,
): string[] {
  const context = { phase, kind: "zone" as const, nameOf: (name: string) => name, ...(plan && { plan }) };
  const found = PARAMETER_CHECKS[action]?.(action_parameters, context, { expression }) ?? [];
  return [...found].map(
    ({ constraint, path, message }) =>
      `${isRefused(constraint) ? "refused" : "warning"} ${constraint.id} ${path.join("/")}: ${message}`,
  );
}
