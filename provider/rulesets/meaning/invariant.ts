import type { Phase } from "../../api/wire";
import type { Assumption, Budget, Expression, Node, Witness } from "../../filter";
import type { JudgedRule } from "../../rulebook/hazards/judged-rule";
import { type AccountEffect, accountEffects, type AccountPhase, accountText } from "./account-rules";
import { difference } from "./difference";
import { type Outcome, type Treatment, treatmentBy } from "./outcome";
import { PhaseEncoder } from "./phase-encoder";
import type { Challenge } from "./clearance";
import { readsWritten } from "./rewrites";
import type { Logic, PhaseRules } from "./run-phase";
import {
  type Doubt,
  isEarlier,
  REWRITES,
  runZone,
  ZONE_PHASES,
  type ZoneEffects,
  type ZonePhase,
} from "./run-zone";

/** What an invariant can require. A visitor who has solved a challenge is challenged, too. */
export const INVARIANT_OUTCOMES = [
  "blocked",
  "not blocked",
  "not challenged",
  "challenged or blocked",
  "same as before",
] as const;
export type InvariantOutcome = (typeof INVARIANT_OUTCOMES)[number];
type ClaimedOutcome = Exclude<InvariantOutcome, "same as before">;

/** What must hold for all requests of a kind. */
export interface Invariant {
  readonly name: string;
  /** The phase that it is about. Default: all phases that decide together whether a request is blocked. */
  readonly phase?: Phase | undefined;
  readonly requests: Expression;
  readonly outcome: InvariantOutcome;
}

/** The entry points of a zone, each phase at most once. */
export interface ZoneRules {
  readonly phases: readonly ZonePhase[];
  /** Whether these are all entry points of the zone: then a phase that is not among them has no rules. */
  readonly isWhole: boolean;
  /** The entry points of accounts that the zone may belong to. Default: none is known. */
  readonly accounts?: readonly AccountPhase[];
  /** Whether the requests that are asked about say the name of the zone, if a rule reads it. Default: no. */
  readonly isNamed?: boolean;
}

/** A zone before and after a change. */
export interface ZoneVersions {
  /** Undefined if nothing is known about it. */
  readonly before: ZoneRules | undefined;
  readonly now: ZoneRules;
}

/**
 * Whether an invariant holds. "proved": for every request, under the assumptions. "broken": the witness is a request that breaks it.
 * "undecided": neither was found, and `why` is a sentence without a full stop.
 */
export type InvariantAnswer =
  | {
      readonly kind: "proved";
      readonly assumptions: readonly string[];
      /** The rules that end all of these requests before anything is decided that the invariant is about. Default: there are requests left. */
      readonly endedBy?: readonly EndingRule[];
    }
  | ({ readonly kind: "broken" } & Counterexample)
  | { readonly kind: "undecided"; readonly why: string };

/** A redirect before the phases that block or, for "not challenged", a block. */
export interface EndingRule {
  readonly rule: JudgedRule;
  readonly phase: Phase;
}

export interface Counterexample {
  readonly witness: Witness;
  /** The challenge that the visitor has solved before. Undefined if the visitor has solved none, or none that matters. */
  readonly solved: Challenge | undefined;
  /** The rule that decides: one that ends the phase, else a skip rule. Undefined if the request passes all rules. */
  readonly rule: JudgedRule | undefined;
  /** The phase of the rule, or the phase that changed. */
  readonly phase: Phase | undefined;
  /** For "same as before": both outcomes. */
  readonly changed?: { readonly before: Outcome; readonly now: Outcome };
}

/** Decides whether an invariant holds in a zone. */
export function decideInvariant(invariant: Invariant, zone: ZoneVersions, budget?: Budget): InvariantAnswer {
  return invariant.outcome === "same as before"
    ? decideSame(invariant, zone, budget)
    : decideOutcome(invariant, invariant.outcome, zone.now, budget);
}

const BUDGET_SPENT = "the question needs more steps than its budget";
const NOT_ANALYSED = "a condition is not known, or contains what cannot be analysed";

function whyOf(because: "budget" | "opaque" | "unconfirmed"): string {
  return because === "budget" ? BUDGET_SPENT : NOT_ANALYSED;
}

/** When an invariant is broken, and when that depends on something that is not known. */
interface Claim<Truth> {
  readonly broken: Truth;
  readonly doubts: readonly Pick<Doubt<Truth>, "says" | "when">[];
}

