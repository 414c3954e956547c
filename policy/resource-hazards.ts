import { UNKNOWN, isMembers, isUnknown } from "../provider/api";
import { conditionHazards } from "../provider/rulesets/hazards/conditions";
import { findHazards } from "../provider/rulesets/hazards/find-hazards";
import { othersFollow, type Hazard, type HazardContext } from "../provider/rulesets/hazards/hazard";
import { conditionOf } from "../provider/rulesets/hazards/judged-rule";
import { camelName } from "../provider/rulesets/rules/naming";
import { rulesFromMap, type RuleMap } from "../provider/rulesets/rules/rule-map";
import type { RuleState } from "../provider/rulesets/rules/rule-state";
import { wireOf } from "../provider/rulesets/rules/rule-wire";
import { RULESET_KINDS } from "../provider/rulesets/rules/ruleset-kind";
import type { CheckedResource } from "./checked-resource";

/** A hazard with the argument that it is about. If that is secret, the message must not be shown. */
export interface PlacedHazard extends Hazard {
  readonly argument: string;
}

const KINDS: Readonly<Record<string, HazardContext["kind"]>> = RULESET_KINDS;
const EXPRESSIONS: readonly string[] = ["OwaspConfig", "ValidatedFilter"];

/** Returns the hazards of a resource of this package. */
export function resourceHazards({ kind, properties }: CheckedResource): PlacedHazard[] {
  const { expression, rules, phase, position } = properties;
  if (EXPRESSIONS.includes(kind)) {
    const condition = conditionOf(expression);
    const hazards = condition === undefined ? [] : conditionHazards(condition, "expression");
    return hazards.map((hazard) => ({ ...hazard, argument: "expression" }));
  }
  const rulesetKind = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (rulesetKind === undefined) return [];
  const context: HazardContext = {
    phase: typeof phase === "string" && !isUnknown(phase) ? phase : undefined,
    kind: rulesetKind,
    othersFollow: othersFollow(position),
    nameOf: camelName,
  };
  return hazardsOf(rules, context).map((hazard) => ({ ...hazard, argument: "rules" }));
}

/** Judges rules: a map by ref or, if a preview does not know all refs, the list of the program. */
function hazardsOf(rules: unknown, context: HazardContext): Hazard[] {
  if (Array.isArray(rules))
    return findHazards(
      rules.map((rule, index) => namedRule(rule, index)),
      context,
    );
  if (!isMembers(rules)) return [];
  const ordered = inOrder(rules);
  if (ordered)
    return findHazards(
      ordered.map((rule) => namedRule(rule, rule.ref)),
      context,
    );
  // Without their order, each rule is judged as one behind an unknown rule.
  const before = { path: "", rule: UNKNOWN };
  return Object.entries(rules).flatMap(([ref, rule]) => findHazards([before, namedRule(rule, ref)], context));
}

function inOrder(rules: object): readonly RuleState[] | undefined {
  if (!Object.values(rules).every(isMembers)) return undefined;
  try {
    // The resource has checked the rules; the members that hazards depend on are read with care.
    return rulesFromMap(rules as RuleMap);
  } catch {
    return undefined;
  }
}

function namedRule(rule: unknown, name: string | number): { path: string; rule: unknown } {
  return { path: `rules[${JSON.stringify(name)}]`, rule: wireOf(rule) };
}
