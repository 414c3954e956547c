import { UNKNOWN } from "../../api";
import { type Expression, printRequest, printSecretRequest } from "../../filter";
import type { Change, Difference, DirectionAnswer } from "./difference";
import { changedEffects, type Direction, type Outcome, stagesOf } from "./outcome";
import type { Challenge } from "./run-phase";

/** How examples and outcomes are shown. */
export interface ShownConditions {
  /** Whether a part of the rules is secret, so that only names of fields are shown. */
  readonly hides: boolean;
  /** The conditions that examples are about. */
  readonly conditions: readonly Expression[];
}

/** A change in words. */
export interface DescribedChange {
  readonly direction: Direction;
  /** What such a request got: `block by admin`, `passes`, `challenge by admin (if solved: passes)`. */
  readonly before: string;
  /** What it gets after the change. */
  readonly now: string;
  /** A request that is treated so. Of a secret condition, only its fields. */
  readonly example: string;
  /** The challenge that its visitor has solved before. Null if the change shows without. */
  readonly solved: Challenge | null;
  /** The rule that decides now, or that decided before if none does now. */
  readonly rule: string | null;
}

/** What is not decided about a direction, after "whether". */
export const UNDECIDED_TEXTS: Readonly<Record<Direction, string>> = {
  opens: "more requests are let through",
  "challenges less": "fewer requests are challenged",
  "blocks more": "more requests are stopped",
  other: "requests are treated otherwise",
};

/** Whether it is proved that no request changes. */
export function changesNoRequest({ changes, answers }: Difference): boolean {
  return changes.length === 0 && answers.every(({ rest }) => rest.kind === "no");
}

export function describeChange(
  { direction, before, now, witness, solved }: Change,
  { hides, conditions }: ShownConditions,
): DescribedChange {
  const [last, lastNow] = [stagesOf(before), stagesOf(now)].map((stages) => stages.at(-1));
  const changed = [...changedEffects(before, now), ...(last && lastNow ? changedEffects(last, lastNow) : [])];
  return {
    direction,
    before: outcomeText(before, changed, hides),
    now: outcomeText(now, changed, hides),
    example: hides ? printSecretRequest(conditions) : printRequest(witness, conditions),
    solved: solved ?? null,
    rule: decidingRule(now) ?? decidingRule(before) ?? null,
  };
}

function decidingRule({ rule, skippedBy }: Outcome): string | undefined {
  return (rule ?? skippedBy)?.path;
}

/** Says what a visitor gets who does, and does not, solve challenges, and which of the changed effects happen: without values if they may be secret. */
function outcomeText(
  { rule, skippedBy, others, ifSolved }: Outcome,
  changed: readonly string[],
  hides: boolean,
): string {
  const passes = skippedBy === undefined ? "passes" : `passes, later rules are skipped (${skippedBy.path})`;
  const result = rule === undefined ? passes : `${rule.action ?? "an unknown action"} by ${rule.path}`;
  const effects = others
    .filter((effect) => changed.includes(effect) && !/ by execute |^skips rules that follow$/.test(effect))
    .map((effect) =>
      hides ? effect.replace(/(?<=^sets \S+) to .*|(?<=^counts or checks): .*/s, "") : effect,
    );
  const text = [result, ...effects].join(", ").replaceAll(UNKNOWN, "(unknown)");
  return ifSolved === undefined ? text : `${text} (if solved: ${outcomeText(ifSolved, changed, hides)})`;
}

/** Returns why a direction is undecided. */
export function undecidedReason({
  because,
}: Extract<DirectionAnswer["rest"], { kind: "undecided" }>): string {
  return because === "budget"
    ? "the question needs more steps than its budget"
    : "a condition is not known, or contains what cannot be analysed";
}
