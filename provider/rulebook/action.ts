import { listOr } from "../api/suggestion";
import { isUnknown } from "../api/unknown";
import type { Members } from "../api";
import { constraints, type RuleContext, type Violation } from "./constraint";
import {
  acceptance,
  ACTIONS_NEEDING_PARAMETERS,
  actionsOf,
  isPhase,
  isVendorAction,
  phasesWith,
} from "./phases";

export const ACTION = constraints({
  "action-phase": {
    says: "The action of a rule is one that the phase has.",
    source:
      "developers docs, ruleset-engine/reference/phases-list and the page of each product; for the text an API answer",
    confidence: "documented",
  },
  "action-phase-doubtful": {
    says: "`skip` and `log` in `http_response_firewall_managed`, and `execute` in `http_request_sbfm`, are actions that most sources do not list there.",
    source: "lists of actions that disagree",
    confidence: "inferred",
  },
  "action-parameters-required": {
    says: "Every action except `block`, `log` and the challenges requires `action_parameters`.",
    source: "an API answer, quoted in public",
    confidence: "observed",
    code: 20113,
  },
});

/** Checks the action of a rule against its phase. */
export function checkAction(
  { action, action_parameters: parameters }: Members,
  context: RuleContext,
): Violation[] {
  if (typeof action !== "string" || isUnknown(action)) return [];
  const { phase, kind } = context;
  if (isPhase(phase) && kind !== "managed") {
    const accepted = acceptance(action, phase);
    if (accepted === "refused") return [refused(action, context)];
    if (accepted === "doubtful" && phasesWith(action).length > 0) {
      const message = `${JSON.stringify(action)} is not among the documented actions of the phase ${phase}, ${listOr(actionsOf(phase))}; the API may refuse it`;
      return [{ constraint: ACTION["action-phase-doubtful"], path: ["action"], message }];
    }
  }
  if (parameters !== undefined || ![...ACTIONS_NEEDING_PARAMETERS].some((one) => one === action)) return [];
  return [
    {
      constraint: ACTION["action-parameters-required"],
      path: ["action_parameters"],
      message: `is missing; the action ${JSON.stringify(action)} needs it`,
      refusal: `action parameters are required for the ${action} action`,
    },
  ];
}

function refused(action: string, { phase, kind }: RuleContext): Violation {
  const phases = phasesWith(action);
  const belongs = phases.length > 1 ? `the phases ${phases.join(", ")}` : `phase ${phases.join("")}`;
  const where = isVendorAction(action)
    ? "only rules of managed rulesets have it"
    : `it belongs to ${belongs}`;
  const own = isPhase(phase) ? listOr(actionsOf(phase)) : "";
  return {
    constraint: ACTION["action-phase"],
    path: ["action"],
    message: `${JSON.stringify(action)} cannot be used in phase ${phase}, which accepts ${own}; ${where}`,
    refusal: `'${action}' is not a valid value for Action because it is not possible to use the ${action} action in a ruleset with phase ${phase} and kind ${kind}`,
  };
}
