import {
  containsUnknown,
  isMembers,
  isUnknown,
  ManagedAction,
  type Members,
  type Ruleset,
  type RuleWrite,
} from "../../provider/api";
import { OWASP_RULESET } from "../../provider/rulebook/managed-rulesets";
import {
  DEFAULT_OWASP_ACTION,
  owaspEffect,
  type OwaspEffect,
  owaspRule,
  type OwaspRuleOverride,
  SCORE_THRESHOLDS,
} from "../../provider/rulesets";
import type { PlannedStep } from "../documents/planned-change";
import type { ReviewedOwasp, ReviewedRuleset } from "../model/reviewed";
import type { Operation, OwaspReview, OwaspSettings, Shown } from "./review";
import {
  argumentSettings,
  laterOf,
  settingChanges,
  type Settings,
  shownOrNull,
  shownValue,
  subjectOf,
} from "./shown";

/** Describes the change of an OWASP deployment. `managed` is the managed ruleset, if it was read. */
export function reviewOwasp(
  operation: Operation,
  before: ReviewedOwasp | undefined,
  after: ReviewedOwasp | undefined,
  managed: Ruleset | undefined,
): OwaspReview {
  const shown = laterOf(before, after);
  const [from, to] = [before && settingsOf(before), after && settingsOf(after)];
  return {
    ...subjectOf(shown),
    operation,
    before: from ?? null,
    after: to ?? null,
    settings: settingChanges(before && otherSettings(before), after && otherSettings(after), shown),
    texts: [...inWords(from, to), ...(before && after ? otherChanges(before, after) : [])],
    repaired: before && after ? repairedBy(before, after) : [],
    effect: managed ? effectOf(before, after, managed) : null,
  };
}

/**
 * Returns, for each step that removes a deployment which another resource of the program takes over, the step of that resource, and the
 * other way round: a resource that is renamed without an alias.
 */
export function owaspHandovers(steps: readonly PlannedStep[]): Map<PlannedStep, PlannedStep> {
  const created = steps.filter(({ operation, after }) => operation === "create" && after?.kind === "owasp");
  const found = new Map<PlannedStep, PlannedStep>();
  for (const removed of steps) {
    const { operation, before } = removed;
    if (operation !== "delete" || before?.kind !== "owasp") continue;
    const successor = created.find(({ after }) => after?.kind === "owasp" && isSameDeployment(before, after));
    if (!successor || found.has(successor)) continue;
    found.set(removed, successor).set(successor, removed);
  }
  return found;
}

function isSameDeployment(one: ReviewedOwasp, other: ReviewedOwasp): boolean {
  const { id } = one.place;
  const names = [one.args["rulesetName"], other.args["rulesetName"]];
  return id !== undefined && !isUnknown(id) && id === other.place.id && names[0] === names[1];
}

/** Describes the removal of a resource whose deployment another one takes over. What changes is said of that one. */
export function handedOverTo(
  successor: ReviewedOwasp,
  removed: ReviewedOwasp,
  review: OwaspReview,
): OwaspReview {
  const isOn = review.after?.enabled === true;
  const text = `The resource is removed, and ${successor.label} takes its deployment over${isOn ? ": OWASP stays on" : ""}.`;
  return { ...review, ...subjectOf(removed), settings: [], repaired: [], texts: [text] };
}

/** The arguments that `OwaspSettings` has, and the zone, by which the changes are ordered. */
const SHOWN_APART = ["zoneId", "paranoiaLevel", "scoreThreshold", "action", "expression", "enabled", "rules"];

function otherSettings(owasp: ReviewedOwasp): Settings {
  return argumentSettings(owasp, SHOWN_APART);
}

function settingsOf(owasp: ReviewedOwasp): OwaspSettings {
  const { paranoiaLevel, scoreThreshold, action = DEFAULT_OWASP_ACTION, expression = "true" } = owasp.args;
  return {
    level: shownOrNull(paranoiaLevel, owasp.isSecret("paranoiaLevel")),
    threshold: shownOrNull(scoreOf(scoreThreshold), owasp.isSecret("scoreThreshold")),
    action: shownValue(action, owasp.isSecret("action")),
    expression: shownValue(expression, owasp.isSecret("expression")),
    enabled: owasp.args["enabled"] !== false,
    overrides: overridesOf(owasp),
  };
}

/** Returns a threshold as a number, if its name is known. */
function scoreOf(threshold: unknown): unknown {
  const scores: Members = SCORE_THRESHOLDS;
  return typeof threshold === "string" && Object.hasOwn(scores, threshold) ? scores[threshold] : threshold;
}

