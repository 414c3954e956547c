import { HOSTED_API, type ConnectionSettings } from "../connection/resolve-connection";
import { isInvalidRequest, isNotFound, type EdgeError } from "../errors";
import type { OperationCaller } from "./operation-caller";
import { at, scopePath, type RulesetScope } from "./request-path";
import type { DryRunEnd, RulesetWrites } from "./ruleset-writes";

const NONE = "0".repeat(32);

/**
 * For each operation, a request that every API refuses, whatever it makes of the query: it names a ruleset that cannot exist, or describes
 * one that cannot.
 */
const REFUSED = {
  createRuleset: (scope) => ({ scope: scopePath(scope), body: { name: "", kind: "none", phase: "none" } }),
  replaceRuleset: (scope) => ({ ...at(scope, NONE), body: { rules: [] } }),
  addRule: (scope) => ({ ...at(scope, NONE), body: { action: "log", expression: "true" } }),
  patchRule: (scope) => ({ ...at(scope, NONE, { rule_id: NONE }), body: { position: { index: 1 } } }),
  removeRule: (scope) => at(scope, NONE, { rule_id: NONE }),
} as const satisfies Readonly<
  Record<string, (scope: RulesetScope) => Parameters<OperationCaller["dryRun"]>[1]>
>;

type Proved = keyof typeof REFUSED;

/**
 * Returns the writes of a ruleset as dry runs, which are authorized and validated like writes and store nothing. An API that does not know
 * the parameter would carry the write out, so each operation is proved first, in zones and in accounts. Without the proof nothing is sent.
 * Throws an EdgeError if the API refuses the write or gives no answer, or the credential may not write.
 */
export function rulesetDryRuns(
  { dryRun }: OperationCaller,
  { baseUrl, dryRun: isOn }: ConnectionSettings,
): RulesetWrites<DryRunEnd> {
  const isHosted = baseUrl === HOSTED_API;
  const proofs = new Map<string, Promise<boolean>>();

  const send = async (
    name: Proved,
    scope: RulesetScope,
    input: Parameters<typeof dryRun>[1],
  ): Promise<DryRunEnd> => {
    if (isOn === false || !(await isProved(name, scope))) return "not asked";
    const result = await dryRun(name, input);
    return isHosted || result === null || result === undefined ? "accepted" : "written";
  };

  return {
    create: (scope, body) => send("createRuleset", scope, { scope: scopePath(scope), body }),
    replace: (scope, id, body) => send("replaceRuleset", scope, { ...at(scope, id), body }),
    // By the id: no request to an entry point is sure to be refused, so that nothing can prove its dry runs.
    replaceEntrypoint: (scope, _, body, live) =>
      live
        ? send("replaceRuleset", scope, { ...at(scope, live.id), body })
        : Promise.resolve("not asked" as const),
    addRule: (scope, id, rule) => send("addRule", scope, { ...at(scope, id), body: rule }),
    patchRule: (scope, id, ruleId, patch) =>
      send("patchRule", scope, { ...at(scope, id, { rule_id: ruleId }), body: patch }),
    removeRule: (scope, id, ruleId) => send("removeRule", scope, at(scope, id, { rule_id: ruleId })),
  };

  function isProved(name: Proved, scope: RulesetScope): Promise<boolean> {
    if (isHosted) return Promise.resolve(true);
    const key = `${name} ${"zoneId" in scope ? "zone" : "account"}`;
    const proof = proofs.get(key) ?? honours(name, scope);
    proofs.set(key, proof);
    return proof;
  }

  /** Whether only the validity of the parameter makes the difference between two refusals of the operation. */
  async function honours(name: Proved, scope: RulesetScope): Promise<boolean> {
    const refusalOf = async (value: string): Promise<EdgeError | undefined> => {
      try {
        await dryRun(name, REFUSED[name](scope), value);
      } catch (error) {
        if (isInvalidRequest(error) || isNotFound(error)) return error;
        throw error;
      }
      return undefined;
    };
    const invalid = await refusalOf("invalid");
    if (invalid?.status !== 400) return false;
    const valid = await refusalOf("true");
    if (name !== "createRuleset") return valid?.status === 404;
    // The texts can repeat the request, so only what is the same for equal refusals is compared.
    return isInvalidRequest(valid) && (valid.code !== invalid.code || valid.pointer !== invalid.pointer);
  }
}
