import type { Problem } from "../../api/problem";
import type { ManagedAction, Overrides, Rule, Ruleset, RuleWrite } from "../../api/wire";
import { markedRef, type Mark } from "../../marks";
import { PARANOIA_LEVELS, paranoiaTag } from "../../rulebook/managed-rulesets";
import { numberOf, overridesOf, scoringRuleOf } from "./managed-ruleset";
import {
  DEFAULT_OWASP_ACTION,
  DEFAULT_OWASP_REF,
  scoreOf,
  type OwaspArgs,
  type OwaspRuleOverride,
} from "./owasp-args";
import { owaspOverrides, remainingOverrides } from "./owasp-overrides";
import { findTargets } from "./find-targets";
import { refOf, rulesOf } from "../rules/ownership";

/** The score threshold of a scoring rule that has none. */
const DEFAULT_SCORE = 40;

/**
 * Returns the rule that deploys the managed ruleset according to the arguments. An `existing` rule keeps its version of the managed
 * ruleset, its description and its foreign overrides; without a `mark`, it keeps its ref, too. `previous` are the arguments that
 * the existing rule was made from.
 */
export function owaspRule(
  args: OwaspArgs,
  managed: Ruleset,
  existing?: Rule,
  previous?: OwaspArgs,
  mark?: Mark,
): { rule: RuleWrite; problems: Problem[] } {
  const ref = args.ref ?? DEFAULT_OWASP_REF;
  const parameters = existing?.action_parameters ?? {};
  const { overrides, problems } = owaspOverrides(
    args,
    managed,
    remainingOverrides(existing, managed),
    previous,
  );
  const rule: RuleWrite = {
    ref: mark ? markedRef(ref, mark) : existing ? refOf(existing) : ref,
    action: "execute",
    action_parameters: { version: "latest", ...parameters, id: managed.id, overrides },
    expression: args.expression ?? "true",
    enabled: args.enabled ?? true,
    description: existing ? (existing.description ?? "") : managed.name,
    ...(existing?.logging?.enabled !== undefined && { logging: { enabled: existing.logging.enabled } }),
  };
  return { rule, problems };
}

/**
 * Returns the arguments that correspond to a deploying rule. With `written`, the arguments of a program, the result uses the same
 * spelling: thresholds by name, defaults omitted if they were, and only overrides of the rules and tags that `written` names,
 * because all others are foreign.
 */
export function owaspFromRule(
  rule: Rule | RuleWrite,
  managed: Ruleset,
  written?: OwaspArgs,
): Omit<OwaspArgs, "zoneId"> {
  const overrides = overridesOf(rule);
  const scoring = scoringRuleOf(managed);
  const score = overrides.rules?.find(({ id }) => id === scoring?.id);
  const rules = written
    ? writtenRules(written, overrides, managed)
    : allRules(overrides, managed, scoring?.id);
  const expression = rule.expression ?? "true";
  const enabled = rule.enabled ?? true;
  const action = (score?.action ?? scoring?.action ?? DEFAULT_OWASP_ACTION) as ManagedAction;
  return {
    paranoiaLevel: levelOf(overrides),
    scoreThreshold: thresholdOf(score?.score_threshold ?? scoring?.score_threshold ?? DEFAULT_SCORE, written),
    ...((action !== DEFAULT_OWASP_ACTION || written?.action !== undefined) && { action }),
    ...((rules.length > 0 || written?.rules !== undefined) && { rules }),
    ...((expression !== "true" || written?.expression !== undefined) && { expression }),
    ...((!enabled || written?.enabled !== undefined) && { enabled }),
    ...(written?.rulesetName !== undefined && { rulesetName: written.rulesetName }),
    ...(written?.ref !== undefined && { ref: written.ref }),
  };
}

// The highest level that is on; 0 if all levels are off.
function levelOf({ categories = [] }: Overrides): number {
  const off = new Set(categories.filter(({ enabled }) => enabled === false).map(({ category }) => category));
  return PARANOIA_LEVELS.filter((level) => !off.has(paranoiaTag(level))).at(-1) ?? 0;
}

function thresholdOf(score: number, written: OwaspArgs | undefined): OwaspArgs["scoreThreshold"] {
  return written && scoreOf(written.scoreThreshold) === score ? written.scoreThreshold : score;
}

function writtenRules(
  { rules = [] }: OwaspArgs,
  overrides: Overrides,
  managed: Ruleset,
): OwaspRuleOverride[] {
  return rules.flatMap((rule) => {
    const [target] = findTargets([rule], managed).targets;
    if (!target) return [];
    const live =
      target.by === "id"
        ? overrides.rules?.find(({ id }) => id === target.key)
        : overrides.categories?.find(({ category }) => category === target.key);
    const { number, id, tag } = rule;
    const identity = {
      ...(number !== undefined && { number }),
      ...(id !== undefined && { id }),
      ...(tag !== undefined && { tag }),
    };
    return live ? [{ ...identity, ...changesOf(live) }] : [];
  });
}

function allRules(
  overrides: Overrides,
  managed: Ruleset,
  scoringId: string | undefined,
): OwaspRuleOverride[] {
  const levels = PARANOIA_LEVELS.map(paranoiaTag);
  const tags = (overrides.categories ?? [])
    .filter(({ category }) => !levels.includes(category))
    .map((item) => ({ tag: item.category, ...changesOf(item) }));
  const single = (overrides.rules ?? [])
    .filter(({ id }) => id !== scoringId)
    .map((item) => {
      const rule = rulesOf(managed).find(({ id }) => id === item.id);
      const number = rule && numberOf(rule);
      return { ...(number === undefined ? { id: item.id } : { number }), ...changesOf(item) };
    });
  return [...single, ...tags];
}

function changesOf({
  enabled,
  action,
}: {
  enabled?: boolean | undefined;
  action?: string | undefined;
}): OwaspRuleOverride {
  return {
    ...(enabled !== undefined && { enabled }),
    // The API accepts no other action for a managed rule.
    ...(action !== undefined && { action: action as ManagedAction }),
  };
}
