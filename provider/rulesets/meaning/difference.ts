import type { Assumption, Budget, Decision, Expression, Node, Witness } from "../../filter";
import {
  changedEffects,
  type Direction,
  directionOf,
  DIRECTIONS,
  isOfChallenge,
  type Outcome,
  outcomeOfPhase,
  outlives,
  protectionOf,
  type Treatment,
  treatmentBy,
} from "./outcome";
import { PhaseEncoder } from "./phase-encoder";
import { type ComparedProtections, Protections } from "./protections";
import { type PhaseEffects, type PhaseRules, runPhase } from "./run-phase";

/** A request that is treated otherwise now. One for each pair of deciding rules. */
export interface Change {
  readonly direction: Direction;
  readonly before: Outcome;
  readonly now: Outcome;
  readonly witness: Witness;
  /** Whether the visitor of the witness has solved a challenge before. */
  readonly isSolved: boolean;
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
  /** Whether one change is enough, which is of the worst direction that has any. Milder directions then have no answer. Default: no. */
  readonly isFirstEnough?: boolean;
}

/** Decides which requests two versions of a phase treat differently, with a request for each pair of deciding rules. */
export function difference(
  before: PhaseRules,
  now: PhaseRules,
  { budget, within, isFirstEnough = false }: DifferenceOptions = {},
): Difference {
  const encoder = new PhaseEncoder(budget);
  const protections = new Protections(encoder, before, now);
  const effects = protections.compared(encoder.effectsOf(before), encoder.effectsOf(now), encoder.logic);
  const incomparable = protections.doubt(encoder.effectsOf(before), encoder.effectsOf(now));
  const asked = directionNodes(encoder, ...effects);
  const unclear = unclearNode(encoder, effects);
  // No request shows what a rule does whose action is not known. So the others are asked about first.
  const clear = encoder.circuit.not(unclear);
  const asksOnly = within === undefined ? [] : [encoder.node(within)];
  const doubt = encoder.exclude([encoder.circuit.or([unclear, incomparable]), ...asksOnly]);
  const changes: Change[] = [];
  const answers: DirectionAnswer[] = [];
  for (const direction of DIRECTIONS) {
    const nodes = [asked[direction], clear, ...asksOnly];
    let rest: DirectionAnswer["rest"] = { kind: "more" };
    const most = isFirstEnough ? 1 : Math.min(MAX_OF_DIRECTION, Math.max(1, MAX_CHANGES - changes.length));
    for (let found = 0; found < most; found += 1) {
      const answer = encoder.ask(nodes, (logic, matches) => {
        if (within !== undefined && matches(within) !== true) return undefined;
        const ran = [runPhase(before, logic), runPhase(now, logic)] as const;
        const compared = protections.compared(...ran, logic);
        const [from, to] = [outcomeOfPhase(before, compared[0]), outcomeOfPhase(now, compared[1])];
        if (!from || !to || directionOf(from, to) !== direction) return undefined;
        // A request that reads better may show what another change has shown.
        return changes.some((known) => isSameCause(known, from, to))
          ? undefined
          : ([from, to, protections.explain(from, to)] as const);
      });
      if (answer.kind !== "yes") {
        rest = answer.kind === "no" && doubt.kind === "undecided" ? doubt : answer;
        break;
      }
      const [from, to, limits] = answer.shown;
      const { witness, isSolved } = answer;
      changes.push({ direction, before: from, now: to, witness, isSolved, limits });
      nodes.push(encoder.circuit.not(causeOf(encoder, effects, from, to)));
    }
    answers.push({ direction, rest });
    if (isFirstEnough && changes.length > 0) break;
  }
  const assumptions = new Map(
    [
      ...[doubt, ...answers.map(({ rest }) => rest)],
      { kind: "no" as const, assumptions: protections.assumptions },
    ]
      .flatMap((answer) => (answer.kind === "no" ? answer.assumptions : []))
      .map((one) => [one.says, one]),
  );
  return { changes, answers, assumptions: [...assumptions.values()] };
}

/** Returns when a rule decides whose action is not known. */
function unclearNode(
  { circuit }: PhaseEncoder,
  [before, now]: readonly [PhaseEffects<Node>, PhaseEffects<Node>],
): Node {
  const decisions = [...before.decisions, ...now.decisions];
  return circuit.or(decisions.flatMap(({ rule, when }) => (rule.action === undefined ? [when] : [])));
}

