import { isUnknown } from "../../provider/api";
import { isBefore, type ResourceRules } from "../../provider/rulesets/hazards/known-order";
import type { ReviewedRuleset } from "../model/reviewed";
import { type EntrypointOrders, type PlacedRule, placedRules, type RulesetVersions } from "./placed-rules";

/**
 * Returns the order of the rules that several resources of a stack have in one entry point. Undefined if their positions do not say
 * which rules come first.
 */
export function stackOrders(resources: readonly RulesetVersions[]): EntrypointOrders | undefined {
  const placed = placedRules(resources);
  const before = merged(placed.map((one) => ({ ruleset: one.versions.before, rules: one.before })));
  const after = merged(placed.map((one) => ({ ruleset: one.versions.after, rules: one.after })));
  return before && after && { before, after };
}

/** One version of a resource. */
interface Part {
  readonly ruleset: ReviewedRuleset | undefined;
  readonly rules: readonly PlacedRule[];
}

interface Item {
  readonly resource: ResourceRules;
  readonly placed: PlacedRule;
}

function merged(parts: readonly Part[]): PlacedRule[] | undefined {
  let order: readonly Item[] = [];
  for (const { ruleset, rules } of parts) {
    if (ruleset === undefined) continue;
    const resource = resourceOf(ruleset, rules);
    for (const placed of rules) {
      const longer = inserted(order, { resource, placed });
      if (longer === undefined) return undefined;
      order = longer;
    }
  }
  return order.map(({ placed }) => placed);
}

/** Inserts a rule behind those that precede it. Undefined if that is not clear for one of them. */
function inserted(order: readonly Item[], item: Item): Item[] | undefined {
  // Rules of one resource are inserted in their order.
  const precedes = order.map((other) =>
    other.resource === item.resource
      ? true
      : isBefore(other.resource, { path: other.placed.key }, item.resource, { path: item.placed.key }),
  );
  const at = precedes.lastIndexOf(true) + 1;
  const isClear = precedes.every((one, index) => one === index < at);
  return isClear ? order.toSpliced(at, 0, item) : undefined;
}

function resourceOf(ruleset: ReviewedRuleset, rules: readonly PlacedRule[]): ResourceRules {
  const { name, phase, placement } = ruleset;
  return {
    name,
    how: "",
    placement,
    phase: phase === undefined || isUnknown(phase) ? "" : phase,
    rules: rules.map(({ key, rule }) => ({ path: key, rule: rule.wire })),
  };
}
