import { UNKNOWN, isMembers, isUnknown, pathTo, type Members } from "../../provider/api";
import {
  managedRuleset,
  OWASP_RULESET,
  paranoiaTag,
  PARANOIA_LEVELS,
} from "../../provider/rulebook/managed-rulesets";
import type { MaybeUnknown, Reviewed, ReviewedOwasp, ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { hasNoKnownRules, isUnknownRule, parametersOf, pathInRule, rulesetsIn } from "./judged-rules";
import { unjudged, type Verdict } from "./policy";
import { SCORE_THRESHOLDS } from "../../provider/rulesets/owasp/owasp-args";

/** An override of managed rules in a deployment. Its members may be unknown. */
export interface DeploymentOverride {
  readonly path: string;
  /** What is overridden: the whole ruleset, the rules with a tag, or one rule. */
  readonly by: "ruleset" | "tag" | "rule";
  /** The tag; the id or number of the rule; undefined for the whole ruleset. */
  readonly name: unknown;
  readonly enabled: unknown;
  readonly action: unknown;
  readonly sensitivity: unknown;
  readonly threshold: unknown;
}

/** The execution of a managed ruleset: by a rule, or by an `OwaspConfig`. */
export type ManagedDeployment = DeploymentByRule | DeploymentByConfig;

interface Deployment {
  readonly rulesetId: MaybeUnknown<string>;
  /** False, or unknown, or on. */
  readonly enabled: unknown;
  readonly overrides: readonly DeploymentOverride[];
}

export interface DeploymentByRule extends Deployment {
  readonly resource: ReviewedRuleset;
  readonly rule: ReviewedRule;
}

export interface DeploymentByConfig extends Deployment {
  readonly resource: ReviewedOwasp;
  readonly rule: undefined;
}

/** Returns the deployments of a resource, also those that are disabled. A rule that may execute a managed ruleset is one. */
export function managedDeployments(resource: Reviewed): ManagedDeployment[] {
  if (resource.kind === "owasp") return [deploymentByConfig(resource)];
  return rulesetsIn([resource]).flatMap((ruleset) =>
    ruleset.rules.flatMap((rule) => {
      const { id } = parametersOf(rule);
      const { action, enabled, action_parameters: parameters } = rule.wire;
      const rulesetId = isUnknown(parameters) ? UNKNOWN : id;
      if (action !== "execute" || typeof rulesetId !== "string") return [];
      const isManaged = isUnknown(rulesetId) ? mayExecute(ruleset) : isManagedId(rulesetId, ruleset);
      if (!isManaged) return [];
      return [{ resource: ruleset, rule, rulesetId, enabled, overrides: overridesOfRule(ruleset, rule) }];
    }),
  );
}

/** Judges each deployment of some resources. What may be one is reported as not judged. */
export function judgeDeployments(
  resources: readonly Reviewed[],
  judge: (deployment: ManagedDeployment) => Verdict[],
): Verdict[] {
  return resources.flatMap((resource) => [
    ...managedDeployments(resource).flatMap(judge),
    ...unknownDeployments(resource).map((path) => unjudged(resource, path)),
  ]);
}

/** Returns the paths of what may deploy a managed ruleset and is too unknown to tell. */
export function unknownDeployments(resource: Reviewed): string[] {
  return rulesetsIn([resource])
    .filter(mayExecute)
    .flatMap((ruleset) => {
      if (hasNoKnownRules(ruleset)) return ["rules"];
      return ruleset.rules.flatMap((rule) => {
        if (isUnknownRule(rule)) return [rule.path];
        return isUnknown(rule.wire["action"]) && rule.wire["enabled"] !== false
          ? [pathTo(rule.path, "action")]
          : [];
      });
    });
}

export function managedName(id: string): string {
  return managedRuleset(id)?.name ?? `the managed ruleset ${id}`;
}

function isManagedId(id: string, { level, phase }: ReviewedRuleset): boolean {
  // A zone executes only managed rulesets in these phases; the ids of other platforms are not public.
  return (
    managedRuleset(id) !== undefined || (level === "zone" && phase?.endsWith("_firewall_managed") === true)
  );
}

/** Whether rules of a ruleset may execute managed rulesets: those of custom phases execute custom rulesets. */
function mayExecute({ phase }: ReviewedRuleset): boolean {
  return phase === undefined || isUnknown(phase) || /_managed$|^ddos_|^http_request_sanitize$/.test(phase);
}

function deploymentByConfig(resource: ReviewedOwasp): DeploymentByConfig {
  const { enabled, rules } = resource.args;
  const items: unknown[] = Array.isArray(rules) ? rules : [];
  const overrides = items.map((item, index): DeploymentOverride => {
    const path = pathTo("rules", index);
    if (!isMembers(item)) return unknownOverride(path);
    const { tag, id, number } = item;
    return { ...override(path, tag === undefined ? "rule" : "tag", tag ?? id ?? number), ...changesOf(item) };
  });
  return {
    resource,
    rule: undefined,
    rulesetId: OWASP_RULESET,
    enabled,
    overrides: isUnknown(rules) ? [unknownOverride("rules")] : overrides,
  };
}

function overridesOfRule(ruleset: ReviewedRuleset, rule: ReviewedRule): DeploymentOverride[] {
  const parameters = rule.wire["action_parameters"];
  const { overrides } = parametersOf(rule);
  const steps = ["action_parameters", "overrides"];
  const path = pathInRule(ruleset, rule, ...steps);
  if (isUnknown(parameters) || isUnknown(overrides)) return [unknownOverride(path)];
  if (!isMembers(overrides)) return [];
  const listed = (name: "categories" | "rules", by: "tag" | "rule", key: string): DeploymentOverride[] => {
    const list = overrides[name];
    if (isUnknown(list)) return [{ ...unknownOverride(pathTo(path, name)), by }];
    return (Array.isArray(list) ? list : []).map((item: unknown, index) => {
      const at = pathInRule(ruleset, rule, ...steps, name, index);
      return isMembers(item)
        ? { ...override(at, by, item[key]), ...changesOf(item) }
        : { ...unknownOverride(at), by };
    });
  };
  return [
    { ...override(path, "ruleset", undefined), ...changesOf(overrides) },
    ...listed("categories", "tag", "category"),
    ...listed("rules", "rule", "id"),
  ].filter(
    (one) => one.by !== "ruleset" || Object.values(changesOf(overrides)).some((value) => value !== undefined),
  );
}

function changesOf({
  enabled,
  action,
  sensitivity_level: sensitivity,
  score_threshold: threshold,
}: Readonly<Record<string, unknown>>): Omit<DeploymentOverride, "path" | "by" | "name"> {
  return { enabled, action, sensitivity, threshold };
}

function override(path: string, by: DeploymentOverride["by"], name: unknown): DeploymentOverride {
  return { path, by, name, ...changesOf({}) };
}

/** An override of which nothing is known. */
function unknownOverride(path: string): DeploymentOverride {
  return {
    path,
    by: "ruleset",
    name: UNKNOWN,
    enabled: UNKNOWN,
    action: UNKNOWN,
    sensitivity: UNKNOWN,
    threshold: UNKNOWN,
  };
}

const SCORING = managedRuleset(OWASP_RULESET)?.scoringRule;
/** The threshold of the scoring rule without an override. */
const DEFAULT_THRESHOLD = 40;

/** A value of a deployment with the path where its author sets it. */
export interface Placed<T> {
  readonly path: string;
  /** Undefined if the value is invalid. */
  readonly value: MaybeUnknown<T> | undefined;
}

/** How strict a deployment of the OWASP ruleset is. */
export interface OwaspStrength {
  /** The level up to which all levels run: 0 if none does. */
  readonly level: Placed<number>;
  /** The score from which the action applies. */
  readonly threshold: Placed<number>;
  /** What happens to a request that reaches the threshold. */
  readonly action: Placed<string>;
}

/** Returns the strength of a deployment of the OWASP ruleset. `wanted` is the level up to which it matters whether a level runs. */
export function owaspStrength(deployment: ManagedDeployment, wanted: number): OwaspStrength {
  return deployment.rule === undefined
    ? strengthOfConfig(deployment.resource)
    : strengthOfRule(deployment, wanted);
}

function strengthOfConfig({ args, nameOf }: ReviewedOwasp): OwaspStrength {
  const { paranoiaLevel, scoreThreshold, action = "block" } = args;
  return {
    level: { path: nameOf("paranoia_level"), value: numberOf(paranoiaLevel, {}) },
    threshold: { path: nameOf("score_threshold"), value: numberOf(scoreThreshold, SCORE_THRESHOLDS) },
    action: { path: "action", value: typeof action === "string" ? action : undefined },
  };
}

function numberOf(value: unknown, names: Members): MaybeUnknown<number> | undefined {
  if (typeof value === "number" || isUnknown(value)) return value;
  const named = typeof value === "string" && Object.hasOwn(names, value) ? names[value] : undefined;
  return typeof named === "number" ? named : undefined;
}

function strengthOfRule({ resource, rule, overrides }: DeploymentByRule, wanted: number): OwaspStrength {
  const path = pathInRule(resource, rule, "action_parameters", "overrides");
  const scoring = overrides.filter(
    ({ by, name }) => (by === "rule" && name === SCORING) || (by !== "tag" && isUnknown(name)),
  );
  const last = (member: "threshold" | "action", byDefault: number | string): unknown => {
    const decisive = scoring.findLast((one) => one[member] !== undefined);
    // The override of an unknown rule may be that of another one.
    return decisive === undefined ? byDefault : isUnknown(decisive.name) ? UNKNOWN : decisive[member];
  };
  const [threshold, action] = [last("threshold", DEFAULT_THRESHOLD), last("action", "block")];
  return {
    level: { path, value: levelOf(overrides, wanted) },
    threshold: { path, value: numberOf(threshold, {}) },
    action: { path, value: typeof action === "string" ? action : undefined },
  };
}

function levelOf(overrides: ManagedDeployment["overrides"], wanted: number): MaybeUnknown<number> {
  const states = PARANOIA_LEVELS.map((level) => isOn(overrides, paranoiaTag(level)));
  const off = states.indexOf(false);
  // A level that is off decides, whatever the unknown ones are.
  if (off !== -1 && off < wanted) return off;
  const unknown = states.findIndex(isUnknown);
  if (unknown !== -1 && unknown < wanted) return UNKNOWN;
  return off === -1 ? PARANOIA_LEVELS.length : off;
}

/** Whether the rules of a level run. Of several overrides of a tag, the last one applies, and before that of the ruleset. */
function isOn(overrides: ManagedDeployment["overrides"], tag: string): MaybeUnknown<boolean> {
  return overrides
    .filter(({ by }) => by !== "rule")
    .reduce<MaybeUnknown<boolean>>((state, { by, name, enabled }) => {
      const applies = by === "ruleset" || name === tag;
      if (enabled === undefined || (!applies && !isUnknown(name))) return state;
      if (isUnknown(enabled) || (!applies && enabled !== state)) return UNKNOWN;
      return enabled !== false;
    }, true);
}
