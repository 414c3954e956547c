import { isMembers, isUnknown, type Members } from "../../provider/api";
import { DEFAULT_OWASP_NAME, PARANOIA_LEVELS, paranoiaTag } from "../../provider/rulesets";
import { SCORING } from "../../provider/rulesets/hazards/overrides";
import { managedIdOf } from "../../provider/rulesets/owasp/managed-ids";
import type { Reviewed, ReviewedOwasp, ReviewedRuleset } from "../model/reviewed";

const OWASP = managedIdOf(DEFAULT_OWASP_NAME);
const MANAGED_PHASE = "http_request_firewall_managed";

/** A deployment of the OWASP ruleset in a zone. Any value may be unknown. */
export interface OwaspDeployment {
  readonly resource: ReviewedOwasp | ReviewedRuleset;
  /** The path of the rule that executes the ruleset; "" for an `OwaspConfig`. */
  readonly path: string;
  /** The paranoia level, 0 if all levels are off. */
  readonly level: unknown;
  readonly enabled: unknown;
  /** What happens to a request that reaches the score threshold. Undefined for the default. */
  readonly action: unknown;
}

/** Returns the deployments of a resource: an `OwaspConfig`, or the rules of a zone's entry point that execute the ruleset. */
export function owaspDeployments(resource: Reviewed): OwaspDeployment[] {
  if (resource.kind === "owasp") {
    const { paranoiaLevel: level, enabled, action } = resource.args;
    return [{ resource, path: "", level, enabled, action }];
  }
  if (resource.kind !== "ruleset" || resource.level !== "zone") return [];
  return resource.rules.flatMap(({ path, wire }) => {
    const { action, action_parameters: parameters, enabled } = wire;
    if (action !== "execute" || !isMembers(parameters) || parameters["id"] !== OWASP) return [];
    return [{ resource, path, enabled, ...effectOf(parameters["overrides"]) }];
  });
}

/** Whether a part of the resource that is not known yet may deploy the OWASP ruleset. */
export function mayDeployOwasp(resource: Reviewed): boolean {
  if (resource.kind !== "ruleset" || resource.level !== "zone" || !resource.hasUnknownRules) return false;
  if (resource.phase !== MANAGED_PHASE && !isUnknown(resource.phase)) return false;
  return (
    resource.rules.length === 0 ||
    resource.rules.some(({ wire: { action, action_parameters: parameters } }) => {
      if (action === undefined || isUnknown(action)) return true;
      return action === "execute" && (!isMembers(parameters) || isUnknown(parameters["id"]));
    })
  );
}

function effectOf(overrides: unknown): Pick<OwaspDeployment, "level" | "action"> {
  if (isUnknown(overrides)) return { level: overrides, action: overrides };
  const { enabled: all, categories, rules } = isMembers(overrides) ? overrides : {};
  const scoring = itemsOf(rules).find(({ id }) => id === SCORING);
  return {
    level: isUnknown(categories) ? categories : levelOf(all, itemsOf(categories)),
    action: scoring?.["action"],
  };
}

/** Returns the highest level that is on, or an unknown value that decides about it. */
function levelOf(all: unknown, categories: readonly Members[]): unknown {
  for (const level of PARANOIA_LEVELS.toReversed()) {
    const single = categories.findLast(({ category }) => category === paranoiaTag(level));
    const enabled = single?.["enabled"] ?? all ?? true;
    if (enabled !== false) return isUnknown(enabled) ? enabled : level;
  }
  return 0;
}

function itemsOf(list: unknown): readonly Members[] {
  return Array.isArray(list) ? list.filter(isMembers) : [];
}
