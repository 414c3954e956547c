import type { BodyOf } from "../api/operations";
import type { Ruleset, RulesetSummary } from "../api/rulesets";
import type { Caller, CallInput } from "./caller";
import { listCursor } from "./pages";
import { scopePath, type PathParameters, type RulesetScope } from "./request-path";
import type { TurnKeys } from "./turn-keys";

interface RealRun {
  readonly dryRun?: false;
}
interface DryRun {
  readonly dryRun: true;
}

/** Writes to one ruleset go one after another, in the order of asking. */
export interface RulesetCalls {
  /** Without rules. */
  list(scope: RulesetScope): Promise<RulesetSummary[]>;
  /** With `dryRun` the API checks the body and stores nothing. */
  create(scope: RulesetScope, body: BodyOf<"createRuleset">, options?: RealRun): Promise<Ruleset>;
  create(scope: RulesetScope, body: BodyOf<"createRuleset">, options: DryRun): Promise<undefined>;
  get(scope: RulesetScope, id: string): Promise<Ruleset>;
  replace(scope: RulesetScope, id: string, body: BodyOf<"replaceRuleset">): Promise<Ruleset>;
  remove(scope: RulesetScope, id: string): Promise<void>;
  versions(scope: RulesetScope, id: string): Promise<RulesetSummary[]>;
  version(scope: RulesetScope, id: string, version: string): Promise<Ruleset>;
  removeVersion(scope: RulesetScope, id: string, version: string): Promise<void>;
  /** The ruleset with the rules of that tag alone. */
  byTag(scope: RulesetScope, id: string, version: string, tag: string): Promise<Ruleset>;
  addRule(scope: RulesetScope, id: string, rule: BodyOf<"addRule">): Promise<Ruleset>;
  /** The whole rule again, since members are not merged; or a position alone. */
  patchRule(scope: RulesetScope, id: string, ruleId: string, patch: BodyOf<"patchRule">): Promise<Ruleset>;
  removeRule(scope: RulesetScope, id: string, ruleId: string): Promise<Ruleset>;
  /** NotFoundError with code 10003 where the phase has no entry point yet. */
  entrypoint(scope: RulesetScope, phase: string): Promise<Ruleset>;
  /** Creates where there is none. Sent once unless it surely was not carried out. */
  replaceEntrypoint(scope: RulesetScope, phase: string, body: BodyOf<"replaceEntrypoint">): Promise<Ruleset>;
  /** Empty where the phase has no entry point yet. */
  entrypointVersions(scope: RulesetScope, phase: string): Promise<RulesetSummary[]>;
  entrypointVersion(scope: RulesetScope, phase: string, version: string): Promise<Ruleset>;
}

export function rulesetCalls({ call, page }: Caller, turns: TurnKeys): RulesetCalls {
  const at = (scope: RulesetScope, id: string, more: PathParameters = {}) => ({
    scope: scopePath(scope),
    parameters: { ruleset_id: id, ...more },
  });
  const atPhase = (scope: RulesetScope, phase: string, more: PathParameters = {}) => ({
    scope: scopePath(scope),
    parameters: { phase, ...more },
  });
  const inTurn = <I extends CallInput & { scope: string }>(input: I, idOrPhase: string) => ({
    ...input,
    turn: turns.of(input.scope, idOrPhase),
  });

  function create(scope: RulesetScope, body: BodyOf<"createRuleset">, options: DryRun): Promise<undefined>;
  function create(scope: RulesetScope, body: BodyOf<"createRuleset">, options?: RealRun): Promise<Ruleset>;
  async function create(
    scope: RulesetScope,
    body: BodyOf<"createRuleset">,
    options: DryRun | RealRun = {},
  ): Promise<Ruleset | undefined> {
    const input = { scope: scopePath(scope), body, query: options.dryRun ? { dry_run: "true" } : {} };
    return turns.learn(input.scope, await call("createRuleset", inTurn(input, body.phase)));
  }

  return {
    create,
    list: (scope) =>
      listCursor("rulesets", async (cursor) =>
        page("listRulesets", { scope: scopePath(scope), query: { cursor } }),
      ),
    async get(scope, id) {
      const input = at(scope, id);
      return turns.learn(input.scope, await call("getRuleset", input));
    },
    replace: async (scope, id, body) => call("replaceRuleset", inTurn({ ...at(scope, id), body }, id)),
    async remove(scope, id) {
      await call("removeRuleset", inTurn(at(scope, id), id));
    },
    versions: async (scope, id) => call("listRulesetVersions", at(scope, id)),
    version: async (scope, id, version) => call("getRulesetVersion", at(scope, id, { version })),
    async removeVersion(scope, id, version) {
      await call("removeRulesetVersion", inTurn(at(scope, id, { version }), id));
    },
    byTag: async (scope, id, version, tag) => call("getRulesByTag", at(scope, id, { version, tag })),
    addRule: async (scope, id, rule) => call("addRule", inTurn({ ...at(scope, id), body: rule }, id)),
    patchRule: async (scope, id, ruleId, patch) =>
      call("patchRule", inTurn({ ...at(scope, id, { rule_id: ruleId }), body: patch }, id)),
    removeRule: async (scope, id, ruleId) =>
      call("removeRule", inTurn(at(scope, id, { rule_id: ruleId }), id)),
    async entrypoint(scope, phase) {
      const input = atPhase(scope, phase);
      return turns.learn(input.scope, await call("getEntrypoint", input));
    },
    async replaceEntrypoint(scope, phase, body) {
      const input = inTurn({ ...atPhase(scope, phase), body }, phase);
      return turns.learn(input.scope, await call("replaceEntrypoint", input));
    },
    entrypointVersions: async (scope, phase) => call("listEntrypointVersions", atPhase(scope, phase)),
    entrypointVersion: async (scope, phase, version) =>
      call("getEntrypointVersion", atPhase(scope, phase, { version })),
  };
}
