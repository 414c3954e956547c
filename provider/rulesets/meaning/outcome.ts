import { effectOf } from "../../rulebook/effects";
import type { JudgedRule } from "../../rulebook/hazards/judged-rule";
import type { KnownRulesets, Logic, PhaseEffects } from "./run-phase";
import { runPhase } from "./run-phase";

/** What a phase does with one request. */
export interface Outcome {
  /** The rule that ends the phase. Undefined if the request passes all rules. */
  readonly rule: JudgedRule | undefined;
  /** What the visitor gets: the action with its parameters, or `pass`. Equal results of different rules have equal text. */
  readonly result: string;
  /** What else happens, sorted: `skips phase http_ratelimit`, `executes …`, `sets …`. */
  readonly others: readonly string[];
}

/** How a request is treated now, compared with before. */
export type Direction = "opens" | "challenges less" | "blocks more" | "other" | "equal";

/** The directions in the order of a report: what weakens protection first. */
export const DIRECTIONS: readonly Direction[] = ["opens", "challenges less", "blocks more", "other"];

/** A group of decisions: what a visitor gets, without the parameters. */
export type Treatment = "block" | "challenge" | "answer" | "pass";

/** Returns what a phase does with a request whose matching rules are known. */
export function outcomeFor(
  rules: readonly JudgedRule[],
  rulesets: KnownRulesets,
  request: { readonly matches: (rule: JudgedRule) => boolean; readonly solved: boolean },
): Outcome {
  return outcomeOf(runPhase(rules, rulesets, logicOf(request)));
}

function outcomeOf({ decisions, others }: PhaseEffects<boolean>): Outcome {
  const decision = decisions.find(({ when }) => when);
  const happens = [...others].flatMap(([text, when]) =>
    when && (!decision || outlives(text)) ? [text] : [],
  );
  return { rule: decision?.rule, result: decision?.result ?? "pass", others: happens.sort() };
}

/** Whether an effect is visible although a later rule ended the phase. */
export function outlives(effect: string): boolean {
  return effect === "logs";
}

function logicOf({
  matches,
  solved,
}: {
  readonly matches: (rule: JudgedRule) => boolean;
  readonly solved: boolean;
}): Logic<boolean> {
  return {
    yes: true,
    no: false,
    solved,
    not: (value) => !value,
    and: (values) => values.every(Boolean),
    or: (values) => values.some(Boolean),
    matches,
  };
}

/** Returns what a visitor gets by a decision of a rule. */
export function treatmentBy(rule: JudgedRule | undefined): Treatment | undefined {
  if (rule === undefined) return "pass";
  const { kind } = effectOf(rule.action ?? "");
  if (kind === "challenges") return "challenge";
  if (kind !== "ends") return undefined;
  return rule.action === "block" ? "block" : "answer";
}

/** Whether an effect takes protection away, or gives it. Undefined for other effects. */
export function protectionOf(effect: string): "less" | "more" | undefined {
  if (effect.startsWith("skips ")) return "less";
  if (/^executes \w+$/.test(effect)) return "more";
  return undefined;
}

/** Compares two outcomes of one request. */
export function directionOf(before: Outcome, now: Outcome): Direction {
  const [from, to] = [treatmentBy(before.rule), treatmentBy(now.rule)];
  if (from === "block" && to !== "block") return "opens";
  if (to === "block" && from !== "block") return "blocks more";
  if (from === "challenge" && to !== "challenge") return "challenges less";
  if (to === "challenge" && from !== "challenge") return "blocks more";
  const gone = before.others.filter((effect) => !now.others.includes(effect));
  const added = now.others.filter((effect) => !before.others.includes(effect));
  const changed = [
    ...added.map((effect) => [effect, "less"] as const),
    ...gone.map((effect) => [effect, "more"] as const),
  ];
  if (changed.some(([effect, weaker]) => protectionOf(effect) === weaker)) return "opens";
  if (changed.some(([effect]) => protectionOf(effect) !== undefined)) return "blocks more";
  return before.result === now.result && changed.length === 0 ? "equal" : "other";
}
