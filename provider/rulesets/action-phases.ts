import { ACTIONS, ACTION_PHASES, listOr, type Action, type Phase } from "../api";

/** The actions that rules of a phase may have. */
export function actionsOf(phase: Phase): Action[] {
  return ACTIONS.filter((action) => ACTION_PHASES[action]?.includes(phase) ?? true);
}

/** Why a rule of this phase cannot have this action, if so. */
export function phaseProblem(action: Action, phase: Phase): string | undefined {
  const phases = ACTION_PHASES[action];
  if (!phases || phases.includes(phase)) return undefined;
  return (
    `"${action}" cannot be used in phase ${phase}, whose rules may ${listOr(actionsOf(phase))}; ` +
    `it belongs to ${phases.length > 1 ? "the phases" : "phase"} ${phases.join(", ")}`
  );
}
