import { entrypointName, parseRef } from "../../marks";
import { findConflicts, placementConflicts, type Conflict } from "./find-conflicts";
import {
  classifyRules,
  type ClassifiedRules,
  type EntrypointInput,
  type LiveEntrypoint,
  type Present,
} from "./classify-rules";
import { plainRef, refOf, rulesOf, wireRef, ownerOfRule, type OwnRules } from "../rules/ownership";
import { anchored, arrange, placeRules } from "./placement";
import { ruleFromWire, ruleToWire, sameRule } from "../rules/rule-wire";
import type { RemoveStep, Step, RemovalStep } from "./step";
import type { Position, Rule, Ruleset, RuleWrite } from "../../api/wire";

/** The name that the API gives to the entry points that it creates itself. */
const ENTRYPOINT_NAME = "default";

/** The requests that bring the declared rules into an entry point. */
export interface EntrypointPlan {
  /** The requests, in order. Empty if nothing has to change, or if there are conflicts. */
  readonly steps: Step[];
  /**
   * Removals to postpone: another resource of the program declares these rules now, and has not written them yet. They follow when
   * it has, so that traffic is protected at all times.
   */
  readonly later: RemoveStep[];
  readonly conflicts: Conflict[];
  /** The foreign rules, in order. */
  readonly foreign: readonly Rule[];
}

/**
 * Plans the fewest requests that bring the declared rules into the entry point, in their order and at `placement`, without changes
 * to foreign rules. Without a difference the plan has no step, and one change is one step. New and changed rules precede removals,
 * so that traffic is protected at all times.
 */
export function planEntrypoint(input: EntrypointInput): EntrypointPlan {
  const { live, ownership } = input;
  const wanted = wantedRules(input);
  if (!live) {
    const conflicts = placementConflicts(input, []);
    const steps = conflicts.length > 0 ? [] : [createStep(input, wanted)];
    return { steps, later: [], conflicts, foreign: [] };
  }
  const parts = classifyRules(live, input);
  const others = new Set([...parts.kept, ...parts.intruding]);
  const foreign = rulesOf(live).filter((rule) => others.has(rule));
  const conflicts = findConflicts(input, wanted, parts);
  if (conflicts.length > 0) return { steps: [], later: [], conflicts, foreign };

  const { declared, order, positions } = arrangeRules(live, wanted, parts, input);
  const onWire = wirePositions(declared, positions);
  const removals = [...parts.dropped, ...parts.intruding].map(removeStep);
  const later = removals.filter(({ ref }) => isAwaited(ref, input, parts));
  const postponed = new Set(later);
  const steps = [
    ...declared.flatMap((one) => changeStep(one, onWire.get(one))),
    ...removals.filter((step) => !postponed.has(step)),
  ];
  if (ownership === "shared" || !wholeIsFewer(steps, live, parts, input.description))
    return { steps, later, conflicts, foreign };
  const replace = replaceStep(declared, arrange(order, positions), live, input);
  return { steps: [replace], later: [], conflicts, foreign };
}

/** Returns the one request that brings a ruleset to the same rules as all steps of a plan without conflicts. */
export function planWhole(live: LiveEntrypoint, input: Omit<EntrypointInput, "live">): Step {
  const parts = classifyRules(live, { ...input, live });
  const { declared, order, positions } = arrangeRules(live, wantedRules(input), parts, input);
  return replaceStep(declared, arrange(order, positions), live, {});
}

/**
 * Returns the rules of an entry point after the plan, in order, for an input without conflicts. Removals that the plan postpones are not
 * carried out: those rules still act until another resource has written them.
 */
export function rulesAfter(input: EntrypointInput): readonly RuleWrite[] {
  const { live } = input;
  const wanted = wantedRules(input);
  if (!live) return wanted;
  const parts = classifyRules(live, input);
  const goes = (rule: Rule) => !isAwaited(refOf(rule), input, parts);
  const now = { ...parts, dropped: parts.dropped.filter(goes), intruding: parts.intruding.filter(goes) };
  const { declared, order, positions } = arrangeRules(live, wanted, now, input);
  return rulesInOrder(declared, arrange(order, positions), live);
}

