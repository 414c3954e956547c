import { HOSTED_API, type ConnectionSettings } from "../connection/resolve-connection";
import { isInvalidRequest, isNotFound } from "../errors";
import type { OperationCaller } from "./operation-caller";
import { at, atPhase, scopePath, type RulesetScope } from "./request-path";
import type { RulesetWrites } from "./ruleset-writes";

const NONE = "0".repeat(32);

/**
 * Returns the same writes as dry runs, which are authorized and validated like writes and store nothing; undefined if the API is not
 * proved to know the parameter, since it would then write. Throws an EdgeError if the API gives no answer, or the credential may not
 * write.
 */
export function rulesetDryRuns({ dryRun }: OperationCaller, { baseUrl, dryRun: isOn }: ConnectionSettings) {
  const writes: RulesetWrites<void> = {
    create: (scope, body) => dryRun("createRuleset", { scope: scopePath(scope), body }),
    replace: (scope, id, body) => dryRun("replaceRuleset", { ...at(scope, id), body }),
    replaceEntrypoint: (scope, phase, body) =>
      dryRun("replaceEntrypoint", { ...atPhase(scope, phase), body }),
    addRule: (scope, id, rule) => dryRun("addRule", { ...at(scope, id), body: rule }),
    patchRule: (scope, id, ruleId, patch) =>
      dryRun("patchRule", { ...at(scope, id, { rule_id: ruleId }), body: patch }),
    removeRule: (scope, id, ruleId) => dryRun("removeRule", at(scope, id, { rule_id: ruleId })),
  };
  let proof: Promise<boolean> | undefined;
  return async (scope: RulesetScope): Promise<RulesetWrites<void> | undefined> => {
    if (isOn === false) return undefined;
    proof ??= baseUrl === HOSTED_API ? Promise.resolve(true) : isKnown(scope);
    return (await proof) ? writes : undefined;
  };

  /** Removes a rule that cannot exist, which writes nothing in any case: only the validity of the parameter makes a difference. */
  async function isKnown(scope: RulesetScope): Promise<boolean> {
    const status = async (value: string) => {
      try {
        await dryRun("removeRule", at(scope, NONE, { rule_id: NONE }), value);
      } catch (error) {
        if (isInvalidRequest(error) || isNotFound(error)) return error.status;
        throw error;
      }
      return undefined;
    };
    return (await status("invalid")) === 400 && (await status("true")) === 404;
  }
}
