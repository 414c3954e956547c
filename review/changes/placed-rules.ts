import type { MaybeSecretOwner } from "../../provider/rulesets";
import { matchRules } from "./match-rules";
import type { ReviewedRule, ReviewedRuleset } from "../model/reviewed";

/** Two versions of a ruleset. At least one exists. */
export interface RulesetVersions {
  readonly before: ReviewedRuleset | undefined;
  readonly after: ReviewedRuleset | undefined;
}

/** A rule at its place in an entry point. */
export interface PlacedRule {
  /** Unique in the entry point. A rule has the same key before and after a change. */
  readonly key: string;
  /** The ref without a mark; if the rule has none, the path. Unique in its resource. */
  readonly ref: string;
  readonly rule: ReviewedRule;
  /** The resource that declares the rule. Undefined for a foreign rule. */
  readonly owner: ReviewedRuleset | undefined;
  /** Who marked a foreign rule that no resource of the stack declares so: the rule can be secret in the program of its owner. */
  readonly maybeSecretOf?: MaybeSecretOwner | undefined;
}

/** The rules of a ruleset before and after a change, each version in its own order. */
export interface PlacedVersions {
  readonly versions: RulesetVersions;
  readonly before: readonly PlacedRule[];
  readonly after: readonly PlacedRule[];
}

/** The rules of an entry point before and after a change. */
export interface EntrypointOrders {
  readonly before: readonly PlacedRule[];
  readonly after: readonly PlacedRule[];
}

/** Returns the rules of several rulesets of one entry point. */
export function placedRules(changes: readonly RulesetVersions[]): PlacedVersions[] {
  return changes.map((versions, index) => {
    const { before, after } = versions;
    const matched = matchRules(before?.rules ?? [], after?.rules ?? []);
    const placed = (owner: ReviewedRuleset | undefined) => {
      return ({ key, rule }: (typeof matched.after)[number]): PlacedRule => ({
        key: JSON.stringify([index, key]),
        ref: key,
        rule,
        owner,
      });
    };
    return { versions, before: matched.before.map(placed(before)), after: matched.after.map(placed(after)) };
  });
}
