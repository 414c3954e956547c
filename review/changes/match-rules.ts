import { isUnknown } from "../../provider/api";
import { sortedJson } from "../../provider/api";
import type { ReviewedRule } from "../model/reviewed";

/** A rule with a key that is unique in its ruleset. Rules of two versions with the same key are the same rule. */
export interface KeyedRule {
  readonly key: string;
  readonly rule: ReviewedRule;
}

/**
 * Finds the rules of two versions that are the same rule: by ref, else by equal content, by equal expressions, by equal descriptions,
 * in this order. The key is the ref, or the path of the rule in the later version.
 */
export function matchRules(
  before: readonly ReviewedRule[],
  after: readonly ReviewedRule[],
): { before: KeyedRule[]; after: KeyedRule[] } {
  const later = keyed(after, (rule) => rule.path);
  const earlier = keyed(before, (rule) => `${rule.path} before`);
  const taken = new Set(earlier.map(({ key }) => key));
  const open = new Set(later.filter(({ key }) => !taken.has(key)));
  const renamed = new Map<KeyedRule, string>();
  const known = new Set(later.map(({ key }) => key));
  for (const trait of [contentOf, expressionOf, descriptionOf]) {
    const candidates = rulesByTrait([...open], trait);
    for (const one of earlier) {
      if (known.has(one.key) || renamed.has(one)) continue;
      // Made last: the content of a rule is a long text.
      const value = trait(one);
      if (value === undefined) continue;
      const match = candidates.get(value)?.shift();
      // A rule with another ref is another rule: the API does not rename rules.
      if (!match || (hasRef(one) && hasRef(match))) continue;
      renamed.set(one, match.key);
      open.delete(match);
    }
  }
  return { before: earlier.map((one) => ({ ...one, key: renamed.get(one) ?? one.key })), after: later };
}

/** Returns the later paths of rules by their earlier ones. A new rule moves all rules behind it that are addressed by place. */
export function laterPaths(
  before: readonly ReviewedRule[],
  after: readonly ReviewedRule[],
): ReadonlyMap<string, string> {
  const matched = matchRules(before, after);
  const later = new Map(matched.after.map(({ key, rule }) => [key, rule.path]));
  return new Map(matched.before.map(({ key, rule }) => [rule.path, later.get(key) ?? `${rule.path} before`]));
}

/** Returns a text in which rules that are addressed by place have their later paths. */
export function withLaterPaths(text: string, paths: ReadonlyMap<string, string>): string {
  return text.replace(/rules\[\d+\]/g, (path) => paths.get(path) ?? path);
}

function keyed(rules: readonly ReviewedRule[], pathOf: (rule: ReviewedRule) => string): KeyedRule[] {
  const used = new Set<string>();
  return rules.map((rule) => {
    const wanted = refOf(rule);
    const key = wanted === undefined || used.has(wanted) ? pathOf(rule) : wanted;
    used.add(key);
    return { key, rule };
  });
}

function refOf({ ref }: ReviewedRule): string | undefined {
  return ref === undefined || isUnknown(ref) || ref === "" ? undefined : ref;
}

function hasRef({ rule }: KeyedRule): boolean {
  return refOf(rule) !== undefined;
}

function contentOf({ rule: { wire } }: KeyedRule): string | undefined {
  return sortedJson({ ...wire, ref: undefined });
}

function expressionOf({ rule: { wire } }: KeyedRule): string | undefined {
  return knownText(wire["expression"]);
}

function descriptionOf({ rule: { wire } }: KeyedRule): string | undefined {
  return knownText(wire["description"]);
}

function knownText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && !isUnknown(value) ? value : undefined;
}

function rulesByTrait<T>(items: readonly T[], keyOf: (item: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