function overridesOf({ args: { rules }, isSecret }: ReviewedOwasp): string[] {
  if (rules === undefined) return [];
  if (isSecret("rules")) return ["overrides that are secret"];
  if (!Array.isArray(rules)) return ["overrides that are not known yet"];
  return rules.map((override: unknown) => {
    if (!isMembers(override)) return "an override that is not known yet";
    const { number, id, tag, enabled, action } = override;
    const target = tag === undefined ? `rule ${textOf(number ?? id)}` : `tag ${textOf(tag)}`;
    const changes = [
      ...(enabled === undefined
        ? []
        : [enabled === true ? "on" : enabled === false ? "off" : textOf(enabled)]),
      ...(action === undefined ? [] : [`action ${textOf(action)}`]),
    ];
    return `${target}: ${changes.join(", ")}`;
  });
}

function textOf(value: unknown): string {
  return isUnknown(value) || (typeof value !== "string" && typeof value !== "number")
    ? "(unknown)"
    : String(value);
}

function inWords(before: OwaspSettings | undefined, after: OwaspSettings | undefined): string[] {
  if (!after) return ["OWASP is removed: no managed OWASP rule inspects requests any more."];
  if (!before)
    return [`OWASP is deployed: ${stated(after)}${after.enabled ? "" : ", but it is turned off"}.`];
  const differs = (name: "level" | "threshold" | "action" | "expression") =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const [gone, added] = [overridesWithout(before, after), overridesWithout(after, before)];
  return [
    ...(before.enabled === after.enabled
      ? []
      : [after.enabled ? "OWASP is turned on." : "OWASP is turned off."]),
    ...(["level", "threshold", "action", "expression"] as const)
      .filter(differs)
      .map((name) => `The ${LABELS[name]} changes from ${plain(before[name])} to ${plain(after[name])}.`),
    ...added.map((override) => `An override is added: ${override}.`),
    ...gone.map((override) => `An override is removed: ${override}.`),
  ];
}

/** Arguments that decide where the deployment is, and what it is called. */
const OTHER_ARGUMENTS = ["rulesetName", "ref", "connection"];

/** Returns in words what else changes: other arguments, and what the update repairs. */
function otherChanges(before: ReviewedOwasp, after: ReviewedOwasp): string[] {
  const shown = ({ args, isSecret }: ReviewedOwasp, name: string) =>
    plain(shownOrNull(args[name], isSecret(name)));
  const changed = OTHER_ARGUMENTS.filter((name) => shown(before, name) !== shown(after, name));
  return [
    ...changed.map(
      (name) => `The argument ${name} changes from ${shown(before, name)} to ${shown(after, name)}.`,
    ),
    ...repairedBy(before, after).map((line) => `Repaired: ${line}.`),
  ];
}

function repairedBy(before: ReviewedOwasp, after: ReviewedOwasp): string[] {
  const drift: readonly unknown[] = Array.isArray(before.args["drift"]) ? before.args["drift"] : [];
  return after.args["drift"] === undefined ? drift.map(textOf) : [];
}

const LABELS = {
  level: "paranoia level",
  threshold: "score threshold",
  action: "action",
  expression: "expression",
};

function stated({ level, threshold, action, expression, overrides }: OwaspSettings): string {
  const isForAll = plain(expression) === "true";
  return [
    `paranoia level ${plain(level)}, score threshold ${plain(threshold)}, action ${plain(action)}`,
    ...(isForAll ? [] : [`only for requests with ${plain(expression)}`]),
    ...(overrides.length > 0 ? [`overriding ${overrides.slice(0, MAX_OVERRIDES).join("; ")}`] : []),
    ...(overrides.length > MAX_OVERRIDES ? [`and ${overrides.length - MAX_OVERRIDES} more`] : []),
  ].join(", ");
}

/** Overrides that a sentence names. */
const MAX_OVERRIDES = 5;

function plain(value: Shown | null): string {
  if (value === null) return "(not set)";
  return "text" in value ? value.text : value.hidden === "secret" ? "(secret)" : "(not known yet)";
}

/** Returns the overrides of a deployment that another one does not have. */
export function overridesWithout({ overrides }: OwaspSettings, other: OwaspSettings): string[] {
  const known = new Set(other.overrides);
  return overrides.filter((override) => !known.has(override));
}

