import type { Rule, Ruleset } from "../provider/api";
import { parseRef } from "../provider/marks";
import { declaredOwasp, deployingRuleOf, refOf } from "../provider/rulesets";
import type { RulesetSite } from "./adopt-ruleset";
import { slug } from "./names";
import { argsFrom, type AdoptedResource } from "./program";
import type { Selected } from "./selection";

/** A deployment of OWASP as an intent, and the rule of the entry point that it stands for. */
export interface OwaspAdoption {
  readonly rule: Rule;
  /** Chooses the name of the resource. */
  readonly resource: () => AdoptedResource;
}

/**
 * Adopts the deployment of OWASP in an entry point. Returns undefined if there is none, or if no arguments of an OwaspConfig declare
 * it: then the rule is adopted like any other.
 */
export function adoptOwasp(
  entrypoint: Ruleset,
  managed: Ruleset,
  site: RulesetSite,
  { nameOf, hasRule, terraform }: Selected,
): OwaspAdoption | undefined {
  const rule = deployingRuleOf(entrypoint, managed.id);
  if (!rule || !hasRule(rule) || parseRef(refOf(rule)).mark) return undefined;
  const { args: found, reason } = declaredOwasp(entrypoint, rule, managed, site.id);
  const { zoneId, ...others } = found;
  const args = argsFrom({ zoneId, takeOver: true, ...others });
  if (!args || reason !== undefined) return undefined;
  return {
    rule,
    resource: () => ({
      kind: "OwaspConfig",
      name: nameOf(`${slug(site.name, "zone")}-owasp`),
      args,
      notes: [],
      left: [],
      importId: `${zoneId}/${managed.id}`,
      ...(terraform !== undefined && { terraform }),
    }),
  };
}