function isSameCause({ before, now }: Change, from: Outcome, to: Outcome): boolean {
  if (before.rule !== from.rule || now.rule !== to.rule) return false;
  const [known, found] = [changedEffects(before, now), changedEffects(from, to)];
  return known.length === found.length && known.every((effect) => found.includes(effect));
}

/** Returns when the same rules decide as in these outcomes, and the same effects change. */
function causeOf(
  { circuit }: PhaseEncoder,
  [before, now]: readonly [PhaseEffects<Node>, PhaseEffects<Node>],
  from: Outcome,
  to: Outcome,
): Node {
  const decidedBy = ({ decisions }: PhaseEffects<Node>, { rule }: Outcome): Node => {
    const some = decisions.filter((one) => rule === undefined || one.rule === rule);
    const decides = circuit.or(some.map(({ when }) => when));
    return rule === undefined ? circuit.not(decides) : decides;
  };
  const effects = changedEffects(from, to).map((text) =>
    circuit.xor(before.others.get(text) ?? circuit.no, now.others.get(text) ?? circuit.no),
  );
  return circuit.and([decidedBy(before, from), decidedBy(now, to), ...effects]);
}

/** Returns for each direction when a request changes in it. They exclude each other, as `directionOf` does. */
function directionNodes(
  { circuit }: PhaseEncoder,
  before: PhaseEffects<Node>,
  now: PhaseEffects<Node>,
): Readonly<Record<Direction, Node>> {
  const { and, or, not, xor } = {
    and: (...nodes: Node[]) => circuit.and(nodes),
    or: (nodes: readonly Node[]) => circuit.or(nodes),
    not: (node: Node) => circuit.not(node),
    xor: (a: Node, b: Node) => circuit.xor(a, b),
  };
  const gets = ({ decisions }: PhaseEffects<Node>, treatment: Treatment): Node =>
    or(decisions.flatMap(({ rule, when }) => (treatmentBy(rule) === treatment ? [when] : [])));
  const [blocked, blocks] = [gets(before, "block"), gets(now, "block")];
  const [challenged, challenges] = [gets(before, "challenge"), gets(now, "challenge")];
  const unblocked = and(blocked, not(blocks));
  const newlyBlocked = and(blocks, not(blocked));
  const unchallenged = and(challenged, not(challenges), not(blocks));
  const newlyChallenged = and(challenges, not(challenged), not(blocked));
  const same = not(or([unblocked, newlyBlocked, unchallenged, newlyChallenged]));

  const happens = (effects: PhaseEffects<Node>, text: string): Node => {
    const when = effects.others.get(text) ?? circuit.no;
    return outlives(text) ? when : and(when, not(or(effects.decisions.map((one) => one.when))));
  };
  const [weaker, challengesLess, stronger, otherwise]: [Node[], Node[], Node[], Node[]] = [[], [], [], []];
  for (const text of new Set([...before.others.keys(), ...now.others.keys()])) {
    const [did, does] = [happens(before, text), happens(now, text)];
    const protection = protectionOf(text);
    if (protection === undefined) otherwise.push(xor(did, does));
    else {
      const [gone, added] = [and(did, not(does)), and(does, not(did))];
      (isOfChallenge(text) ? challengesLess : weaker).push(protection === "less" ? added : gone);
      stronger.push(protection === "less" ? gone : added);
    }
  }
  const results = new Set([...before.decisions, ...now.decisions].map(({ result }) => result));
  const getsResult = ({ decisions }: PhaseEffects<Node>, result: string): Node =>
    or(decisions.flatMap((one) => (one.result === result ? [one.when] : [])));
  for (const result of results) otherwise.push(xor(getsResult(before, result), getsResult(now, result)));
  const [isWeaker, isStronger] = [or(weaker), or(stronger)];
  const keepsMore = and(same, not(isWeaker));
  const keeps = and(keepsMore, not(or(challengesLess)));
  return {
    opens: or([unblocked, and(same, isWeaker)]),
    "challenges less": or([unchallenged, and(keepsMore, or(challengesLess))]),
    "blocks more": or([newlyBlocked, newlyChallenged, and(keeps, isStronger)]),
    other: and(keeps, not(isStronger), or(otherwise)),
  };
}
