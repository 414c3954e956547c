import type { Assumption, Budget, Decision, Expression, Node, Witness } from "../../filter";
import {
  bestOf,
  changedEffects,
  type Direction,
  DIRECTIONS,
  directionsOf,
  isOfChallenge,
  type Known,
  type Outcome,
  type Outcomes,
  outcomesFor,
  outlives,
  PROTECTION,
  protectionOf,
  stagesOf,
  type Treatment,
  treatmentBy,
} from "./outcome";
import { concernedRequests } from "./concerned-requests";
import { PhaseEncoder, solvedBy } from "./phase-encoder";
import { type ComparedProtections, Protections } from "./protections";
import { BEST_CLEARANCE, type Challenge, type Clearance } from "./clearance";
import { type Logic, type PhaseEffects, type PhaseRules, runPhase } from "./run-phase";

/** A request that is treated otherwise now. One for each pair of deciding rules and each direction. */
export interface Change {
  readonly direction: Direction;
  /** What the visitor gets, and after a challenge what a visitor gets who has solved the challenge. */
  readonly before: Outcome;
  readonly now: Outcome;
  readonly witness: Witness;
  /** The challenge that the visitor has solved before. Undefined if the change shows without. */
  readonly solved: Challenge | undefined;
  /** How rate limits and managed rulesets that only stop some requests compare, if they differ for the witness. */
  readonly limits: ComparedProtections | undefined;
}

/** What is known about one direction. */
export interface DirectionAnswer {
  readonly direction: Direction;
  /** "no": no other request changes in this direction than those found, proved. */
  readonly rest: Exclude<Decision, { kind: "yes" }> | { readonly kind: "more" };
}

/** What two versions of a phase do differently. */
export interface Difference {
  /** In the order of their directions. */
  readonly changes: readonly Change[];
  readonly answers: readonly DirectionAnswer[];
  /** What the proofs of the answers need. */
  readonly assumptions: readonly Assumption[];
}

/** The numbers of changes that are looked for: of one direction, and in all, the worst first. One of each direction is always looked for. */
const MAX_OF_DIRECTION = 6;
const MAX_CHANGES = 8;

export interface DifferenceOptions {
  /** Of each question. Default: that of a question to which a person waits for the answer. */
  readonly budget?: Budget | undefined;
  /** The requests that the question is about. Default: all. */
  readonly within?: Expression;
  /** The directions that are asked about; the others have no answer. Default: all. */
  readonly directions?: readonly Direction[];
  /** Whether one change is enough, which is of the worst direction that has any. Milder directions then have no answer. Default: no. */
  readonly isFirstEnough?: boolean;
}

/** Decides which requests two versions of a phase treat differently, with a request for each pair of deciding rules. */
export function difference(
  before: PhaseRules,
  now: PhaseRules,
  { budget, within, directions = DIRECTIONS, isFirstEnough = false }: DifferenceOptions = {},
): Difference {
  const encoder = new PhaseEncoder(budget);
  const protections = new Protections(encoder, before, now);
  const compared = <Truth>(logic: Logic<Truth>) =>
    protections.compared(runPhase(before, logic), runPhase(now, logic), logic);
  const best = compared(encoder.logic(BEST_CLEARANCE));
  // A proof is about the few rules that differ, so this comes with each question, though every request that changes fulfils it.
  const concerned = encoder.circuit.or([
    concernedRequests(encoder, { phase: before, effects: best[0] }, { phase: now, effects: best[1] }),
    ...protections.seenBy(...best),
  ]);
  const asksOnly = within === undefined ? [] : [encoder.node(within)];
  const rest = encoder.propose([concerned, ...asksOnly]);
  if (rest.kind === "no") {
    const unchanged = directions.map((direction) => ({ direction, rest }));
    return { changes: [], answers: unchanged, assumptions: assumptionsOf([rest], protections) };
  }
  const { clearances } = encoder;
  const versions: VersionsOfVisitors = [
    ...clearances.slice(0, -1).map((clearance) => compared(encoder.logic(clearance))),
    best,
  ];
  const asked = directionNodes(encoder, versions, best);
  const unclear = unclearNode(encoder, best);
  const incomparable = protections.doubt();
  // No request shows what a rule does whose action is not known. So the others are asked about first.
  const clear = encoder.circuit.not(unclear);
  const doubt = encoder.exclude([encoder.circuit.or([unclear, incomparable]), concerned, ...asksOnly]);
  const changes: Change[] = [];
  const answers: DirectionAnswer[] = [];
  for (const direction of directions) {
    const nodes = [asked[direction], clear, concerned, ...asksOnly];
    const causes: Compared[] = [];
    let rest: DirectionAnswer["rest"] = { kind: "more" };
    const most = isFirstEnough ? 1 : Math.min(MAX_OF_DIRECTION, Math.max(1, MAX_CHANGES - changes.length));
    for (let found = 0; found < most; found += 1) {
      const answer = encoder.ask(nodes, (logicOf, matches): Compared | undefined => {
        if (within !== undefined && matches(within) !== true) return undefined;
        const ran = clearances.map((clearance) => [clearance, compared(logicOf(clearance))] as const);
        const effectsOf = (version: 0 | 1): Map<Clearance, PhaseEffects<Known>> =>
          new Map(ran.map(([clearance, effects]) => [clearance, effects[version]]));
        const [from, to] = [outcomesFor(before, effectsOf(0)), outcomesFor(now, effectsOf(1))];
        if (!from || !to || !directionsOf(from, to).includes(direction)) return undefined;
        // A request that reads better may show what another change has shown.
        return causes.some((known) => isSameCause(known, [from, to])) ? undefined : [from, to];
      });
      if (answer.kind !== "yes") {
        rest = answer.kind === "no" && doubt.kind === "undecided" ? doubt : answer;
        break;
      }
      const [from, to] = answer.shown;
      const visitor = placeOfVisitor(from, to);
      const [was, is] = [from[visitor] ?? bestOf(from), to[visitor] ?? bestOf(to)];
      changes.push({
        direction,
        before: was,
        now: is,
        witness: answer.witness,
        solved: solvedBy(clearances[visitor] ?? BEST_CLEARANCE),
        limits: protections.explain(lastStage(was), lastStage(is)),
      });
      causes.push(answer.shown);
      nodes.push(encoder.circuit.not(causeOf(encoder, versions, answer.shown)));
    }
    answers.push({ direction, rest });
    if (isFirstEnough && changes.length > 0) break;
  }
  return {
    changes,
    answers,
    assumptions: assumptionsOf([doubt, ...answers.map(({ rest }) => rest)], protections),
  };
}

