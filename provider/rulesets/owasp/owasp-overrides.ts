import type { Problem } from "../../api/problem";
import type { CategoryOverride, Overrides, RuleOverride, Ruleset, Rule } from "../../api/wire";
import { scoringRuleOf, LATEST, numberOf, overridesOf, versionOf } from "./managed-ruleset";
import { PARANOIA_LEVELS, paranoiaTag } from "../../rulebook/managed-rulesets";
import { DEFAULT_OWASP_ACTION, scoreOf, type OwaspArgs } from "./owasp-args";
import { findTargets, type OwaspTarget } from "./find-targets";
import { rulesOf } from "../rules/ownership";

/** The tags and rule ids that the previous arguments put into the overrides. */
interface Former {
  readonly tags: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/**
 * Returns the overrides that implement the arguments: one that turns off each level above `paranoiaLevel`, one of the scoring rule
 * with threshold and action, and those of `rules`. Foreign overrides in `existing` are kept, but for one that turns the whole ruleset
 * off; those that `previous`, the previous arguments, put there are removed.
 */
export function owaspOverrides(
  args: OwaspArgs,
  managed: Ruleset,
  existing: Overrides = {},
  previous?: OwaspArgs,
): { overrides: Overrides; problems: Problem[] } {
  const { targets, problems } = findTargets(args.rules ?? [], managed);
  const scoring = scoringRuleOf(managed);
  if (!scoring) {
    problems.push({
      path: "rulesetName",
      message: `${managed.name} (id ${managed.id}) has no rules, so the score threshold cannot be set`,
    });
  }
  const kept = keptOf(existing, formerOf(previous, managed));
  const categories = merged(kept.categories, "category", [...tagsOf(targets), ...levelsOf(args)]);
  const rules = merged(
    kept.rules.filter(({ id }) => id !== scoring?.id),
    "id",
    [...idsOf(targets), ...(scoring ? [scoreOverride(args, scoring.id)] : [])],
  );
  return {
    overrides: {
      ...kept.rest,
      ...(categories.length > 0 && { categories }),
      ...(rules.length > 0 && { rules }),
    },
    problems,
  };
}

/** Returns the overrides that are neither of the arguments nor contradict them: those of others, which a write keeps. */
function foreignOverrides(args: OwaspArgs, managed: Ruleset, existing: Overrides): Overrides {
  const { rest, categories, rules } = keptOf(existing, formerOf(args, managed));
  const scoring = scoringRuleOf(managed);
  const others = rules.filter(({ id }) => id !== scoring?.id);
  return {
    ...rest,
    ...(categories.length > 0 && { categories }),
    ...(others.length > 0 && { rules: others }),
  };
}

function formerOf(previous: OwaspArgs | undefined, managed: Ruleset): Former {
  const { targets } = findTargets(previous?.rules ?? [], managed);
  return {
    tags: new Set(tagsOf(targets).map(({ category }) => category)),
    ids: new Set(idsOf(targets).map(({ id }) => id)),
  };
}

function keptOf(
  { categories = [], rules = [], ...rest }: Overrides,
  former: Former,
): { categories: CategoryOverride[]; rules: RuleOverride[]; rest: Overrides } {
  const levels = new Set(PARANOIA_LEVELS.map(paranoiaTag));
  return {
    // A level says that its rules are on. The argument `enabled` turns the deployment off.
    rest: Object.fromEntries(
      Object.entries(rest).filter(([name, value]) => name !== "enabled" || value !== false),
    ),
    categories: categories.flatMap((item) => {
      if (former.tags.has(item.category)) return without(item, ["enabled", "action"]);
      return levels.has(item.category) ? without(item, ["enabled"]) : [item];
    }),
    rules: rules.flatMap((item) => (former.ids.has(item.id) ? without(item, ["enabled", "action"]) : [item])),
  };
}

// The API rejects an override that only names its rule or tag, so such an item is dropped.
function without<T extends object>(item: T, members: readonly string[]): T[] {
  const rest = Object.fromEntries(Object.entries(item).filter(([name]) => !members.includes(name)));
  // Only optional members are removed.
  return Object.keys(rest).length > 1 ? [rest as T] : [];
}

function tagsOf(targets: readonly OwaspTarget[]): CategoryOverride[] {
  return targets
    .filter(({ by }) => by === "category")
    .map(({ key, changes }) => ({ category: key, ...changes }));
}

function idsOf(targets: readonly OwaspTarget[]): RuleOverride[] {
  return targets.filter(({ by }) => by === "id").map(({ key, changes }) => ({ id: key, ...changes }));
}

function levelsOf({ paranoiaLevel }: OwaspArgs): CategoryOverride[] {
  return PARANOIA_LEVELS.filter((level) => level > paranoiaLevel).map((level) => ({
    category: paranoiaTag(level),
    enabled: false,
  }));
}

function scoreOverride({ scoreThreshold, action }: OwaspArgs, id: string): RuleOverride {
  return { id, score_threshold: scoreOf(scoreThreshold), action: action ?? DEFAULT_OWASP_ACTION };
}

// Own overrides come last: if a rule has several of the tags, the last one listed wins, and the levels must win.
function merged<K extends string, T extends Record<K, string>>(
  kept: readonly T[],
  key: K,
  own: readonly T[],
): T[] {
  const owned = new Set(own.map((item) => item[key]));
  return [
    ...kept.filter((item) => !owned.has(item[key])),
    ...own.map((item) => ({ ...kept.find((other) => other[key] === item[key]), ...item })),
  ];
}

/**
 * Returns the overridden rules and tags that the managed ruleset no longer has, for a message: `rule 934100`, `tag "attack-lfi"`.
 * `before` is an older version of the managed ruleset, which has the numbers of the rules; without it, rules are named by id.
 */
export function lostOverrides(deploying: Rule, managed: Ruleset, before?: Ruleset): string[] {
  const { categories = [], rules = [] } = overridesOf(deploying);
  const known = namesIn(managed);
  const lostRules = rules.filter(({ id }) => !known.has(id));
  const lostTags = categories.filter(({ category }) => !known.has(category));
  return [
    ...lostRules.map(({ id }) => {
      const rule = rulesOf(before).find((one) => one.id === id);
      return `rule ${(rule && numberOf(rule)) ?? id}`;
    }),
    ...lostTags.map(({ category }) => `tag ${JSON.stringify(category)}`),
  ];
}

/**
 * Returns the overrides of a deploying rule without those of rules and tags that the managed ruleset no longer has: the API rejects
 * them. A rule that executes a fixed version keeps all its overrides, because the rules of that version are not available here.
 */
export function remainingOverrides(deploying: Rule | undefined, managed: Ruleset): Overrides {
  const overrides = overridesOf(deploying);
  if (versionOf(deploying) !== LATEST) return overrides;
  const known = namesIn(managed);
  const { categories = [], rules = [], ...rest } = overrides;
  return {
    ...rest,
    categories: categories.filter(({ category }) => known.has(category)),
    rules: rules.filter(({ id }) => known.has(id)),
  };
}

function namesIn(managed: Ruleset): ReadonlySet<string> {
  return new Set(rulesOf(managed).flatMap(({ id, categories }) => [id, ...(categories ?? [])]));
}

/** What a deployment has beside its arguments, and keeps. It is part of what the resource declares. */
export interface KeptOwasp {
  /** A fixed version of the managed ruleset. Default: the latest. */
  readonly version?: string;
  /** Overrides of others. Default: none. */
  readonly overrides?: Overrides;
}

/** Returns what a deploying rule has beside its arguments. */
export function keptOwasp(args: OwaspArgs, managed: Ruleset, deploying: Rule | undefined): KeptOwasp {
  const version = versionOf(deploying);
  const overrides = foreignOverrides(args, managed, overridesOf(deploying));
  return {
    ...(version !== LATEST && { version }),
    ...(Object.keys(overrides).length > 0 && { overrides }),
  };
}

/** Returns a deploying rule without anything beside its arguments but what it keeps. */
export function asKept(deploying: Rule, { version = LATEST, overrides = {} }: KeptOwasp): Rule {
  return {
    ...deploying,
    action_parameters: { ...deploying.action_parameters, version, overrides },
  };
}
