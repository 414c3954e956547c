import type { Node } from "../../filter";
import type { JudgedRule } from "../../rulebook/hazards/judged-rule";
import { longestIncreasing } from "../rules/longest-increasing";
import type { PhaseEncoder } from "./phase-encoder";
import { contentOf, type PhaseEffects, type PhaseRules } from "./run-phase";

/** A version of a phase, with what it does for the visitor whom no challenge stops. */
export interface RanPhase {
  readonly phase: PhaseRules;
  readonly effects: PhaseEffects<Node>;
}

/**
 * Returns when a request meets a difference between two versions of an entry point: it fires a rule that the other version does not have at
 * that place. All other requests run through the same rules in both versions, from visitors of every clearance. Most rules are the same in
 * both versions, so this condition is much smaller than the versions.
 */
export function concernedRequests(encoder: PhaseEncoder, before: RanPhase, now: RanPhase): Node {
  const { circuit } = encoder;
  if (!haveSameSurroundings(encoder, before.phase, now.phase)) return circuit.yes;
  const fires = ({ effects }: RanPhase, rule: JudgedRule): Node => effects.fires.get(rule) ?? circuit.no;
  return circuit.or(
    gapsBetween(encoder, before.phase.rules, now.phase.rules).flatMap(({ removed, added }) => {
      const nodes: Node[] = [];
      for (let place = 0; place < Math.max(removed.length, added.length); place += 1) {
        const [from, to] = [removed[place], added[place]];
        const [fired, firesNow] = [from && fires(before, from), to && fires(now, to)];
        // A rule whose condition alone has changed does the same with requests that match both conditions.
        if (from && to && haveSameContent(from, to)) {
          nodes.push(circuit.xor(fired ?? circuit.no, firesNow ?? circuit.no));
        } else nodes.push(fired ?? circuit.no, firesNow ?? circuit.no);
      }
      return nodes;
    }),
  );
}

/** Rules that only one version has, between two rules that both have. */
interface Gap {
  readonly removed: readonly JudgedRule[];
  readonly added: readonly JudgedRule[];
}

/** Compares two lists by a longest sequence of rules that both have in the same order. */
function gapsBetween(
  encoder: PhaseEncoder,
  before: readonly JudgedRule[],
  now: readonly JudgedRule[],
): readonly Gap[] {
  const places = new Map(keysOf(encoder, before).map((key, place) => [key, place]));
  const common = keysOf(encoder, now).flatMap((key, place) => {
    const earlier = places.get(key);
    return earlier === undefined ? [] : [{ earlier, place }];
  });
  const staying = new Set(longestIncreasing(common.map(({ earlier }) => earlier)));
  const gaps: Gap[] = [];
  let [from, to] = [0, 0];
  for (const { earlier, place } of [
    ...common.filter((_, index) => staying.has(index)),
    { earlier: before.length, place: now.length },
  ]) {
    gaps.push({ removed: before.slice(from, earlier), added: now.slice(to, place) });
    [from, to] = [earlier + 1, place + 1];
  }
  return gaps;
}

/** Returns texts that are equal for rules which do the same with the same requests. Of equal rules of one list, the texts differ. */
function keysOf(encoder: PhaseEncoder, rules: readonly JudgedRule[]): string[] {
  const counts = new Map<string, number>();
  return rules.map((rule) => {
    // Of a rule whose action is not known, nothing is known to be the same.
    const content = rule.action === undefined ? `of ${encoder.circuit.free()}` : contentOf(rule);
    const key = `${encoder.conditionOf(rule)} ${content}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return `${count} ${key}`;
  });
}

function haveSameContent(a: JudgedRule, b: JudgedRule): boolean {
  return a.action !== undefined && b.action !== undefined && contentOf(a) === contentOf(b);
}

/** Whether equal rules do the same in both versions: the rulesets that they execute are equal, and so is whether rules may follow. */
function haveSameSurroundings(encoder: PhaseEncoder, before: PhaseRules, now: PhaseRules): boolean {
  const { rulesets, othersFollow = false } = now;
  return (
    othersFollow === (before.othersFollow ?? false) &&
    before.rulesets.size === rulesets.size &&
    [...before.rulesets].every(([id, rules]) => {
      const others = rulesets.get(id);
      return (
        others?.length === rules.length &&
        rules.every((rule, place) => {
          const other = others[place];
          return (
            other !== undefined &&
            haveSameContent(rule, other) &&
            encoder.conditionOf(rule) === encoder.conditionOf(other) &&
            rule.rule["id"] === other.rule["id"]
          );
        })
      );
    })
  );
}
