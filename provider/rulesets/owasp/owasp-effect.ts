import type { Overrides, Rule, RuleWrite, Ruleset } from "../../api";
import { overridesOf, scoringRuleOf } from "./managed-ruleset";
import { PARANOIA_LEVELS, paranoiaTag } from "./owasp-args";
import { rulesOf } from "../rules/ownership";

/** What a deployment makes of the managed rules that add to the score: those that are on, each with what it does. */
export type ActiveRules = ReadonlyMap<string, { readonly rule: Rule; readonly action: string | undefined }>;

/** How many of the rules that come with a paranoia level are on. */
export interface LevelCount {
  readonly level: number;
  readonly on: number;
  readonly of: number;
}

/** What a change of a deployment makes of the managed rules, the scoring rule left out. */
export interface OwaspEffect {
  readonly turnedOn: readonly Rule[];
  readonly turnedOff: readonly Rule[];
  /** On before and after, with another action. */
  readonly acting: readonly Rule[];
  /** On afterwards, and how many there are. */
  readonly on: number;
  readonly of: number;
  /** Levels that no rule of the managed ruleset has are left out. */
  readonly levels: readonly LevelCount[];
}

/**
 * The managed rules that run where `deploying` executes them: the override of a rule wins over those of its tags, of which the
 * last one listed wins, and these over the override of the whole ruleset.
 */
export function activeRules(deploying: Rule | RuleWrite | undefined, managed: Ruleset): ActiveRules {
  if (!deploying || deploying.enabled === false) return new Map();
  const overrides = overridesOf(deploying);
  return new Map(
    detectionRules(managed).flatMap((rule) => {
      const { enabled, action } = overridden(rule, overrides);
      return enabled ? [[rule.id, { rule, action }] as const] : [];
    }),
  );
}

/** What changes for the managed rules when `after` takes the place of `before`; without `before` nothing was deployed. */
export function owaspEffect(
  before: Rule | RuleWrite | undefined,
  after: Rule | RuleWrite,
  managed: Ruleset,
): OwaspEffect {
  const [was, is] = [activeRules(before, managed), activeRules(after, managed)];
  const rules = detectionRules(managed);
  return {
    turnedOn: rules.filter(({ id }) => is.has(id) && !was.has(id)),
    turnedOff: rules.filter(({ id }) => was.has(id) && !is.has(id)),
    acting: rules.filter(({ id }) => was.has(id) && is.has(id) && was.get(id)?.action !== is.get(id)?.action),
    on: is.size,
    of: rules.length,
    levels: PARANOIA_LEVELS.flatMap((level) => {
      const members = rules.filter(({ categories }) => categories?.includes(paranoiaTag(level)));
      const on = members.filter(({ id }) => is.has(id)).length;
      return members.length > 0 ? [{ level, on, of: members.length }] : [];
    }),
  };
}

/** `enabled` and `action` that a managed rule has under these overrides. */
export function overridden(
  rule: Rule,
  { categories = [], rules = [], ...all }: Overrides,
): { enabled: boolean; action: string | undefined } {
  const tags = categories.filter(({ category }) => rule.categories?.includes(category));
  const single = rules.filter(({ id }) => id === rule.id);
  const inOrder = [{ enabled: rule.enabled, action: rule.action }, all, ...tags, ...single];
  return {
    enabled: inOrder.findLast(({ enabled }) => enabled !== undefined)?.enabled ?? true,
    action: inOrder.findLast(({ action }) => action !== undefined)?.action,
  };
}

function detectionRules(managed: Ruleset): readonly Rule[] {
  const scoring = scoringRuleOf(managed);
  return rulesOf(managed).filter((rule) => rule !== scoring);
}

/** One line that says how many managed rules a change turns on and off, and how many are on then. */
export function describeEffect({ turnedOn, turnedOff, acting, on, of, levels }: OwaspEffect): string {
  const otherwise = acting.length > 0 ? `, makes ${acting.length} act otherwise` : "";
  const counts = levels.map((count) => `${count.on} of ${count.of} of level ${count.level}`).join(", ");
  return (
    `turns ${turnedOn.length} managed rules on and ${turnedOff.length} off${otherwise}; ` +
    `then ${on} of ${of} are on${counts ? ` (${counts})` : ""}`
  );
}

/** The managed rules that a change is about, a line each: `+` is turned on, `-` off, `~` acts otherwise. */
export function nameEffect({ turnedOn, turnedOff, acting }: OwaspEffect): string[] {
  const named = (sign: string, rules: readonly Rule[]) =>
    rules.map(({ id, description }) => `${sign} ${description || id}`);
  return [...named("+", turnedOn), ...named("-", turnedOff), ...named("~", acting)];
}
