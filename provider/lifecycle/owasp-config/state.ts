import type { Rule, Ruleset } from "../../api";
import { parseRef } from "../../marks";
import {
  deployingRuleOf,
  OWASP_FIELDS,
  owaspFromRule,
  ownerOfRule,
  refOf,
  rulesOf,
  type OwaspArgs,
  type OwnRules,
  type RuleOwner,
} from "../../rulesets";
import { COMMON, pick, requiredText } from "../inputs";
import { LifecycleError, type Properties } from "../lifecycle";
import { isMadeByStack, MARK, markOf, UNMARKED } from "../marks";

/** Names of the arguments of an OwaspConfig. */
export const OWASP_ARGUMENTS = [...OWASP_FIELDS, "takeOver", ...COMMON] as const;

/** As the program wrote it where that is what is deployed; `.get` has nothing written. */
export function liveInputs(outputs: Properties, rule: Rule, managed: Ruleset, zoneId: string): Properties {
  const written = outputs["stateVersion"] === undefined ? undefined : owaspArgs(outputs);
  return {
    ...pick(outputs, [...COMMON, "takeOver", MARK]),
    ...owaspFromRule(rule, managed, written),
    zoneId,
  };
}

export function outputsOf(
  inputs: Properties,
  entrypoint: Ruleset | undefined,
  managed: Ruleset,
  created: boolean,
): Properties {
  const mark = markOf(inputs);
  const rule = deployingRuleOf(entrypoint, managed.id);
  const isUnmarked = mark !== undefined && rule !== undefined && parseRef(refOf(rule)).mark === undefined;
  return {
    ...pick(inputs, [...OWASP_ARGUMENTS, MARK]),
    rulesetId: entrypoint?.id,
    ruleId: rule?.id,
    ...(isUnmarked && { [UNMARKED]: [refOf(rule)] }),
    managedRulesetId: managed.id,
    managedVersion: managed.version,
    createdEntrypoint: created || isMadeByStack(entrypoint, mark),
  };
}

/** What a later list proves against: the version of the entry point in which the deploying rule is as it should be. */
export function seen({ version, last_updated, rules }: Ruleset): Properties {
  return { version, lastUpdated: last_updated, ruleCount: rules?.length };
}

/** What a removal has to know. */
export interface Deployed {
  readonly rulesetId: string;
  readonly ruleId: string;
  readonly ruleCount: number;
}

/** As the state has it, where that is proven. */
export function deployedAs(outputs: Properties): Deployed {
  return {
    rulesetId: requiredText(outputs, "rulesetId"),
    ruleId: requiredText(outputs, "ruleId"),
    ruleCount: outputs["ruleCount"] as number,
  };
}

export function deployedIn(entrypoint: Ruleset, rule: Rule): Deployed {
  return { rulesetId: entrypoint.id, ruleId: rule.id, ruleCount: rulesOf(entrypoint).length };
}

/** Whose a deployment is, to a resource whose last outputs are `olds`. A state without a mark holds an unmarked one. */
export function deploymentOwner(rule: Rule, own: OwnRules, olds: Properties): RuleOwner {
  const owner = ownerOfRule(rule, own);
  const isKnown =
    olds["ruleId"] !== undefined && (markOf(olds) === undefined || olds[UNMARKED] !== undefined);
  return owner === "unmarked" && isKnown ? "ours" : owner;
}

/** Inputs that `check` has passed. */
export function owaspArgs(inputs: Properties): OwaspArgs {
  return pick(inputs, OWASP_FIELDS) as unknown as OwaspArgs;
}

export function parseId(id: string): { zoneId: string; managedId: string } {
  const [zoneId, managedId, ...more] = id.split("/");
  if (zoneId && managedId && more.length === 0) return { zoneId, managedId };
  throw new LifecycleError(
    `${JSON.stringify(id)} is no id of an OwaspConfig: write <zone id>/<managed ruleset id>.`,
  );
}
