import type { Position, Rule, Ruleset, RuleWrite } from "../api";
import { findConflicts, type Conflict } from "./entrypoint-conflicts";
import { partRules, type EntrypointInput, type Parts } from "./entrypoint-parts";
import { sameRule } from "./essential-rule";
import { refOf, rulesOf } from "./ownership";
import { placeRules, type Placement } from "./placement";
import { ruleToWire } from "./rule-wire";
import type { Step } from "./step";

/** The API gives this name to the entry points that it makes itself. */
const ENTRYPOINT_NAME = "default";

export interface EntrypointPlan {
  /** To be carried out one after the other; empty where there is nothing to do, or a conflict. */
  readonly steps: Step[];
  readonly conflicts: Conflict[];
  /** The rules that are somebody else's, in their order. */
  readonly foreign: { id: string; ref: string; description: string; action: string; expression: string }[];
}

/**
 * The fewest requests that bring our rules into the entry point, in our order and where `placement` says, without touching
 * rules of others. Nothing to change is no step, one change is one step. New and changed rules come before removals, so that
 * there is no moment without protection.
 */
export function planEntrypoint(input: EntrypointInput): EntrypointPlan {
  const wanted = input.rules.map(ruleToWire);
  if (!input.live) return { steps: [createStep(input, wanted)], conflicts: [], foreign: [] };
  const parts = partRules(input.live, input);
  const foreign = [...parts.kept, ...parts.intruding].map(describe);
  const conflicts = findConflicts(input, wanted, parts);
  if (conflicts.length > 0) return { steps: [], conflicts, foreign };
  const steps = ruleSteps(wanted, input.live, parts, input.placement);
  return { steps: fewest(steps, wanted, input.live, parts, input), conflicts, foreign };
}

function createStep({ phase, kind, description }: EntrypointInput, rules: RuleWrite[]): Step {
  const body = {
    name: ENTRYPOINT_NAME,
    kind,
    phase,
    ...(description !== undefined && { description }),
    rules,
  };
  return { kind: "create", body };
}

function ruleSteps(
  wanted: readonly RuleWrite[],
  live: Ruleset,
  { present, dropped, intruding }: Parts,
  placement: Placement | undefined,
): Step[] {
  const gone = new Set([...dropped, ...intruding].map(refOf));
  const order = rulesOf(live)
    .map(refOf)
    .filter((ref) => !gone.has(ref));
  const positions = placeRules(
    wanted.map(({ ref = "" }) => ref),
    order,
    placement,
  );
  const changes = wanted.flatMap((rule) =>
    changeStep(rule, present.get(rule.ref ?? ""), positions.get(rule.ref ?? "")),
  );
  return [...changes, ...[...dropped, ...intruding].map(removeStep)];
}

function changeStep(rule: RuleWrite, live: Rule | undefined, position: Position | undefined): Step[] {
  const ref = rule.ref ?? "";
  const placed = position ? { ...rule, position } : rule;
  if (!live) return [{ kind: "add", rule: placed }];
  if (!sameRule(live, rule)) return [{ kind: "patch", ruleId: live.id, ref, rule: placed }];
  return position ? [{ kind: "move", ruleId: live.id, ref, position }] : [];
}

function removeStep(rule: Rule): Step {
  return { kind: "remove", ruleId: rule.id, ref: refOf(rule) };
}

// A PUT replaces every rule there is, so it is for an entry point in which nobody else has one; only it sets a description.
function fewest(
  steps: Step[],
  wanted: readonly RuleWrite[],
  live: Ruleset,
  { kept, present }: Parts,
  { ownership, description }: EntrypointInput,
): Step[] {
  const renamed = description !== undefined && description !== (live.description ?? "");
  const most = renamed ? 0 : 1;
  if (ownership === "shared" || kept.length > 0 || steps.length <= most) return steps;
  const rules = wanted.map((rule) => {
    const id = present.get(rule.ref ?? "")?.id;
    return id === undefined ? rule : { id, ...rule };
  });
  return [{ kind: "replace", body: { description: description ?? live.description ?? "", rules } }];
}

function describe({ id, ref, description, action, expression }: Rule): EntrypointPlan["foreign"][number] {
  return {
    id,
    ref: ref ?? id,
    description: description ?? "",
    action: action ?? "",
    expression: expression ?? "",
  };
}