function assumptionsOf(
  answers: readonly (Decision | DirectionAnswer["rest"])[],
  { assumptions }: Protections,
): readonly Assumption[] {
  const all = answers.flatMap((answer) => (answer.kind === "no" ? answer.assumptions : []));
  return [...new Map([...all, ...assumptions].map((one) => [one.says, one])).values()];
}

/** What one request gets before and now, from visitors of the same clearances. */
type Compared = readonly [before: Outcomes, now: Outcomes];
type Versions = readonly [before: PhaseEffects<Node>, now: PhaseEffects<Node>];
/** For visitors of each clearance that matters. */
type VersionsOfVisitors = readonly Versions[];

/** Returns what a visitor gets in the end who solves each challenge. */
function lastStage(outcome: Outcome): Outcome {
  return stagesOf(outcome).at(-1) ?? outcome;
}

/** Returns when a rule decides whose action is not known. */
function unclearNode({ circuit }: PhaseEncoder, [before, now]: Versions): Node {
  const decisions = [...before.decisions, ...now.decisions];
  return circuit.or(decisions.flatMap(({ rule, when }) => (rule.action === undefined ? [when] : [])));
}

/** Returns the place of the first visitor whom not the same challenge stops in both versions. */
function placeOfVisitor(before: Outcomes, now: Outcomes): number {
  const isOtherwise = (was: Outcome, place: number): boolean => {
    const is = now[place];
    return (
      is === undefined ||
      !areChallenges(was, is) ||
      was.rule?.path !== is.rule?.path ||
      was.result !== is.result ||
      changedEffects(was, is).length > 0
    );
  };
  return before.findIndex(isOtherwise);
}

function areChallenges(...outcomes: readonly (Outcome | undefined)[]): boolean {
  return outcomes.every((one) => treatmentBy(one?.rule) === "challenge");
}

/**
 * Whether a request changes as a known one does: the same rules decide for each visitor, and the same effects come and go. Where a challenge
 * stops a visitor before and now, it does not matter which.
 */
function isSameCause([knownBefore, knownNow]: Compared, [before, now]: Compared): boolean {
  const isEqual = before.every((was, place) => {
    const [is, knownWas, knownIs] = [now[place], knownBefore[place], knownNow[place]];
    if (areChallenges(was, is)) return true;
    return !areChallenges(knownWas, knownIs) && was.rule === knownWas?.rule && is?.rule === knownIs?.rule;
  });
  if (!isEqual) return false;
  const [known, found] = [effectsThatMove(knownBefore, knownNow), effectsThatMove(before, now)];
  return known.join("\n") === found.join("\n");
}

/** Returns the effects that come and those that go for the visitor whom no challenge stops. */
function effectsThatMove(before: Outcomes, now: Outcomes): string[] {
  const [from, to] = [bestOf(before), bestOf(now)];
  return changedEffects(from, to).map((effect) => `${to.others.includes(effect) ? "+" : "-"}${effect}`);
}

