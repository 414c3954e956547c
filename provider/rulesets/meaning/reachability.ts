import type { Answer, Budget, Node } from "../../filter";
import { effectOf } from "../../rulebook/effects";
import { actsOnMatch, type JudgedRule, skipsTheRest } from "../../rulebook/hazards/judged-rule";
import { PhaseEncoder } from "./phase-encoder";
import { BEST_CLEARANCE } from "./clearance";
import { type PhaseRules, rulesNotFollowed, runPhase } from "./run-phase";

/** Whether a request reaches a rule and matches it. */
export interface Reach {
  readonly rule: JudgedRule;
  readonly answer: Answer;
  /**
   * For a "no": rules in front that together stop every request that the rule matches; of those in front of one place where the rule runs,
   * none can be left out. Empty if no request matches the rule at all, or no rule that executes its ruleset.
   */
  readonly coveredBy: readonly JudgedRule[];
}

/**
 * Decides for each rule of a phase whether a request reaches it. Rules of executed rulesets follow the first rule that executes them, and are
 * reached if a request reaches them by any rule that does.
 */
export function reachability(phase: PhaseRules, budget?: Budget): Reach[] {
  const encoder = new PhaseEncoder(budget);
  // Whoever reaches a rule, the visitor whom no challenge stops reaches it with the same request.
  const { fires } = encoder.effectsOf(phase, BEST_CLEARANCE);
  const passages = passagesOf(phase, encoder);
  const notFollowed = rulesNotFollowed(phase);
  // Rulesets that are not followed may let every request pass.
  const followed = { ...phase, rules: phase.rules.filter((rule) => !notFollowed.has(rule)) };
  const withoutThem = notFollowed.size > 0 ? encoder.effectsOf(followed, BEST_CLEARANCE).fires : fires;
  const least = (rule: JudgedRule): Node => withoutThem.get(rule) ?? encoder.circuit.yes;
  const reached: Reach[] = [];
  for (const [rule, node] of fires) {
    const own = passages.filter((passage) => passage.rule === rule);
    const upToRule = { ...phase, rules: rulesThatMatter(phase.rules.slice(0, own.at(-1)?.end), rule) };
    const asked = encoder.ask(
      [node],
      (logicOf) => runPhase(upToRule, logicOf(BEST_CLEARANCE)).fires.get(rule) || undefined,
    );
    const isOpen =
      asked.kind === "no" && notFollowed.size > 0 && encoder.exclude([least(rule)]).kind !== "no";
    const answer = isOpen ? NOT_FOLLOWED : asked;
    const covers = answer.kind === "no" ? own.flatMap((one) => coverOf(encoder, one, passages)) : [];
    reached.push({ rule, answer, coveredBy: [...new Set(covers)] });
  }
  if (notFollowed.size > 0) {
    const others = [...phase.rulesets.values()].flat().filter((rule) => !fires.has(rule));
    reached.push(...others.map((rule): Reach => ({ rule, answer: NOT_FOLLOWED, coveredBy: [] })));
  }
  return reached;
}

const NOT_FOLLOWED: Answer = { kind: "undecided", because: "budget", parts: [] };

/** A place on the way of a request through a phase: a rule of the entry point, or one of a ruleset that the rules there execute. */
interface Passage {
  readonly rule: JudgedRule;
  /** When a request matches the rule and those that execute it here, whatever the rules in front do. */
  readonly matches: Node;
  /** The number of passages in front. */
  readonly place: number;
  /** The number of rules of the entry point in front of what follows. */
  readonly end: number;
}

function passagesOf(phase: PhaseRules, encoder: PhaseEncoder): Passage[] {
  const { circuit } = encoder;
  const { rulesets } = phase;
  const notFollowed = rulesNotFollowed(phase);
  const passages: Passage[] = [];
  const visit = (rule: JudgedRule, outside: Node, end: number, running: readonly string[]): void => {
    const matches = circuit.and([outside, encoder.conditionOf(rule)]);
    passages.push({ rule, matches, place: passages.length, end });
    const id = String(rule.parameters["id"]);
    if (effectOf(rule.action ?? "").kind !== "executes" || running.includes(id)) return;
    if (notFollowed.has(rule)) return;
    for (const inside of rulesets.get(id) ?? []) visit(inside, matches, end, [...running, id]);
  };
  for (const [index, rule] of phase.rules.entries()) visit(rule, circuit.yes, index + 1, []);
  return passages;
}

/** Returns the rules that decide whether the visitor whom no challenge stops reaches a rule: those that only note or challenge do not. */
function rulesThatMatter(rules: readonly JudgedRule[], reached: JudgedRule): JudgedRule[] {
  return rules.filter((rule) => rule === reached || rule.action === "execute" || stopsRequests(rule));
}

/** Returns a smallest set of rules in front that match every request that a rule matches. */
function coverOf(
  encoder: PhaseEncoder,
  { matches, place }: Passage,
  passages: readonly Passage[],
): JudgedRule[] {
  const { circuit } = encoder;
  const misses = new Map<Node, JudgedRule>();
  for (const one of passages.slice(0, place)) {
    const node = circuit.not(one.matches);
    if (stopsRequests(one.rule) && !misses.has(node)) misses.set(node, one.rule);
  }
  const needed = (nodes: readonly Node[]): readonly Node[] | undefined => {
    const core = encoder.conflictOf([matches, ...nodes]);
    return core && nodes.filter((node) => core.has(node));
  };
  let cover = needed([...misses.keys()]) ?? [];
  for (const node of cover) {
    const smaller = needed(cover.filter((other) => other !== node));
    if (smaller) cover = smaller;
  }
  return cover.flatMap((node) => misses.get(node) ?? []);
}

/** Whether requests that match a rule do not reach all rules behind it, not even those of visitors who have solved a challenge. */
function stopsRequests(rule: JudgedRule): boolean {
  const { kind } = effectOf(rule.action ?? "");
  const { rules, rulesets } = rule.parameters;
  if (kind === "skips") return skipsTheRest(rule) || rules !== undefined || rulesets !== undefined;
  return actsOnMatch(rule) && (kind === "ends" || kind === "unclear");
}