function claimOf<Truth>(
  outcome: ClaimedOutcome,
  { decisions, doubts, answered }: ZoneEffects<Truth>,
  inFront: readonly AccountEffect<Truth>[],
  logic: Logic<Truth>,
): Claim<Truth> {
  const gets = (...treatments: readonly Treatment[]): Truth =>
    logic.or(decisions.flatMap(({ rule, when }) => (treatments.includes(treatmentBy(rule)) ? [when] : [])));
  const isNone = (...truths: readonly Truth[]): Truth => logic.not(logic.or(truths));
  const opaque = doubts.filter(({ kind }) => kind === "opaque");
  const breakable = (broken: Truth): Claim<Truth> => ({
    broken,
    // A block of the account matters only where no rule of the zone blocks.
    doubts: [
      ...opaque,
      ...inFront.map(({ kind, says, when }) => ({
        says,
        when: kind === "other" ? when : logic.and([broken, when]),
      })),
    ],
  });
  switch (outcome) {
    case "blocked":
      return breakable(isNone(gets("block"), answered));
    case "challenged or blocked":
      // Only visitors who have not solved a challenge show whether there is one.
      return breakable(isNone(gets("block", "challenge"), answered, logic.clears(1)));
    case "not blocked":
      return { broken: gets("block"), doubts: [...without(doubts, "may challenge"), ...inFront] };
    case "not challenged":
      return {
        broken: gets("challenge"),
        doubts: [...without(doubts, "may block"), ...without(inFront, "block")],
      };
  }
}

function without<One extends { readonly kind: string }>(all: readonly One[], kind: One["kind"]): One[] {
  return all.filter((one) => one.kind !== kind);
}

function decideOutcome(
  { phase, requests }: Invariant,
  outcome: ClaimedOutcome,
  zone: ZoneRules,
  budget: Budget | undefined,
): InvariantAnswer {
  const isAlone = phase !== undefined;
  // Of the phases together, only this one has rules that block by themselves.
  const needed = phase ?? "http_request_firewall_custom";
  const names = isAlone ? [phase] : ZONE_PHASES;
  const phases = zone.phases.filter((one) => names.includes(one.phase));
  const accounts = zone.accounts?.filter((one) => names.includes(one.phase)) ?? [];
  const entrypoint = phases.find((one) => one.phase === needed);
  if (entrypoint === undefined && !zone.isWhole)
    return { kind: "undecided", why: `no rules in ${needed} are known` };
  const encoder = new PhaseEncoder(budget);
  const { circuit } = encoder;
  const asked = encoder.node(requests);
  const run = <Truth>(logic: Logic<Truth>) => {
    const effects = runZone(phases, logic, { isAlone });
    const inFront = accounts.flatMap((one) =>
      accountEffects(one, effects.behind, { isZoneNamed: zone.isNamed === true }),
    );
    return { effects, claim: claimOf(outcome, effects, inFront, logic) };
  };
  const {
    effects,
    claim: { broken, doubts },
  } = run(encoder.logic());
  const doubted = circuit.or(doubts.map(({ when }) => when));
  const refuted = encoder.askOfVisitors([asked, broken, circuit.not(doubted)], (logic, matches) => {
    const { effects, claim } = run(logic);
    const isShown = claim.broken === true && claim.doubts.every(({ when }) => when === false);
    if (!isShown || matches(requests) !== true) return undefined;
    return { decides: [...effects.decisions, ...effects.skips].find(({ when }) => when === true) };
  });
  if (refuted.kind === "yes") {
    const { witness, shown } = refuted;
    const { rule, phase: at } = shown.of.decides ?? {};
    return { kind: "broken", witness, solved: shown.solved, rule, phase: at };
  }
  if (refuted.kind === "undecided") return { kind: "undecided", why: whyOf(refuted.because) };
  const certain = noDoubt(encoder, asked, doubts);
  if ("why" in certain) return { kind: "undecided", why: certain.why };
  const isKnown = zone.isWhole || (isAlone && entrypoint?.foreign === "none");
  if ((outcome === "not blocked" || outcome === "not challenged") && !isKnown) {
    const what = outcome === "not blocked" ? "block" : "challenge";
    return { kind: "undecided", why: `rules of other owners, which may ${what}, are not known` };
  }
  const documented = [...refuted.assumptions, ...certain.assumptions].map(({ says }) => says);
  const places = placeAssumptions(zone, phases, isAlone);
  const ending = effects.decisions.filter(
    ({ rule, phase: at }) =>
      (!isAlone && isEarlier(at)) || (outcome === "not challenged" && treatmentBy(rule) === "block"),
  );
  const ended = endedBy(encoder, asked, ending);
  if (ended === undefined) return proved([...documented, ...places]);
  const assumed = ended.assumptions.map(({ says }) => says);
  return { ...proved([...documented, ...assumed, ...places]), endedBy: ended.rules };
}

