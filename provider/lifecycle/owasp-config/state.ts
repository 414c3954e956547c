import type { Rule, Ruleset } from "../../api";
import { parseRef } from "../../marks";
import {
  deployingRuleOf,
  owaspFromRule,
  ownerOfRule,
  refOf,
  rulesOf,
  type OwaspArgs,
  type OwnRules,
  type RuleOwner,
} from "../../rulesets";
import { describedOf, inputsOf, OWASP_CONFIG } from "../../properties";
import { pick, requiredText } from "../inputs";
import { LifecycleError, type Properties } from "../lifecycle";
import { isMadeByStack, MARK, markOf, UNMARKED } from "../marks";

const INPUTS = inputsOf(OWASP_CONFIG);
const FIELDS = describedOf(OWASP_CONFIG);

/** Returns the live inputs. A field with an equal meaning stays as the program wrote it; `.get` has no such fields. */
export function liveInputs(outputs: Properties, rule: Rule, managed: Ruleset, zoneId: string): Properties {
  const written = outputs["stateVersion"] === undefined ? undefined : owaspArgs(outputs);
  return {
    ...pick(outputs, [...INPUTS.filter((name) => !FIELDS.includes(name)), MARK]),
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
    ...pick(inputs, [...INPUTS, MARK]),
    rulesetId: entrypoint?.id,
    ruleId: rule?.id,
    ...(isUnmarked && { [UNMARKED]: [refOf(rule)] }),
    managedRulesetId: managed.id,
    managedVersion: managed.version,
    createdEntrypoint: created || isMadeByStack(entrypoint, mark),
  };
}

/** Returns the version of the entry point in which the deploying rule is as declared: see `listThatProves`. */
export function versionOutputs({ version, last_updated, rules }: Ruleset): Properties {
  return { version, lastUpdated: last_updated, ruleCount: rules?.length };
}

/** What a removal needs to know. */
export interface Deployed {
  readonly rulesetId: string;
  readonly ruleId: string;
  readonly ruleCount: number;
}

/** Returns the deployment in a state that a list has proved. */
export function deployedAs(outputs: Properties): Deployed {
  return {
    rulesetId: requiredText(outputs, "rulesetId"),
    ruleId: requiredText(outputs, "ruleId"),
    // `listThatProves` has checked it.
    ruleCount: outputs["ruleCount"] as number,
  };
}

export function deployedIn(entrypoint: Ruleset, rule: Rule): Deployed {
  return { rulesetId: entrypoint.id, ruleId: rule.id, ruleCount: rulesOf(entrypoint).length };
}

/** Returns the owner of a deployment, for a resource whose last outputs are `olds`. */
export function deploymentOwner(rule: Rule, own: OwnRules, olds: Properties): RuleOwner {
  const owner = ownerOfRule(rule, own);
  // A state of a release without marks owns an unmarked deployment.
  const isKnown =
    olds["ruleId"] !== undefined && (markOf(olds) === undefined || olds[UNMARKED] !== undefined);
  if (owner === "unmarked" && isKnown) return "ours";
  // An interrupted attempt has written its mark into the deployment of the state, or a person has named the deployment.
  const isOrphan = owner === "suspected" && rule.id === olds["ruleId"];
  return isOrphan || own.named?.has(rule.id) === true ? "orphan" : owner;
}

/** Returns the deployment that inputs describe. */
export function owaspArgs(inputs: Properties): OwaspArgs {
  // `check` has passed these inputs.
  return pick(inputs, FIELDS) as unknown as OwaspArgs;
}

export function parseId(id: string): { zoneId: string; managedId: string } {
  const [zoneId, managedId, ...more] = id.split("/");
  if (zoneId && managedId && more.length === 0) return { zoneId, managedId };
  throw new LifecycleError(
    `${JSON.stringify(id)} is not the id of an OwaspConfig: write <zone id>/<managed ruleset id>.`,
  );
}