/** Returns the effect on the managed rules. Null if the arguments are not known. */
function effectOf(
  before: ReviewedOwasp | undefined,
  after: ReviewedOwasp | undefined,
  managed: Ruleset,
): OwaspReview["effect"] {
  const [from, to] = [before && deployingRule(before, managed), after && deployingRule(after, managed)];
  if ((before && !from) || (after && !to)) return null;
  const effect = to ? owaspEffect(from, to, managed) : from && removed(owaspEffect(undefined, from, managed));
  if (!effect) return null;
  const named = (rules: OwaspEffect["turnedOn"]) =>
    rules.map(({ id, description }) => ({ id, description: description ?? "" }));
  return {
    turnedOn: named(effect.turnedOn),
    turnedOff: named(effect.turnedOff),
    acting: named(effect.acting),
    on: effect.on,
    of: effect.of,
  };
}

/** The removal of a deployment turns off what the deployment turns on. */
function removed(effect: OwaspEffect): OwaspEffect {
  return { ...effect, turnedOn: [], turnedOff: effect.turnedOn, acting: [], on: 0 };
}

function deployingRule({ args }: ReviewedOwasp, managed: Ruleset): RuleWrite | undefined {
  const { paranoiaLevel, action, rules = [], enabled = true } = args;
  const scoreThreshold = scoreOf(args["scoreThreshold"]);
  if (typeof paranoiaLevel !== "number" || typeof scoreThreshold !== "number") return undefined;
  if (!Array.isArray(rules) || !rules.every(isMembers) || typeof enabled !== "boolean") return undefined;
  if (containsUnknown([action, rules])) return undefined;
  return owaspRule(
    { zoneId: "", paranoiaLevel, scoreThreshold, ...actionOf(action), rules: rules.map(overrideOf), enabled },
    managed,
  ).rule;
}

/** Nothing has validated an override. Without its members of another type, it changes nothing, or matches no managed rule. */
function overrideOf({ number, id, tag, enabled, action }: Members): OwaspRuleOverride {
  return {
    ...(typeof number === "string" && { number }),
    ...(typeof id === "string" && { id }),
    ...(typeof tag === "string" && { tag }),
    ...(typeof enabled === "boolean" && { enabled }),
    ...actionOf(action),
  };
}

function actionOf(action: unknown): { readonly action?: ManagedAction } {
  const { data } = ManagedAction.safeParse(action);
  return data === undefined ? {} : { action: data };
}

const LEVEL_TAG = /^paranoia-level-([1-4])$/;
const LEVELS = [4, 3, 2, 1];

/**
 * Returns the deployment of the OWASP ruleset that rules of an entry point declare, as if `OwaspConfig` had declared it; undefined if
 * none does. Programs of the vendor's own providers write such rules.
 */
export function owaspOf(ruleset: ReviewedRuleset | undefined): ReviewedOwasp | undefined {
  const rule = ruleset?.rules.find(({ wire }) => {
    const { action, action_parameters: parameters } = wire;
    return action === "execute" && isMembers(parameters) && parameters["id"] === OWASP_RULESET;
  });
  if (!ruleset || !rule) return undefined;
  const { origin, urn, name, label, nameOf, position, place } = ruleset;
  const isSecret = () => ruleset.isSecret(`${rule.path}.${nameOf("action_parameters")}`);
  return {
    origin,
    urn,
    name,
    label,
    nameOf,
    place,
    isSecret,
    kind: "owasp",
    ...(position && { position }),
    args: argsOf(rule.wire),
  };
}

function argsOf({ action_parameters: parameters, expression, enabled }: Members): Members {
  const overrides = isMembers(parameters) ? parameters["overrides"] : undefined;
  const { categories, rules, enabled: all } = isMembers(overrides) ? overrides : {};
  const tags = membersOf(categories);
  const off = new Set(tags.filter((tag) => tag["enabled"] === false).map(({ category }) => String(category)));
  // The scoring rule is the only one that has a threshold.
  const scoring = membersOf(rules).find((rule) => rule["score_threshold"] !== undefined);
  return {
    paranoiaLevel: LEVELS.find((level) => !off.has(`paranoia-level-${level}`)) ?? 0,
    ...(scoring && { scoreThreshold: scoring["score_threshold"] }),
    ...(scoring?.["action"] !== undefined && { action: scoring["action"] }),
    expression,
    enabled: enabled !== false && all !== false,
    rules: [
      ...tags
        .filter(({ category }) => !LEVEL_TAG.test(String(category)))
        .map(({ category, ...changes }) => ({ tag: category, ...changes })),
      ...membersOf(rules).filter((rule) => rule !== scoring),
    ],
  };
}

function membersOf(list: unknown): readonly Members[] {
  return Array.isArray(list) ? list.filter(isMembers) : [];
}