/** Returns the rules that end requests which are asked about. Undefined if they may leave some of these requests. */
function endedBy(
  encoder: PhaseEncoder,
  asked: Node,
  ending: readonly (EndingRule & { readonly when: Node })[],
): { readonly rules: readonly EndingRule[]; readonly assumptions: readonly Assumption[] } | undefined {
  if (ending.length === 0) return undefined;
  const { circuit } = encoder;
  const left = encoder.propose([asked, circuit.not(circuit.or(ending.map(({ when }) => when)))]);
  if (left.kind !== "no") return undefined;
  const rules = ending
    .filter(({ when }) => encoder.propose([asked, when]).kind !== "no")
    .map(({ rule, phase }) => ({ rule, phase }));
  return { rules, assumptions: left.assumptions };
}

/** Proves that no request that is asked about has a doubt, or says which one it has. */
function noDoubt(
  encoder: PhaseEncoder,
  asked: Node,
  doubts: Claim<Node>["doubts"],
): { readonly assumptions: readonly Assumption[] } | { readonly why: string } {
  const assumptions: Assumption[] = [];
  for (const { when, says } of doubts) {
    const answer = encoder.propose([asked, when]);
    if (answer.kind !== "no") return { why: says };
    assumptions.push(...answer.assumptions);
  }
  return { assumptions };
}

/** What must be true of rules that are not known. */
function placeAssumptions(zone: ZoneRules, phases: readonly ZonePhase[], isAlone: boolean): string[] {
  const hasForeign = phases.some(({ foreign }) => foreign === "anywhere");
  return [
    ...(hasForeign ? ["no rule of another owner in front of these lets such requests skip them"] : []),
    ...(isAlone || zone.isWhole
      ? []
      : ["no redirect or rewrite that is not known here changes such requests before"]),
  ];
}

function proved(assumptions: readonly string[]): Extract<InvariantAnswer, { kind: "proved" }> {
  return { kind: "proved", assumptions: [...new Set(assumptions)] };
}

/** Compares each phase by itself. A rewritten URL is another one in later phases. */
function decideSame(
  { phase, requests }: Invariant,
  { before, now }: ZoneVersions,
  budget: Budget | undefined,
): InvariantAnswer {
  if (before === undefined) return { kind: "undecided", why: "the version before is not known" };
  const names = [...new Set([...before.phases, ...now.phases].map((one) => one.phase))];
  const compared = phase === undefined ? names : names.filter((name) => name === phase);
  const assumptions: string[] = [];
  for (const name of compared) {
    const [from, to] = [before, now].map(({ phases }) => phases.find((one) => one.phase === name));
    const why = from?.unclear ?? to?.unclear;
    if (why !== undefined) return { kind: "undecided", why };
    const othersFollow = to?.othersFollow ?? from?.othersFollow ?? false;
    const nothing: PhaseRules = { rules: [], rulesets: new Map(), othersFollow };
    const {
      changes,
      answers,
      assumptions: found,
    } = difference(from ?? nothing, to ?? nothing, { budget, within: requests });
    const [change] = changes;
    if (change !== undefined) {
      const { witness, solved, before: was, now: is } = change;
      return {
        kind: "broken",
        witness,
        solved,
        rule: is.rule ?? was.rule,
        phase: name,
        changed: { before: was, now: is },
      };
    }
    for (const { rest } of answers) {
      if (rest.kind === "undecided") return { kind: "undecided", why: whyOf(rest.because) };
    }
    assumptions.push(...found.map(({ says }) => says));
    if ((to ?? from)?.foreign !== "none")
      assumptions.push("rules of other owners in the same entry point treat such requests as before");
  }
  const inFront = [before, now].map(({ accounts = [] }) =>
    accounts.filter((one) => phase === undefined || one.phase === phase).map(accountText),
  );
  if (inFront[0]?.join() !== inFront[1]?.join())
    return { kind: "undecided", why: "rules of the account change, too, which run before those of the zone" };
  if (phase !== undefined) return proved(assumptions);
  const encoder = new PhaseEncoder(budget);
  const doubts = [before, now].flatMap(({ phases }) => rewriteDoubts(phases, encoder));
  const certain = noDoubt(encoder, encoder.node(requests), doubts);
  return "why" in certain
    ? { kind: "undecided", why: certain.why }
    : proved([...assumptions, ...certain.assumptions.map(({ says }) => says)]);
}

/** Returns for which requests rules behind the rewrites see another URL, and read what is written. */
function rewriteDoubts(phases: readonly ZonePhase[], encoder: PhaseEncoder): Claim<Node>["doubts"] {
  const readers = phases.flatMap(({ phase, rules, rulesets }) =>
    isEarlier(phase) ? [] : [...rules, ...[...rulesets.values()].flat()],
  );
  return phases.flatMap((one) => {
    if (one.phase !== REWRITES) return [];
    const { fires } = encoder.effectsOf(one);
    return [...fires].flatMap(([rule, when]) => {
      const reader = readers.find((other) => readsWritten(other, rule));
      return reader ? [{ says: `${rule.path} rewrites the URL before ${reader.path} reads it`, when }] : [];
    });
  });
}