function wantedRules(input: Omit<EntrypointInput, "live">): RuleWrite[] {
  return input.rules.map((rule) => ruleToWire({ ...rule, ref: wireRef(rule.ref, input) }));
}

/** Returns the declared rules, the live order without what goes, and the positions of those that must move. */
function arrangeRules(
  live: LiveEntrypoint,
  wanted: readonly RuleWrite[],
  parts: ClassifiedRules,
  { rules, placement }: Pick<EntrypointInput, "rules" | "placement">,
) {
  const declared = wanted.map((write, index) => declare(write, rules[index]?.ref ?? "", parts));
  const order = orderAfterRemovals(live, parts, declared);
  const keys = declared.map(({ write }) => keyOf(write));
  return { declared, order, positions: placeRules(keys, order, anchored(placement, parts.kept)) };
}

/** A declared rule with its live counterpart. */
interface Declared extends Partial<Present> {
  readonly write: RuleWrite;
  /** The rule of a sibling that this rule replaces. */
  readonly predecessor?: Rule | undefined;
}

function declare(write: RuleWrite, ref: string, { present, predecessors }: ClassifiedRules): Declared {
  return { write, ...present.get(ref), predecessor: predecessors.get(ref) };
}

/** Returns the key of a declared rule in planned orders: its new wire ref. The key of any other rule is its live ref. */
function keyOf({ ref = "" }: RuleWrite): string {
  return ref;
}

/** Returns the keys in live order after the removals. A rule with a predecessor is treated as already standing behind it. */
function orderAfterRemovals(
  live: LiveEntrypoint,
  { dropped, intruding }: ClassifiedRules,
  declared: readonly Declared[],
): string[] {
  const gone = new Set([...dropped, ...intruding]);
  const owned = new Map(declared.map((one) => [one.rule, one]));
  const successors = new Map(declared.map((one) => [one.predecessor, one]));
  return rulesOf(live)
    .filter((rule) => !gone.has(rule))
    .flatMap((rule) => {
      const own = owned.get(rule);
      const successor = successors.get(rule);
      return [own ? keyOf(own.write) : refOf(rule), ...(successor ? [keyOf(successor.write)] : [])];
    });
}

/**
 * Returns the positions with the refs that are live at the time of each request. Rules are written in order: the rule that `after`
 * names has its new ref by then, the rule that `before` names still has its old one.
 */
function wirePositions(
  declared: readonly Declared[],
  positions: ReadonlyMap<string, Position>,
): Map<Declared, Position> {
  const byKey = new Map(declared.map((one) => [keyOf(one.write), one]));
  const before = (key: string) => {
    const { rule, predecessor } = byKey.get(key) ?? {};
    const there = rule ?? predecessor;
    return there ? refOf(there) : key;
  };
  const after = (key: string) => {
    const one = byKey.get(key);
    return one?.rule && !isWritten(one) ? refOf(one.rule) : key;
  };
  return new Map(
    declared.flatMap((one): [Declared, Position][] => {
      const position = positions.get(keyOf(one.write));
      if (!position) return one.predecessor ? [[one, { after: refOf(one.predecessor) }]] : [];
      if ("index" in position) return [[one, position]];
      return [
        [one, "before" in position ? { before: before(position.before) } : { after: after(position.after) }],
      ];
    }),
  );
}

/** Whether the rule must be written: its content differs, or its live ref does not prove ownership. */
function isWritten({ write, rule, unproved }: Declared): boolean {
  return unproved === true || !rule || !sameRule(rule, { ...write, ref: refOf(rule) });
}

function changeStep(declared: Declared, position: Position | undefined): Step[] {
  const { write, rule } = declared;
  const placed = position ? { ...write, position } : write;
  if (!rule) return [{ kind: "add", rule: placed }];
  const ref = refOf(rule);
  if (isWritten(declared)) return [{ kind: "patch", ruleId: rule.id, ref, rule: placed }];
  return position ? [{ kind: "move", ruleId: rule.id, ref, position }] : [];
}

