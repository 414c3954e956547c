import type { Rule } from "../../provider/api";
import { parseFilter, printFilter } from "../../provider/filter";
import { differingMembers, plainRef, ruleFromWire, ruleToWire, rulesOf } from "../../provider/rulesets";
import { sortedJson } from "../../provider/api";
import type { LiveZone } from "./live";
import type { SharedRule } from "./posture";

/** Stands for the name of the zone in a rule that is compared with those of other zones. */
const ZONE_NAME = "<zone>";

interface PlacedRule {
  readonly zone: string;
  readonly phase: string;
  readonly ref: string;
  readonly rule: Rule;
  /** Equal for rules that do the same in their zones. */
  readonly content: string;
}

/**
 * Returns the rules that more than half of the zones have, but not all, those of most zones first. Rules are compared by what they do:
 * not by id, ref or description, with the zone's own name in them left out, and with expressions that differ only in layout as equal.
 */
export function zoneDifferences(zones: readonly LiveZone[]): SharedRule[] {
  const placed = zones.flatMap(placedRules);
  const names = zones.map(({ zone }) => zone.name);
  return [...groupBy(placed, ({ content }) => content).values()]
    .flatMap((rules) => sharedRule(rules, placed, names) ?? [])
    .sort((a, b) => b.having.length - a.having.length || (a.ref < b.ref ? -1 : 1));
}

function sharedRule(
  rules: readonly PlacedRule[],
  all: readonly PlacedRule[],
  zones: readonly string[],
): SharedRule | undefined {
  const [first] = rules;
  const having = new Set(rules.map(({ zone }) => zone));
  if (!first || having.size === zones.length || having.size * 2 <= zones.length) return undefined;
  const without = new Set(zones.filter((zone) => !having.has(zone)));
  const variants = all.filter(
    ({ zone, phase, ref }) => without.has(zone) && phase === first.phase && ref === first.ref,
  );
  const differing = variants.map(({ zone, rule }) => ({
    zone,
    members: differingMembers(rule, first.rule).filter((member) => member !== "ref"),
  }));
  for (const { zone } of differing) without.delete(zone);
  const { phase, ref, rule } = first;
  return {
    ...{ phase, ref, description: rule.description ?? "", action: rule.action ?? "" },
    expression: withoutZone(rule.expression ?? "", first.zone),
    ...{ having: [...having], differing, missing: [...without] },
  };
}

function placedRules({ zone: { name }, rulesets }: LiveZone): PlacedRule[] {
  return rulesets.flatMap((ruleset) =>
    rulesOf(ruleset).map((rule) => ({
      zone: name,
      phase: ruleset.phase,
      ref: plainRef(rule),
      rule,
      content: contentOf(rule, ruleset.phase, name),
    })),
  );
}

function contentOf(rule: Rule, phase: string, zone: string): string {
  // From the wire and back: without the members that the server adds.
  const { action, action_parameters: parameters, enabled, ...more } = ruleToWire(ruleFromWire(rule));
  const { logging, ratelimit, exposed_credential_check: check } = more;
  const expression = canonical(rule.expression ?? "");
  const text = sortedJson({ action, parameters, enabled, logging, ratelimit, check, expression }) ?? "";
  return `${phase} ${withoutZone(text, zone)}`;
}

/** Returns an expression in one layout, or as it is if it cannot be parsed. */
function canonical(expression: string): string {
  const parsed = parseFilter(expression);
  return parsed.valid ? printFilter(parsed.ast) : expression;
}

function withoutZone(text: string, zone: string): string {
  return text.replaceAll(zone, ZONE_NAME);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
