import { UNKNOWN, isMembers, isUnknown, pathTo } from "../../provider/api";
import { managedRuleset, OWASP_RULESET } from "../../provider/rulebook/managed-rulesets";
import type { MaybeUnknown, Reviewed, ReviewedOwasp, ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { hasNoKnownRules, isUnknownRule, parametersOf, pathInRule, rulesetsIn } from "./judged-rules";
import { unjudged, type Verdict } from "./policy";

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

/** Names a managed ruleset for a message. */
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
