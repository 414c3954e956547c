import { containsUnknown, type Rule, type Ruleset } from "../provider/api";
import { parseRef } from "../provider/marks";
import { judgeExpression } from "../provider/rulebook";
import {
  checkOwasp,
  checkScores,
  DEFAULT_OWASP_REF,
  deployingRuleOf,
  owaspFromRule,
  owaspRule,
  refOf,
  repeatedTargets,
  sameDeployment,
  type OwaspArgs,
} from "../provider/rulesets";
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
 * Adopts the deployment of OWASP in an entry point. Returns undefined if there is none, or if its overrides say more than the
 * arguments of an OwaspConfig can: then the rule is adopted like any other.
 */
export function adoptOwasp(
  entrypoint: Ruleset,
  managed: Ruleset,
  site: RulesetSite,
  { nameOf, hasRule, terraform }: Selected,
): OwaspAdoption | undefined {
  const rule = deployingRuleOf(entrypoint, managed.id);
  if (!rule || !hasRule(rule) || parseRef(refOf(rule)).mark) return undefined;
  const found = argsOf(rule, managed, site.id);
  const { zoneId, ...others } = found;
  const args = argsFrom({ zoneId, takeOver: true, ...others });
  if (!args || !isDeclarable(found, rule, managed)) return undefined;
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

function argsOf(rule: Rule, managed: Ruleset, zoneId: string): OwaspArgs {
  const ref = refOf(rule);
  // The API uses the id as the ref of a rule that has none: no name to keep.
  const isNamed = ref !== rule.id && ref !== DEFAULT_OWASP_REF;
  return { zoneId, ...owaspFromRule(rule, managed), ...(isNamed && { ref }) };
}

/** Whether a preview accepts the arguments, and the update has nothing to write. */
function isDeclarable(args: OwaspArgs, rule: Rule, managed: Ruleset): boolean {
  const { expression = "true" } = args;
  if (containsUnknown(args) || checkOwasp(args).length > 0 || checkScores(managed).length > 0) return false;
  if (judgeExpression(expression, { phase: "http_request_firewall_managed" })) return false;
  if (repeatedTargets(args.rules ?? [], managed).length > 0) return false;
  const { rule: written, problems } = owaspRule(args, managed, rule);
  // A preview checks the arguments without the live rule.
  return (
    problems.length === 0 &&
    owaspRule(args, managed).problems.length === 0 &&
    sameDeployment(rule, { ...written, ref: refOf(rule) }, managed)
  );
}
