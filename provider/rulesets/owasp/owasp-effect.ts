import type { Overrides, Rule, RuleWrite, Ruleset } from "../../api/wire";
import { overridesOf, scoringRuleOf } from "./managed-ruleset";
import { PARANOIA_LEVELS, paranoiaTag } from "../../rulebook/managed-rulesets";
import { rulesOf } from "../rules/ownership";
import { DEFAULT_OWASP_ACTION, scoreOf, type OwaspArgs } from "./owasp-args";
import { owaspFromRule } from "./owasp-rule";
import { counted } from "../../words";

/** The arguments of a deployment that decide how strict it is. */
type OwaspStrength = Pick<
  OwaspArgs,
  "paranoiaLevel" | "scoreThreshold" | "action" | "enabled" | "expression"
>;

/** The managed rules that are on in a deployment, by id, each with its effective action. The scoring rule is not included. */
export type ActiveRules = ReadonlyMap<string, { readonly rule: Rule; readonly action: string | undefined }>;

/** The number of rules of a paranoia level that are on, of all rules of that level. */
export interface LevelCount {
  readonly level: number;
  readonly on: number;
  readonly of: number;
}

/** The effect of a change of a deployment on the managed rules, without the scoring rule. */
export interface OwaspEffect {
  /** What is weaker or stronger afterwards: `weaker: the score threshold rises from 40 to 60`. Empty for a first deployment. */
  readonly strengths: readonly string[];
  readonly turnedOn: readonly Rule[];
  readonly turnedOff: readonly Rule[];
  /** The rules that are on before and after, with another action. */
  readonly acting: readonly Rule[];
  /** The number of rules that are on after the change, of all rules. */
  readonly on: number;
  readonly of: number;
  /** The counts per level, without levels that have no rules. */
  readonly levels: readonly LevelCount[];
}

/**
 * Returns the managed rules that are on when `deploying` executes them. The override of a rule takes precedence over those of its
 * tags (the last one listed wins), and these over the override of the whole ruleset.
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

/** Returns the effect of replacing the deploying rule `before` with `after`. Without `before`, nothing was deployed. */
export function owaspEffect(
  before: Rule | RuleWrite | undefined,
  after: Rule | RuleWrite,
  managed: Ruleset,
): OwaspEffect {
  const [was, is] = [activeRules(before, managed), activeRules(after, managed)];
  const rules = detectionRules(managed);
  return {
    strengths: before ? strengthsOf(owaspFromRule(before, managed), owaspFromRule(after, managed)) : [],
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

/** Returns the effective `enabled` and `action` of a managed rule under overrides. */
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

/** The actions on a score from the weakest to the strongest. */
export const ACTIONS_BY_STRENGTH = ["log", "js_challenge", "challenge", "managed_challenge", "block"];

function strengthsOf(before: OwaspStrength, after: OwaspStrength): string[] {
  const [was, is] = [before, after].map(
    ({ enabled = true, action = DEFAULT_OWASP_ACTION, expression = EVERY_REQUEST, ...settings }) => ({
      enabled,
      action,
      expression,
      level: settings.paranoiaLevel,
      threshold: scoreOf(settings.scoreThreshold),
    }),
  );
  if (!was || !is) return [];
  if (was.enabled !== is.enabled)
    return [is.enabled ? "stronger: the deployment is turned on" : "weaker: the deployment is turned off"];
  const rank = (action: string) => ACTIONS_BY_STRENGTH.indexOf(action);
  const side = (gain: number) => (gain > 0 ? "stronger" : "weaker");
  const moves = (gain: number) => (gain > 0 ? "rises" : "falls");
  const level = is.level - was.level;
  const threshold = is.threshold - was.threshold;
  return [
    ...(level === 0
      ? []
      : [`${side(level)}: the paranoia level ${moves(level)} from ${was.level} to ${is.level}`]),
    ...(threshold === 0
      ? []
      : [
          `${side(-threshold)}: the score threshold ${moves(threshold)} from ${was.threshold} to ${is.threshold}`,
        ]),
    ...(was.action === is.action
      ? []
      : [
          `${side(rank(is.action) - rank(was.action))}: the action changes from ${was.action} to ${is.action}`,
        ]),
    ...inspected(was.expression, is.expression),
  ];
}

const EVERY_REQUEST = "true";

/** Says which requests are inspected, without the expression: it may be long, or secret, and differs from zone to zone. */
function inspected(was: string, is: string): string[] {
  if (was === is) return [];
  if (is === EVERY_REQUEST)
    return ["stronger: all requests are inspected, not only those that match its expression"];
  if (was === EVERY_REQUEST) return ["weaker: only requests that match its expression are inspected"];
  return ["its expression changes: other requests are inspected"];
}

/** Describes an effect in one line: what is weaker or stronger, how many managed rules it turns on and off, and how many are on afterwards. */
export function describeEffect(effect: OwaspEffect): string {
  const { strengths, turnedOn, turnedOff, acting, on, of, levels } = effect;
  const counts = levels.map((count) => `${count.on} of ${count.of} of level ${count.level}`).join(", ");
  const rules = (count: number) => counted(count, "managed rule");
  const turned = [
    ...(turnedOn.length > 0 ? [`${rules(turnedOn.length)} on`] : []),
    ...(turnedOff.length > 0
      ? [`${turnedOn.length > 0 ? turnedOff.length : rules(turnedOff.length)} off`]
      : []),
  ];
  const touched = [
    ...(turned.length > 0 ? [`turns ${turned.join(" and ")}`] : []),
    ...(acting.length > 0
      ? [`changes the action of ${turned.length > 0 ? acting.length : rules(acting.length)}`]
      : []),
  ];
  const says = [...strengths, ...(touched.length > 0 ? [touched.join(", ")] : [])];
  const noun = touched.length > 0 ? "" : "managed rules ";
  return [
    ...says,
    `${says.length > 0 ? "then " : ""}${on} of ${of} ${noun}are on${counts ? ` (${counts})` : ""}`,
  ].join("; ");
}

/** Lists the affected managed rules, one per line: `+` is turned on, `-` is turned off, `~` has another action. */
export function nameEffect({ turnedOn, turnedOff, acting }: OwaspEffect): string[] {
  const named = (sign: string, rules: readonly Rule[]) =>
    rules.map(({ id, description }) => `${sign} ${description || id}`);
  return [...named("+", turnedOn), ...named("-", turnedOff), ...named("~", acting)];
}
