import type { EntrypointReplace, Position, RuleAdd, Ruleset, RulesetCreate } from "../../api/wire";
import { parseRef } from "../../marks";
import { refOf, rulesOf } from "../rules/ownership";
import { counted } from "../../words";

/**
 * A write request of a plan. Positions name rules by **ref**, because an earlier step of the plan may create the rule:
 * `resolveStep` replaces the refs by ids from the latest response.
 */
export type Step =
  | { kind: "create"; body: RulesetCreate }
  | { kind: "replace"; body: EntrypointReplace }
  | { kind: "add"; rule: RuleAdd }
  | { kind: "patch"; ruleId: string; ref: string; rule: RuleAdd }
  | { kind: "move"; ruleId: string; ref: string; position: Position }
  | { kind: "remove"; ruleId: string; ref: string };

export type RemoveStep = Extract<Step, { kind: "remove" }>;

/** A request that removes a rule, or a whole ruleset. */
export type RemovalStep = RemoveStep | { kind: "remove-ruleset"; rulesetId: string };

/** Thrown if the rule that a step's position names no longer exists. The entry point must be planned again. */
export class StaleStepError extends Error {
  override readonly name = "StaleStepError";
}

/**
 * Returns the step with the refs in its position replaced by ids of `live`.
 *
 * @throws StaleStepError if `live` has no rule with that ref
 */
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
    throw new StaleStepError(`The entry point no longer has the rule with ref ${JSON.stringify(ref)}.`);
  return where === "before" ? { before: id } : { after: id };
}

/** Describes a completed request for the log: `inserted rule "old-php" after "scanners"`. */
export function describeStep(step: Step | RemovalStep): string {
  switch (step.kind) {
    case "create":
      return `created a ruleset with ${countedRules(step.body.rules)}`;
    case "replace":
      return `replaced the whole list with ${countedRules(step.body.rules)}`;
    case "add":
      return `inserted ${named(step.rule.ref)} ${placed(step.rule.position ?? { after: "" }, step.rule.ref)}`;
    case "patch":
      return `changed ${named(step.ref)}${step.rule.position ? `, now ${placed(step.rule.position, step.rule.ref)}` : ""}`;
    case "move":
      return `moved ${named(step.ref)} ${placed(step.position, step.ref)}`;
    case "remove":
      return `removed ${named(step.ref)}`;
    case "remove-ruleset":
      return "removed the ruleset with its rules";
  }
}

function countedRules(rules: readonly unknown[] = []): string {
  return counted(rules.length, "rule");
}

function named(ref = ""): string {
  return `rule ${JSON.stringify(parseRef(ref).ref)}`;
}

function placed(position: Position, ref = ""): string {
  if ("index" in position) return `as number ${position.index}`;
  if ("before" in position)
    return position.before === "" ? "at the beginning" : `before ${neighbour(position.before, ref)}`;
  return position.after === "" ? "at the end" : `after ${neighbour(position.after, ref)}`;
}

/** Names the rule beside another one. Rules of two owners may have one ref, as those of a replacement and of its predecessor. */
function neighbour(wireRef: string, beside: string): string {
  const [found, own] = [parseRef(wireRef), parseRef(beside)];
  const name = JSON.stringify(found.ref);
  if (found.ref !== own.ref) return name;
  if (!found.mark) return `the rule ${name} without an owner's mark`;
  if (found.mark.stack !== own.mark?.stack) return `the rule ${name} of ${found.mark.owner}`;
  return found.mark.resource === own.mark.resource
    ? `the earlier rule ${name}`
    : `the rule ${name} of another resource`;
}
