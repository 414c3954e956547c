import type { Rule, Ruleset } from "../../api";
import { parseRef } from "../../marks";
import {
  asKept,
  declaredOwasp,
  deployingRuleOf,
  keptOwasp,
  notOwaspReason,
  owaspFromRule,
  ownerOfRule,
  refOf,
  rulesOf,
  type KeptOwasp,
  type OwaspArgs,
  type OwnRules,
  type RuleOwner,
} from "../../rulesets";
import { argumentsOf, describedOf, inputsOf, OWASP_CONFIG } from "../../properties";
import { pick, requiredText } from "../inputs";
import { type Context, LifecycleError, type Live, type Properties } from "../lifecycle";
import { isMadeByStack, markOf } from "../evidence";
import { KEPT, MARK, UNMARKED } from "../../properties/hidden";

const INPUTS = inputsOf(OWASP_CONFIG);
const ARGUMENTS = argumentsOf(OWASP_CONFIG);
const FIELDS = describedOf(OWASP_CONFIG);

/** Returns the live inputs of a state. A field with an equal meaning stays as the program wrote it. */
export function liveInputs(outputs: Properties, rule: Rule, managed: Ruleset, zoneId: string): Properties {
  return {
    ...pick(outputs, [...ARGUMENTS.filter((name) => !FIELDS.includes(name)), MARK]),
    ...owaspFromRule(rule, managed, owaspArgs(outputs)),
    zoneId,
  };
}

/** Returns what the deployment keeps, according to a state; undefined for a state of a release without it. */
export function keptIn(outputs: Properties): KeptOwasp | undefined {
  // Only `outputsOf` writes it.
  return outputs[KEPT] as KeptOwasp | undefined;
}

/** Returns what the deployment keeps after a write: what it kept before, or what a new resource finds. */
export function keptAfter(
  args: OwaspArgs,
  managed: Ruleset,
  rule: Rule | undefined,
  olds: Properties,
): KeptOwasp | undefined {
  const known = keptIn(olds);
  return rule ? keptOwasp(args, managed, known ? asKept(rule, known) : rule) : known;
}

/**
 * Returns what an import or `.get` finds.
 *
 * @throws LifecycleError for a ruleset that is not OWASP, and for a deployment without an owner that the arguments do not declare: an
 * import would let the next change of the resource change the deployment in another way, too
 */
export function firstLive(
  entrypoint: Ruleset,
  rule: Rule,
  managed: Ruleset,
  zoneId: string,
  language: Context["language"],
): Live {
  const { args, reason } = declaredOwasp(entrypoint, rule, managed, zoneId, language);
  // No update changes the deployment of another owner.
  const refusal = parseRef(refOf(rule)).mark ? notOwaspReason(managed) : reason;
  if (refusal !== undefined) {
    throw new LifecycleError(
      `The deployment of ${JSON.stringify(managed.name)} in zone ${zoneId} (rule ${rule.id}) cannot be an OwaspConfig: ${refusal}. ` +
        "Manage its rule with the action execute in a ZoneEntrypointRuleset of http_request_firewall_managed, or change the " +
        "deployment first.",
    );
  }
  const inputs = { ...args };
  const outputs = outputsOf(inputs, entrypoint, managed, false, keptOwasp(args, managed, rule));
  return { inputs, outputs: { ...outputs, ...versionOutputs(entrypoint) } };
}

export function outputsOf(
  inputs: Properties,
  entrypoint: Ruleset | undefined,
  managed: Ruleset,
  created: boolean,
  kept: KeptOwasp | undefined,
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
    ...(kept && { [KEPT]: kept }),
    createdEntrypoint: created || isMadeByStack(entrypoint, mark),
  };
}

/** Returns the version of the entry point in which the deploying rule is as declared: see `listThatProves`. */
export function versionOutputs({ version, last_updated, rules }: Ruleset): Properties {
  return { version, lastUpdated: last_updated, ruleCount: rules?.length };
}

/** Returns the deployment in a state that a list has proved. */
export function deployedAs(outputs: Properties) {
  return {
    rulesetId: requiredText(outputs, "rulesetId"),
    ruleId: requiredText(outputs, "ruleId"),
    // `listThatProves` has checked it.
    ruleCount: outputs["ruleCount"] as number,
  };
}

export function deployedIn(entrypoint: Ruleset, rule: Rule): ReturnType<typeof deployedAs> {
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
