import type { EntrypointReplace, Position, RuleAdd, Ruleset, RulesetCreate } from "../../api";
import { refOf, rulesOf } from "../rules/ownership";

/**
 * One request. Positions name rules by **ref**, since an earlier step of the plan may yet make the rule: `resolveStep` puts the
 * ids in, from the newest answer.
 */
export type Step =
  | { kind: "create"; body: RulesetCreate }
  | { kind: "replace"; body: EntrypointReplace }
  | { kind: "add"; rule: RuleAdd }
  | { kind: "patch"; ruleId: string; ref: string; rule: RuleAdd }
  | { kind: "move"; ruleId: string; ref: string; position: Position }
  | { kind: "remove"; ruleId: string; ref: string };

/** The rule that a step's position names is no longer there: the plan has to be made again. */
export class StaleStepError extends Error {
  override readonly name = "StaleStepError";
}

/** A step with ids of `live` in the place of refs. Throws StaleStepError. */
export function resolveStep(step: Step, live: Ruleset): Step {
  if (step.kind === "move") return { ...step, position: resolvePosition(step.position, live) };
  if ((step.kind !== "add" && step.kind !== "patch") || !step.rule.position) return step;
  return { ...step, rule: { ...step.rule, position: resolvePosition(step.rule.position, live) } };
}

function resolvePosition(position: Position, live: Ruleset): Position {
  if ("index" in position) return position;
  const [where, ref] =
    "before" in position ? (["before", position.before] as const) : (["after", position.after] as const);
  const id = ref === "" ? "" : rulesOf(live).find((rule) => refOf(rule) === ref)?.id;
  if (id === undefined)
    throw new StaleStepError(`The entry point no longer has the rule of ref ${JSON.stringify(ref)}.`);
  return where === "before" ? { before: id } : { after: id };
}