/** Returns when a request changes as this one does. */
function causeOf({ circuit }: PhaseEncoder, versions: VersionsOfVisitors, [before, now]: Compared): Node {
  const decidedBy = ({ decisions }: PhaseEffects<Node>, { rule }: Outcome): Node => {
    const some = decisions.filter((one) => rule === undefined || one.rule === rule);
    const decides = circuit.or(some.map(({ when }) => when));
    return rule === undefined ? circuit.not(decides) : decides;
  };
  const decided = versions.map(([then, later], place) => {
    const [from, to] = [before[place] ?? bestOf(before), now[place] ?? bestOf(now)];
    const both = circuit.and([gets(circuit, then, "challenge"), gets(circuit, later, "challenge")]);
    if (areChallenges(from, to)) return both;
    return circuit.or([both, circuit.and([decidedBy(then, from), decidedBy(later, to)])]);
  });
  const [from, to] = [bestOf(before), bestOf(now)];
  const [then, later] = versions.at(-1) ?? [];
  if (!then || !later) throw new Error("there is a visitor whom no challenge stops");
  const changed = changedEffects(from, to);
  // A limit that is weaker for some requests can be stricter, too, for others: that is another cause.
  const protections = [...then.others.keys()].filter((text) => text.startsWith(PROTECTION));
  const effects = [...new Set([...changed, ...protections])].map((text) => {
    const [did, does] = [isSeen(circuit, then, text), isSeen(circuit, later, text)];
    if (!changed.includes(text)) return circuit.not(circuit.xor(did, does));
    return to.others.includes(text)
      ? circuit.and([circuit.not(did), does])
      : circuit.and([did, circuit.not(does)]);
  });
  return circuit.and([...decided, ...effects]);
}

function gets(
  circuit: PhaseEncoder["circuit"],
  { decisions }: PhaseEffects<Node>,
  treatment: Treatment,
): Node {
  return circuit.or(decisions.flatMap(({ rule, when }) => (treatmentBy(rule) === treatment ? [when] : [])));
}

/** Returns when an effect shows: most do not if a rule ends the phase. */
function isSeen(
  circuit: PhaseEncoder["circuit"],
  { decisions, others }: PhaseEffects<Node>,
  text: string,
): Node {
  const when = others.get(text) ?? circuit.no;
  if (outlives(text)) return when;
  return circuit.and([when, circuit.not(circuit.or(decisions.map((one) => one.when)))]);
}

/** Returns for each direction when a request changes in it, as `directionsOf` does. */
function directionNodes(
  { circuit }: PhaseEncoder,
  versions: VersionsOfVisitors,
  [before, now]: Versions,
): Readonly<Record<Direction, Node>> {
  const { and, or, not, xor } = {
    and: (...nodes: Node[]) => circuit.and(nodes),
    or: (nodes: readonly Node[]) => circuit.or(nodes),
    not: (node: Node) => circuit.not(node),
    xor: (a: Node, b: Node) => circuit.xor(a, b),
  };
  const [blocked, blocks] = [gets(circuit, before, "block"), gets(circuit, now, "block")];
  const isOpen = and(not(blocked), not(blocks));
  const same = not(xor(blocked, blocks));
  const [unchallenged, challenged]: [Node[], Node[]] = [[], []];
  for (const [then, later] of versions) {
    const [was, is] = [gets(circuit, then, "challenge"), gets(circuit, later, "challenge")];
    unchallenged.push(and(was, not(is)));
    challenged.push(and(is, not(was)));
  }

  const happens = (effects: PhaseEffects<Node>, text: string): Node => isSeen(circuit, effects, text);
  const [weaker, stronger, otherwise]: [Node[], Node[], Node[]] = [[], [], []];
  for (const text of new Set([...before.others.keys(), ...now.others.keys()])) {
    const protection = protectionOf(text);
    if (protection === undefined) continue;
    const [did, does] = [happens(before, text), happens(now, text)];
    const [gone, added] = [and(did, not(does)), and(does, not(did))];
    (isOfChallenge(text) ? unchallenged : weaker).push(protection === "less" ? added : gone);
    stronger.push(protection === "less" ? gone : added);
  }
  for (const [then, later] of versions) {
    for (const text of new Set([...then.others.keys(), ...later.others.keys()]))
      if (protectionOf(text) === undefined) otherwise.push(xor(happens(then, text), happens(later, text)));
    const results = new Set([...then.decisions, ...later.decisions].map(({ result }) => result));
    const getsResult = ({ decisions }: PhaseEffects<Node>, result: string): Node =>
      or(decisions.flatMap((one) => (one.result === result ? [one.when] : [])));
    for (const result of results) otherwise.push(xor(getsResult(then, result), getsResult(later, result)));
  }
  const isWeaker = and(same, or(weaker));
  const opens = or([and(blocked, not(blocks)), isWeaker]);
  const challengesLess = and(isOpen, not(opens), or(unchallenged));
  const blocksMore = or([
    and(blocks, not(blocked)),
    and(isOpen, or(challenged)),
    and(same, not(isWeaker), or(stronger)),
  ]);
  return {
    opens,
    "challenges less": challengesLess,
    "blocks more": blocksMore,
    other: and(not(opens), not(challengesLess), not(blocksMore), or(otherwise)),
  };
}
