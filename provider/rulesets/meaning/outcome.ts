import { effectOf } from "../../rulebook/effects";
import { type JudgedRule, skipsTheRest } from "../../rulebook/hazards/judged-rule";
import { limitOf } from "./compare-limits";
import { type Clearance, clearanceFor } from "./clearance";
import { type Logic, type PhaseEffects, type PhaseRules, skipsThePhase } from "./run-phase";

/** What a phase does with one request. */
export interface Outcome {
  /** The rule that ends the phase. Undefined if the request passes all rules. */
  readonly rule: JudgedRule | undefined;
  /** The skip rule behind which the request sees no rule of the phase, if `outcomeOfPhase` has looked for it. */
  readonly skippedBy?: JudgedRule | undefined;
  /** The rules that stop requests above a limit and have counted this one, if `outcomeOfPhase` has looked for them. */
  readonly limitedBy?: readonly JudgedRule[];
  /** What the visitor gets: the action with its parameters, or `pass`. Equal results of different rules have equal text. */
  readonly result: string;
  /** What else happens, sorted: `skips phase http_ratelimit`, `executes …`, `sets …`. */
  readonly others: readonly string[];
  /** What the same request gets from a visitor who has solved the challenge that stops it. Undefined if none does, or if nobody has asked. */
  readonly ifSolved?: Outcome | undefined;
}

/**
 * What visitors of several clearances get, in the order of their clearances. No challenge stops the last one. A visitor who does not solve
 * a challenge gets the first outcome. So do preflights of browsers, which never carry a clearance.
 */
export type Outcomes = readonly [Outcome, ...Outcome[]];

/** How a request is treated now, compared with before. */
export type Direction = "opens" | "challenges less" | "blocks more" | "other";

/** The directions in the order of a report: what weakens protection comes first. */
export const DIRECTIONS: readonly Direction[] = ["opens", "challenges less", "blocks more", "other"];

/** What a visitor gets, without parameters. */
export type Treatment = "block" | "challenge" | "answer" | "pass" | "unclear";

/** A truth value of one request: undefined if it is not known. */
export type Known = boolean | undefined;

/** The logic of one request. `matches` says whether the condition of a rule holds, if that is known. */
export function logicOfRequest(matches: (rule: JudgedRule) => Known, clearance: Clearance): Logic<Known> {
  const all = (values: readonly Known[], holds: boolean): Known =>
    values.includes(!holds) ? !holds : values.includes(undefined) ? undefined : holds;
  return {
    yes: true,
    no: false,
    clears: (needed) => clearance >= needed,
    not: (value) => (value === undefined ? undefined : !value),
    and: (values) => all(values, true),
    or: (values) => all(values, false),
    matches,
  };
}

/** Returns the outcome of one request. Undefined if it depends on something that is not known. */
export function outcomeOf({ decisions, others }: PhaseEffects<Known>): Outcome | undefined {
  if (decisions.some(({ when }) => when === undefined)) return undefined;
  const decision = decisions.find(({ when }) => when);
  if (decision && decision.rule.action === undefined) return undefined;
  const visible = [...others].filter(([text]) => decision === undefined || outlives(text));
  if (visible.some(([, when]) => when === undefined)) return undefined;
  const happens = visible.flatMap(([text, when]) => (when === true ? [text] : []));
  return { rule: decision?.rule, result: decision?.result ?? "pass", others: happens.sort() };
}

/** Returns the outcome of one request in a phase, with the skip rule that has ended the phase. */
export function outcomeOfPhase({ rules }: PhaseRules, effects: PhaseEffects<Known>): Outcome | undefined {
  const outcome = outcomeOf(effects);
  if (outcome === undefined) return undefined;
  const fired = [...effects.fires].flatMap(([rule, when]) => (when === true ? [rule] : []));
  const skippedBy = fired.find((rule) => skipsTheRest(rule) && skipsThePhase(rule, !rules.includes(rule)));
  return { ...outcome, skippedBy, limitedBy: fired.filter((rule) => limitOf(rule) !== undefined) };
}

/** Returns the outcomes of one request in a phase. `effects`: those for visitors of each clearance, the best one last. */
export function outcomesFor(
  phase: PhaseRules,
  effects: ReadonlyMap<Clearance, PhaseEffects<Known>>,
): Outcomes | undefined {
  const known = new Map<Clearance, Outcome>();
  for (const [clearance, ran] of [...effects].reverse()) {
    const outcome = outcomeOfPhase(phase, ran);
    if (outcome === undefined) return undefined;
    const { rule } = outcome;
    const ifSolved =
      treatmentBy(rule) === "challenge" ? known.get(clearanceFor(rule?.action ?? "")) : undefined;
    known.set(clearance, ifSolved === undefined ? outcome : { ...outcome, ifSolved });
  }
  const [first, ...rest] = [...known.values()].reverse();
  return first && [first, ...rest];
}