function createStep(input: EntrypointInput, rules: RuleWrite[]): Step {
  const { phase, kind, mark, description } = input;
  const name = input.name ?? (mark ? entrypointName(mark) : ENTRYPOINT_NAME);
  const body = {
    name,
    kind,
    phase,
    ...(description !== undefined && { description }),
    rules,
  };
  return { kind: "create", body };
}

function removeStep(rule: Rule): RemoveStep {
  return { kind: "remove", ruleId: rule.id, ref: refOf(rule) };
}

/** Whether another resource of the program declares the rule and has not written it yet. */
function isAwaited(
  wire: string,
  { elsewhere, mark: own }: EntrypointInput,
  { kept }: ClassifiedRules,
): boolean {
  const { ref, mark = own } = parseRef(wire);
  if (!elsewhere?.has(ref)) return false;
  return !kept.some((rule) => plainRef(rule) === ref && parseRef(refOf(rule)).mark?.stack === mark?.stack);
}

// A PUT replaces every rule. Beside foreign rules, it is used only to change the description, which no other request can.
function wholeIsFewer(
  steps: readonly Step[],
  live: LiveEntrypoint,
  { kept }: ClassifiedRules,
  description: string | undefined,
): boolean {
  const described = description === undefined || description === (live.description ?? "");
  return !described || (steps.length > 1 && kept.length === 0);
}

function replaceStep(
  declared: readonly Declared[],
  order: readonly string[],
  live: LiveEntrypoint,
  { description }: Pick<EntrypointInput, "description">,
): Step {
  const rules = rulesInOrder(declared, order, live);
  return { kind: "replace", body: { description: description ?? live.description ?? "", rules } };
}

/** Returns the rules in a planned order: own ones as they are declared, others as they are live. */
function rulesInOrder(declared: readonly Declared[], order: readonly string[], live: LiveEntrypoint) {
  const own = new Map(declared.map((one) => [keyOf(one.write), one]));
  const others = new Map(rulesOf(live).map((rule) => [refOf(rule), rule]));
  return order.flatMap((key) => {
    const { write, rule } = own.get(key) ?? {};
    if (write) return [{ ...(rule && { id: rule.id }), ...write }];
    const other = others.get(key);
    return other ? [{ id: other.id, ...ruleToWire(ruleFromWire(other)) }] : [];
  });
}

/** Plans the requests that remove a resource's own rules from the live ruleset, but for those that another resource manages now. */
export function planRemoval(
  input: OwnRules & Pick<EntrypointInput, "isKept"> & { live: Ruleset; goesWhenEmpty: boolean },
): RemovalStep[] {
  const { live, isKept, goesWhenEmpty } = input;
  const rules = rulesOf(live);
  const own = rules.filter((rule) => ownerOfRule(rule, input) === "ours" && !isKept?.(rule.id));
  const ids = new Map(own.map((rule) => [refOf(rule), rule.id]));
  return removalSteps({ rulesetId: live.id, ids, ruleCount: rules.length, goesWhenEmpty });
}

/**
 * Returns the requests that remove the rules in `ids`, a map from ref to id. If the ruleset contains no other rule and
 * `goesWhenEmpty` is set, one request removes the whole ruleset. `ruleCount` is the number of all its rules.
 */
export function removalSteps(input: {
  rulesetId: string;
  ids: ReadonlyMap<string, string>;
  ruleCount: number;
  goesWhenEmpty: boolean;
}): RemovalStep[] {
  const { rulesetId, ids, ruleCount, goesWhenEmpty } = input;
  if (goesWhenEmpty && ids.size === ruleCount) return [{ kind: "remove-ruleset", rulesetId }];
  return [...ids].map(([ref, ruleId]) => ({ kind: "remove", ruleId, ref }));
}
