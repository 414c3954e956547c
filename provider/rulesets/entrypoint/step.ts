import type { EntrypointReplace, Position, RuleAdd, Ruleset, RulesetCreate } from "../../api";
import { parseRef } from "../../marks";
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

export type RemovalStep =
  { kind: "remove"; ruleId: string; ref: string } | { kind: "remove-ruleset"; rulesetId: string };

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

/** What a request did, in words: `inserted rule "old-php" after "scanners"`. */
export function describeStep(step: Step | RemovalStep): string {
  switch (step.kind) {
    case "create":
      return `made a ruleset of ${counted(step.body.rules)}`;
    case "replace":
      return `replaced the whole list by ${counted(step.body.rules)}`;
    case "add":
      return `inserted ${named(step.rule.ref)} ${placed(step.rule.position ?? { after: "" })}`;
    case "patch":
      return `changed ${named(step.ref)}${step.rule.position ? `, now ${placed(step.rule.position)}` : ""}`;
    case "move":
      return `moved ${named(step.ref)} ${placed(step.position)}`;
    case "remove":
      return `removed ${named(step.ref)}`;
    case "remove-ruleset":
      return "removed the ruleset with its rules";
  }
}

function counted(rules: readonly unknown[] = []): string {
  return rules.length === 1 ? "1 rule" : `${rules.length} rules`;
}

function named(ref = ""): string {
  return `rule ${JSON.stringify(parseRef(ref).ref)}`;
}

function placed(position: Position): string {
  if ("index" in position) return `as number ${position.index}`;
  if ("before" in position)
    return position.before === ""
      ? "at the beginning"
      : `before ${JSON.stringify(parseRef(position.before).ref)}`;
  return position.after === "" ? "at the end" : `after ${JSON.stringify(parseRef(position.after).ref)}`;
}