/** Whether an effect is visible although a later rule ended the phase. */
export function outlives(effect: string): boolean {
  return effect === "logs";
}

/** Returns what a visitor gets if a rule ends the phase, or no rule does. */
export function treatmentBy(rule: JudgedRule | undefined): Treatment {
  if (rule === undefined) return "pass";
  const { kind } = effectOf(rule.action ?? "");
  if (kind === "challenges") return "challenge";
  if (kind !== "ends") return "unclear";
  return rule.action === "block" ? "block" : "answer";
}

/** Whether an effect takes protection away, or gives it. Undefined for other effects. */
export function protectionOf(effect: string): "less" | "more" | undefined {
  if (effect.startsWith("skips ")) return "less";
  if (/^executes \w+$/.test(effect) || effect.startsWith(PROTECTION)) return "more";
  return undefined;
}

/** Begins the effects of what stops some of the requests, such as a rate limit, in the version that compares it with the other one. */
export const PROTECTION = "protects ";
const BY_CHALLENGE = `${PROTECTION}by a challenge: `;

/** Returns the effect of what stops some of the requests. `side`: the version whose protection is compared. */
export function protectionEffect(
  side: "before" | "now",
  { key, onlyChallenges }: { readonly key: string; readonly onlyChallenges: boolean },
): string {
  return `${onlyChallenges ? BY_CHALLENGE : PROTECTION}${side} ${key}`;
}

/** Whether an effect stops requests only by a challenge. */
export function isOfChallenge(effect: string): boolean {
  return effect.startsWith(BY_CHALLENGE);
}

/**
 * Compares what one request gets in two versions from visitors of the same clearances. Empty if they are equal for each visitor and the
 * origin. What opens is decided by the visitor whom no challenge stops: a challenge in front of a block lets nobody through.
 */
export function directionsOf(before: Outcomes, now: Outcomes): Direction[] {
  const [from, to] = [bestOf(before), bestOf(now)];
  const wasBlocked = treatmentBy(from.rule) === "block";
  const isBlocked = treatmentBy(to.rule) === "block";
  const changed = changedEffects(from, to);
  const changing = (protection: "less" | "more"): string[] =>
    changed.filter((effect) => {
      const is = protectionOf(effect);
      return is !== undefined && (is === protection) === to.others.includes(effect);
    });
  const weaker = changing("less");
  const isSame = wasBlocked === isBlocked;
  const isWeaker = isSame && weaker.some((effect) => !isOfChallenge(effect));
  const isOpen = !wasBlocked && !isBlocked;
  const opens = (wasBlocked && !isBlocked) || isWeaker;
  const decided = {
    opens,
    "challenges less": isOpen && !opens && (isChallengedMore(before, now) || weaker.some(isOfChallenge)),
    "blocks more":
      (!wasBlocked && isBlocked) ||
      (isOpen && isChallengedMore(now, before)) ||
      (isSame && !isWeaker && changing("more").length > 0),
  };
  const found = DIRECTIONS.filter((one) => one !== "other" && decided[one]);
  if (found.length > 0) return found;
  return before.some((outcome, place) => !isEqualOutcome(outcome, now[place])) ? ["other"] : [];
}

/** Returns the outcome of the visitor whom no challenge stops. */
export function bestOf(outcomes: Outcomes): Outcome {
  return outcomes.at(-1) ?? outcomes[0];
}

/** Whether a challenge stops a visitor in the first version only. */
function isChallengedMore(first: Outcomes, second: Outcomes): boolean {
  return first.some(
    ({ rule }, place) =>
      treatmentBy(rule) === "challenge" && treatmentBy(second[place]?.rule) !== "challenge",
  );
}

/** Returns what one visitor gets who solves each challenge, one after the other. */
export function stagesOf(outcome: Outcome): [Outcome, ...Outcome[]] {
  return [outcome, ...(outcome.ifSolved === undefined ? [] : stagesOf(outcome.ifSolved))];
}

function isEqualOutcome(before: Outcome, now: Outcome | undefined): boolean {
  return now !== undefined && before.result === now.result && changedEffects(before, now).length === 0;
}

/** Returns the effects that only one of two outcomes has. */
export function changedEffects(before: Outcome, now: Outcome): string[] {
  return [
    ...before.others.filter((effect) => !now.others.includes(effect)),
    ...now.others.filter((effect) => !before.others.includes(effect)),
  ];
}
