import { isUnknown } from "../api/unknown";
import type { Members } from "../api";
import { constraints, type RuleContext, type Violation, violation } from "./constraint";
import {
  acceptance,
  ACTIONS_NEEDING_PARAMETERS,
  actionsOf,
  isPhase,
  isVendorAction,
  phasesWith,
} from "./phases";
import { joinQuotedOr } from "../words";

export const ACTION = constraints({
  "action-phase": {
    says: "The action of a rule is one that the phase has.",
    source:
      "developers docs, ruleset-engine/reference/phases-list and the page of each product; for the text an API answer",
    confidence: "documented",
  },
  "action-phase-doubtful": {
    says: "`skip` in `http_response_firewall_managed`, and `execute` in `http_request_sbfm`, are actions that most sources do not list there. That `log` is one in the former is shown by the acceptance tests of the vendor's Terraform provider.",
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

export const LOGGING = constraints({
  "logging-action": {
    says: "Only rules with the action `skip` have `logging`.",
    source: "the vendor's Terraform provider, pull request 2851",
    confidence: "observed",
    code: 20018,
  },
});

export const DESCRIPTION = constraints({
  "description-length": {
    says: "The description of a rule has at most 4,096 bytes in UTF-8. Logs show the first 128 characters.",
    source: "the vendor's changelog of 2026-09-30",
    confidence: "documented",
  },
});

const MAX_DESCRIPTION_BYTES = 4096;

/** Checks the action of a rule against its phase. */
export function* checkAction(rule: Members, context: RuleContext): Iterable<Violation> {
  const { action, action_parameters: parameters } = rule;
  if (typeof action !== "string" || isUnknown(action)) return;
  const { phase, kind } = context;
  const accepted = isPhase(phase) && kind !== "managed" ? acceptance(action, phase) : "accepted";
  if (accepted === "refused") yield refused(action, context);
  else if (accepted === "doubtful" && isPhase(phase) && phasesWith(action).length > 0) {
    const message = `${JSON.stringify(action)} is not among the documented actions of the phase ${phase}, ${joinQuotedOr(actionsOf(phase))}; the API may refuse it`;
    yield violation(ACTION["action-phase-doubtful"], ["action"], message);
  } else if (parameters === undefined && [...ACTIONS_NEEDING_PARAMETERS].some((one) => one === action)) {
    const message = `is missing; the action ${JSON.stringify(action)} needs it`;
    const refusal = `action parameters are required for the ${action} action`;
    yield violation(ACTION["action-parameters-required"], ["action_parameters"], message, refusal);
  }
}

/** Checks that only `skip` rules have `logging`. */
export function* checkLogging({ action, logging }: Members, { nameOf }: RuleContext): Iterable<Violation> {
  if (logging == null || isUnknown(logging) || typeof action !== "string" || isUnknown(action)) return;
  if (action === "skip") return;
  const message = `cannot be set for the ${nameOf("action")} ${JSON.stringify(action)}: only skip rules have it; remove it`;
  const refusal = "logging options only allowed in the skip action";
  yield violation(LOGGING["logging-action"], ["logging"], message, refusal);
}

/** Checks the length of a description. */
export function* checkDescription({ description }: Members): Iterable<Violation> {
  if (typeof description !== "string" || isUnknown(description)) return;
  const bytes = Buffer.byteLength(description);
  if (bytes <= MAX_DESCRIPTION_BYTES) return;
  const message = `must have at most ${MAX_DESCRIPTION_BYTES} bytes in UTF-8, found ${bytes}; write a shorter one`;
  yield violation(DESCRIPTION["description-length"], ["description"], message);
}

function refused(action: string, { phase, kind }: RuleContext): Violation {
  const phases = phasesWith(action);
  const belongs = phases.length > 1 ? `the phases ${phases.join(", ")}` : `phase ${phases.join("")}`;
  const where = isVendorAction(action)
    ? "only rules of managed rulesets have it"
    : `it belongs to ${belongs}`;
  const own = isPhase(phase) ? joinQuotedOr(actionsOf(phase)) : "";
  return violation(
    ACTION["action-phase"],
    ["action"],
    `${JSON.stringify(action)} cannot be used in phase ${phase}, which accepts ${own}; ${where}`,
    `'${action}' is not a valid value for Action because it is not possible to use the ${action} action in a ruleset with phase ${phase} and kind ${kind}`,
  );
}
