import type { Answer, Budget, Node } from "../../filter";
import type { JudgedRule } from "../../rulebook/hazards/judged-rule";
import { PhaseEncoder } from "./phase-encoder";
import { type PhaseRules, runPhase } from "./run-phase";

/** Whether a request reaches a rule and matches it. */
export interface Reach {
  readonly rule: JudgedRule;
  readonly answer: Answer;
  /**
   * For a "no": earlier rules that together deal with every request that the rule matches; none of them can be left out. Empty if no
   * request matches the rule at all.
   */
  readonly coveredBy: readonly JudgedRule[];
}

/** Decides for each rule of a phase whether a request reaches it. Rules of executed rulesets follow the rule that executes them. */
export function reachability(phase: PhaseRules, budget?: Budget): Reach[] {
  const encoder = new PhaseEncoder(budget);
  const { fires } = encoder.effectsOf(phase);
  const reached: Reach[] = [];
  const earlier: JudgedRule[] = [];
  let end = 0;
  for (const [rule, node] of fires) {
    if (rule === phase.rules[end]) end += 1;
    // The rules behind it do not matter.
    const upToRule = { ...phase, rules: phase.rules.slice(0, end) };
    const answer = encoder.ask([node], (logic) => runPhase(upToRule, logic).fires.get(rule) || undefined);
    reached.push({ rule, answer, coveredBy: answer.kind === "no" ? coverOf(encoder, rule, earlier) : [] });
    earlier.push(rule);
  }
  return reached;
}

/** Returns a smallest set of earlier rules that match every request that a rule matches. */
function coverOf(encoder: PhaseEncoder, rule: JudgedRule, earlier: readonly JudgedRule[]): JudgedRule[] {
  const { circuit } = encoder;
  const condition = encoder.conditionOf(rule);
  const misses = new Map<Node, JudgedRule>();
  for (const one of earlier) {
    const node = circuit.not(encoder.conditionOf(one));
    if (!misses.has(node)) misses.set(node, one);
  }
  const needed = (nodes: readonly Node[]): readonly Node[] | undefined => {
    const answer = encoder.propose([condition, ...nodes]);
    return answer.kind === "no" ? nodes.filter((node) => answer.core?.includes(node)) : undefined;
  };
  let cover = needed([...misses.keys()]) ?? [];
  for (const node of cover) {
    const smaller = needed(cover.filter((other) => other !== node));
    if (smaller) cover = smaller;
  }
  return cover.flatMap((node) => misses.get(node) ?? []);
}
