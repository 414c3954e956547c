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
import { scopePath, type PathParameters, type RulesetScope } from "./request-path";
import type { RulesetKeys } from "../queue/keyed-mutex";

interface RealRun {
  readonly dryRun?: false;
}
interface DryRun {
  readonly dryRun: true;
}

/**
 * Ruleset operations. Writes to the same ruleset run one after another, in the order of the calls. A write with `basedOn` is sent
 * only while the ruleset has the version that was read: if that read is old, or the write must be repeated, the ruleset is read
 * again, and ChangedError is thrown if somebody has changed it.
 */
export interface RulesetCalls {
  /** Lists rulesets, without their rules. */
  list(scope: RulesetScope): Promise<RulesetSummary[]>;
  /** With `dryRun` the API validates the body and stores nothing. */
  create(scope: RulesetScope, body: RulesetCreate, options?: RealRun): Promise<Ruleset>;
  create(scope: RulesetScope, body: RulesetCreate, options: DryRun): Promise<undefined>;
  get(scope: RulesetScope, id: string): Promise<Ruleset>;
  replace(scope: RulesetScope, id: string, body: RulesetReplace, basedOn?: RulesetSummary): Promise<Ruleset>;
  remove(scope: RulesetScope, id: string, basedOn?: RulesetSummary): Promise<void>;
  versions(scope: RulesetScope, id: string): Promise<RulesetSummary[]>;
  version(scope: RulesetScope, id: string, version: string): Promise<Ruleset>;
  removeVersion(scope: RulesetScope, id: string, version: string): Promise<void>;
  /** Returns the ruleset with only the rules of a tag. */
  byTag(scope: RulesetScope, id: string, version: string, tag: string): Promise<Ruleset>;
  addRule(scope: RulesetScope, id: string, rule: RuleAdd): Promise<Ruleset>;
  /** `patch` must be the whole rule, since the API does not merge members, or only a position. */
  patchRule(
    scope: RulesetScope,
    id: string,
    ruleId: string,
    patch: RulePatch,
    basedOn?: RulesetSummary,
  ): Promise<Ruleset>;
  removeRule(scope: RulesetScope, id: string, ruleId: string, basedOn?: RulesetSummary): Promise<Ruleset>;
  /** Throws NotFoundError with code 10003 if the phase has no entry point. */
  entrypoint(scope: RulesetScope, phase: string): Promise<Ruleset>;
  /** Creates the entry point if it does not exist. Retried only if the request was not carried out. */
  replaceEntrypoint(
    scope: RulesetScope,
    phase: string,
    body: EntrypointReplace,
    basedOn?: RulesetSummary,
  ): Promise<Ruleset>;
  /** Empty if the phase has no entry point. */
  entrypointVersions(scope: RulesetScope, phase: string): Promise<RulesetSummary[]>;
  entrypointVersion(scope: RulesetScope, phase: string, version: string): Promise<Ruleset>;
}

export function rulesetCalls({ call, page }: OperationCaller, keys: RulesetKeys): RulesetCalls {
  const at = (scope: RulesetScope, id: string, more: PathParameters = {}) => ({
    scope: scopePath(scope),
    parameters: { ruleset_id: id, ...more },
  });
  const atPhase = (scope: RulesetScope, phase: string, more: PathParameters = {}) => ({
    scope: scopePath(scope),
    parameters: { phase, ...more },
  });
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

  function create(scope: RulesetScope, body: RulesetCreate, options: DryRun): Promise<undefined>;
  function create(scope: RulesetScope, body: RulesetCreate, options?: RealRun): Promise<Ruleset>;
  async function create(
    scope: RulesetScope,
    body: RulesetCreate,
    options: DryRun | RealRun = {},
  ): Promise<Ruleset | undefined> {
    const input = { scope: scopePath(scope), body, query: options.dryRun ? { dry_run: "true" } : {} };
    return keys.learn(input.scope, await call("createRuleset", exclusive(input, body.phase)));
  }

  return {
    create,
    list: (scope) =>
      listCursor("rulesets", async (cursor) =>
        page("listRulesets", { scope: scopePath(scope), query: { cursor } }),
      ),
    get,
    replace: async (scope, id, body, basedOn) => {
      const basis = basisOn(scope, basedOn);
      return call("replaceRuleset", exclusive({ ...at(scope, id), body, basis }, id));
    },
    async remove(scope, id, basedOn) {
      await call("removeRuleset", exclusive({ ...at(scope, id), basis: basisOn(scope, basedOn) }, id));
    },
    versions: async (scope, id) => call("listRulesetVersions", at(scope, id)),
    version: async (scope, id, version) => call("getRulesetVersion", at(scope, id, { version })),
    async removeVersion(scope, id, version) {
      await call("removeRulesetVersion", exclusive(at(scope, id, { version }), id));
    },
    byTag: async (scope, id, version, tag) => call("getRulesByTag", at(scope, id, { version, tag })),
    addRule: async (scope, id, rule) => call("addRule", exclusive({ ...at(scope, id), body: rule }, id)),
    patchRule: async (scope, id, ruleId, patch, basedOn) => {
      const basis = basisOn(scope, basedOn);
      return call("patchRule", exclusive({ ...at(scope, id, { rule_id: ruleId }), body: patch, basis }, id));
    },
    removeRule: async (scope, id, ruleId, basedOn) => {
      const basis = basisOn(scope, basedOn);
      return call("removeRule", exclusive({ ...at(scope, id, { rule_id: ruleId }), basis }, id));
    },
    async entrypoint(scope, phase) {
      const input = atPhase(scope, phase);
      return keys.learn(input.scope, await call("getEntrypoint", input));
    },
    async replaceEntrypoint(scope, phase, body, basedOn) {
      const basis = basisOn(scope, basedOn);
      const input = exclusive({ ...atPhase(scope, phase), body, basis }, phase);
      return keys.learn(input.scope, await call("replaceEntrypoint", input));
    },
    entrypointVersions: async (scope, phase) => call("listEntrypointVersions", atPhase(scope, phase)),
    entrypointVersion: async (scope, phase, version) =>
      call("getEntrypointVersion", atPhase(scope, phase, { version })),
  };
}
