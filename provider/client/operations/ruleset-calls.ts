import type {
  EntrypointReplace,
  RuleAdd,
  RulePatch,
  Ruleset,
  RulesetCreate,
  RulesetReplace,
  RulesetSummary,
} from "../../api/wire";
import { ChangedError } from "../errors";
import { readAt, type Basis } from "../queue/basis";
import type { OperationCaller, OperationInput } from "./operation-caller";
import { listCursor } from "./list-pages";
import { at, atPhase, scopePath, type RulesetScope } from "./request-path";
import type { RulesetKeys } from "../queue/keyed-mutex";

/**
 * Ruleset operations. Writes to the same ruleset run one after another, in the order of the calls. A write with `basedOn` is sent
 * only while the ruleset has the version that was read: if that read is old, or the write must be repeated, the ruleset is read
 * again, and ChangedError is thrown if somebody has changed it.
 */
export function rulesetCalls({ call, page }: OperationCaller, keys: RulesetKeys) {
  const exclusive = <I extends OperationInput & { scope: string }>(input: I, idOrPhase: string) => ({
    ...input,
    mutexKey: keys.of(input.scope, idOrPhase),
  });
  async function get(scope: RulesetScope, id: string): Promise<Ruleset> {
    const input = at(scope, id);
    return keys.learn(input.scope, await call("getRuleset", input));
  }
  /** Relies on the version of a ruleset. */
  const basisOn = (scope: RulesetScope, basedOn: RulesetSummary | undefined): Basis | undefined =>
    basedOn && {
      readAt: readAt(basedOn),
      confirm: async () => {
        const now = await get(scope, basedOn.id);
        if (now.version === basedOn.version) return readAt(now);
        throw new ChangedError(
          `the ruleset ${basedOn.id} was changed meanwhile: version ${basedOn.version} was read, and ${now.version} is live`,
          { hint: "Nothing was written over that change. Try again." },
        );
      },
    };
  return {
    /** Lists rulesets, without their rules. */
    list: async (scope: RulesetScope) =>
      listCursor("rulesets", (cursor) =>
        page("listRulesets", { scope: scopePath(scope), query: { cursor } }),
      ),
    async create(scope: RulesetScope, body: RulesetCreate) {
      const input = exclusive({ scope: scopePath(scope), body }, body.phase);
      return keys.learn(input.scope, await call("createRuleset", input));
    },
    get,
    async replace(scope: RulesetScope, id: string, body: RulesetReplace, basedOn?: RulesetSummary) {
      const basis = basisOn(scope, basedOn);
      return call("replaceRuleset", exclusive({ ...at(scope, id), body, basis }, id));
    },
    async remove(scope: RulesetScope, id: string, basedOn?: RulesetSummary): Promise<void> {
      await call("removeRuleset", exclusive({ ...at(scope, id), basis: basisOn(scope, basedOn) }, id));
    },
    versions: async (scope: RulesetScope, id: string) => call("listRulesetVersions", at(scope, id)),
    version: async (scope: RulesetScope, id: string, version: string) =>
      call("getRulesetVersion", at(scope, id, { version })),
    async removeVersion(scope: RulesetScope, id: string, version: string): Promise<void> {
      await call("removeRulesetVersion", exclusive(at(scope, id, { version }), id));
    },
    /** Returns the ruleset with only the rules of a tag. */
    byTag: async (scope: RulesetScope, id: string, version: string, tag: string) =>
      call("getRulesByTag", at(scope, id, { version, tag })),
    addRule: async (scope: RulesetScope, id: string, rule: RuleAdd) =>
      call("addRule", exclusive({ ...at(scope, id), body: rule }, id)),
    /** `patch` must be the whole rule, since the API does not merge members, or only a position. */
    async patchRule(
      scope: RulesetScope,
      id: string,
      ruleId: string,
      patch: RulePatch,
      basedOn?: RulesetSummary,
    ) {
      const basis = basisOn(scope, basedOn);
      return call("patchRule", exclusive({ ...at(scope, id, { rule_id: ruleId }), body: patch, basis }, id));
    },
    async removeRule(scope: RulesetScope, id: string, ruleId: string, basedOn?: RulesetSummary) {
      const basis = basisOn(scope, basedOn);
      return call("removeRule", exclusive({ ...at(scope, id, { rule_id: ruleId }), basis }, id));
    },
    /** Throws NotFoundError with code 10003 if the phase has no entry point. */
    async entrypoint(scope: RulesetScope, phase: string) {
      const input = atPhase(scope, phase);
      return keys.learn(input.scope, await call("getEntrypoint", input));
    },
    /** Creates the entry point if it does not exist. Retried only if the request was not carried out. */
    async replaceEntrypoint(
      scope: RulesetScope,
      phase: string,
      body: EntrypointReplace,
      basedOn?: RulesetSummary,
    ) {
      const basis = basisOn(scope, basedOn);
      const input = exclusive({ ...atPhase(scope, phase), body, basis }, phase);
      return keys.learn(input.scope, await call("replaceEntrypoint", input));
    },
    /** Empty if the phase has no entry point. */
    entrypointVersions: async (scope: RulesetScope, phase: string) =>
      call("listEntrypointVersions", atPhase(scope, phase)),
    entrypointVersion: async (scope: RulesetScope, phase: string, version: string) =>
      call("getEntrypointVersion", atPhase(scope, phase, { version })),
  };
}
