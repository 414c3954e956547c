import type { Ruleset } from "../../api/wire";
import { takesRoom } from "../../rulebook";
import { ownerOfRule, rulesOf } from "../rules/ownership";
import type { Step } from "./step";
import { classifyRules, type EntrypointInput } from "./classify-rules";

/** The number of rules that an entry point has after an update, by owner. */
export interface RuleCount {
  /** The rules that the resource declares. */
  readonly own: number;
  /** Rules of other stacks, and rules without a mark, that stay. */
  readonly foreign: number;
  /** Rules of other resources of the stack. The same run may move or remove them. */
  readonly siblings: number;
}

/** The number of rules that a limit counts, after all additions of a plan, and after its removals too. */
export interface Expected {
  readonly added: number;
  readonly kept: number;
}

export function expectRules(live: Ruleset, steps: readonly Step[]): Expected {
  const { phase } = live;
  const added =
    rulesOf(live).filter((rule) => takesRoom(phase, rule)).length +
    steps.filter((step) => step.kind === "add" && takesRoom(phase, step.rule)).length;
  return { added, kept: added - steps.filter(({ kind }) => kind === "remove").length };
}

/**
 * Returns the steps in an order for which a limit has room: if the new rules only fit once others are removed, the removals come
 * first. Returns undefined if the result does not fit.
 */
export function orderForRoom(
  steps: readonly Step[],
  { added, kept }: Expected,
  max: number,
): readonly Step[] | undefined {
  if (added <= max) return steps;
  if (kept > max) return undefined;
  const isRemoval = ({ kind }: Step) => kind === "remove";
  const removals = steps.filter(isRemoval);
  return [...removals, ...steps.filter((step) => !isRemoval(step))];
}

export function countRules(input: EntrypointInput): RuleCount {
  const counts = (rule: { readonly enabled?: boolean | undefined }) => takesRoom(input.phase, rule);
  const own = input.rules.filter(counts).length;
  if (!input.live) return { own, foreign: 0, siblings: 0 };
  const kept = classifyRules(input.live, input).kept.filter(counts);
  const siblings = kept.filter((rule) => ["held", "sibling"].includes(ownerOfRule(rule, input))).length;
  return { own, foreign: kept.length - siblings, siblings };
}

export interface RuleLimit {
  readonly max: number;
  /** For messages: `the free plan of example.com`. */
  readonly plan: string;
}

/** Returns why an entry point has no room for its rules; undefined if it has. */
export function roomText({ own, foreign, siblings }: RuleCount, limit: RuleLimit): string | undefined {
  const total = own + foreign + siblings;
  if (total <= limit.max) return undefined;
  const others = [
    ...(foreign > 0 ? [`${foreign} of other owners`] : []),
    ...(siblings > 0 ? [`${siblings} of other resources of this stack`] : []),
  ];
  const shares = others.length > 0 ? ` (${[`${own} of this resource`, ...others].join(", ")})` : "";
  return noRoom(total, limit, shares);
}

/** Says that a plan allows fewer rules, and what to do. */
export function noRoom(total: number, { max, plan }: RuleLimit, shares = ""): string {
  return (
    `the entry point would have ${total} rules${shares}, and ${plan} allows ${max} in this phase: join expressions with \`or\`, ` +
    "remove rules, or upgrade the plan"
  );
}
