import type { Position, Rule, Ruleset, RuleWrite } from "../api";
import { findConflicts, type Conflict } from "./entrypoint-conflicts";
import { partRules, type EntrypointInput, type Parts } from "./entrypoint-parts";
import { sameRule } from "./essential-rule";
import { refOf, rulesOf } from "./ownership";
import { arrange, placementProblems, placeRules } from "./placement";
import { ruleFromWire, ruleToWire } from "./rule-wire";
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
  const { live, placement, ownership } = input;
  const wanted = input.rules.map(ruleToWire);
  if (!live) {
    const conflicts = placementProblems(placement, new Set(wanted.map(refOfWrite)), []);
    return { steps: conflicts.length > 0 ? [] : [createStep(input, wanted)], conflicts, foreign: [] };
  }
  const parts = partRules(live, input);
  const others = new Set([...parts.kept, ...parts.intruding]);
  const foreign = rulesOf(live)
    .filter((rule) => others.has(rule))
    .map(describe);
  const conflicts = findConflicts(input, wanted, parts);
  if (conflicts.length > 0) return { steps: [], conflicts, foreign };
  const order = orderAfterRemovals(live, parts);
  const positions = placeRules(wanted.map(refOfWrite), order, placement);
  const steps = ruleSteps(wanted, positions, parts);
  const whole = ownership === "exclusive" && wholeIsFewer(steps, live, parts, input.description);
  return {
    steps: whole ? [replaceStep(wanted, arrange(order, positions), live, input)] : steps,
    conflicts,
    foreign,
  };
}

function createStep(input: EntrypointInput, rules: RuleWrite[]): Step {
  const { name = ENTRYPOINT_NAME, phase, kind, description } = input;
  const body = {
    name,
    kind,
    phase,
    ...(description !== undefined && { description }),
    rules,
  };
  return { kind: "create", body };
}

function orderAfterRemovals(live: Ruleset, { dropped, intruding }: Parts): string[] {
  const gone = new Set([...dropped, ...intruding]);
  return rulesOf(live)
    .filter((rule) => !gone.has(rule))
    .map(refOf);
}

function ruleSteps(
  wanted: readonly RuleWrite[],
  positions: ReadonlyMap<string, Position>,
  { present, dropped, intruding }: Parts,
): Step[] {
  const changes = wanted.flatMap((rule) => {
    const ref = refOfWrite(rule);
    return changeStep(rule, present.get(ref), positions.get(ref));
  });
  return [...changes, ...[...dropped, ...intruding].map(removeStep)];
}

function changeStep(rule: RuleWrite, live: Rule | undefined, position: Position | undefined): Step[] {
  const ref = refOfWrite(rule);
  const placed = position ? { ...rule, position } : rule;
  if (!live) return [{ kind: "add", rule: placed }];
  if (!sameRule(live, rule)) return [{ kind: "patch", ruleId: live.id, ref, rule: placed }];
  return position ? [{ kind: "move", ruleId: live.id, ref, position }] : [];
}

function removeStep(rule: Rule): Step {
  return { kind: "remove", ruleId: rule.id, ref: refOf(rule) };
}

// A PUT replaces every rule there is, so beside rules of others it is kept for what nothing else can do: a new description.
function wholeIsFewer(
  steps: readonly Step[],
  live: Ruleset,
  { kept }: Parts,
  description: string | undefined,
): boolean {
  const described = description === undefined || description === (live.description ?? "");
  return !described || (steps.length > 1 && kept.length === 0);
}

function replaceStep(
  wanted: readonly RuleWrite[],
  order: readonly string[],
  live: Ruleset,
  { description }: EntrypointInput,
): Step {
  const writes = new Map(wanted.map((rule) => [refOfWrite(rule), rule]));
  const present = new Map(rulesOf(live).map((rule) => [refOf(rule), rule]));
  const rules = order.flatMap((ref) => {
    const rule = present.get(ref);
    const write = writes.get(ref) ?? (rule && ruleToWire(ruleFromWire(rule)));
    return write ? [{ ...(rule && { id: rule.id }), ...write }] : [];
  });
  return { kind: "replace", body: { description: description ?? live.description ?? "", rules } };
}

// What ruleToWire makes always has one.
function refOfWrite({ ref = "" }: RuleWrite): string {
  return ref;
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
