import type { BodyOf } from "../api/operations";
import type { Ruleset, RulesetSummary } from "../api/rulesets";
import type { Call, CallInput } from "./caller";
import { listCursor } from "./pages";
import { scopePath, type RulesetScope } from "./request-path";
import type { TurnKeys } from "./turn-keys";

/** Writes to one ruleset go one after another, in the order of asking. */
export interface RulesetCalls {
  /** Without rules. */
  list(scope: RulesetScope): Promise<RulesetSummary[]>;
  /** With `dryRun` the API checks the body and stores nothing. */
  create(
    scope: RulesetScope,
    body: BodyOf<"createRuleset">,
    options?: { readonly dryRun?: false },
  ): Promise<Ruleset>;
  create(
    scope: RulesetScope,
    body: BodyOf<"createRuleset">,
    options: { readonly dryRun: true },
  ): Promise<undefined>;
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

export function rulesetCalls(call: Call, turns: TurnKeys): RulesetCalls {
  const at = (scope: RulesetScope, id: string, more: Record<string, string> = {}) => ({
    scope: scopePath(scope),
    parameters: { ruleset_id: id, ...more },
  });
  const atPhase = (scope: RulesetScope, phase: string, more: Record<string, string> = {}) => ({
    scope: scopePath(scope),
    parameters: { phase, ...more },
  });
  const write = <I extends CallInput & { scope: string }>(input: I, idOrPhase: string) => ({
    ...input,
    turn: turns.of(input.scope, idOrPhase),
  });

  function create(
    scope: RulesetScope,
    body: BodyOf<"createRuleset">,
    options: { readonly dryRun: true },
  ): Promise<undefined>;
  function create(
    scope: RulesetScope,
    body: BodyOf<"createRuleset">,
    options?: { readonly dryRun?: false },
  ): Promise<Ruleset>;
  async function create(
    scope: RulesetScope,
    body: BodyOf<"createRuleset">,
    options: { readonly dryRun?: boolean } = {},
  ): Promise<Ruleset | undefined> {
    const query = options.dryRun ? { dry_run: "true" } : {};
    const input = { scope: scopePath(scope), body, query };
    const { result } = await call("createRuleset", write(input, body.phase));
    return turns.learn(input.scope, result);
  }

  return {
    create,
    list: (scope) =>
      listCursor("rulesets", async (cursor) => {
        const { result, info } = await call("listRulesets", { scope: scopePath(scope), query: { cursor } });
        return { items: result, info };
      }),
    async get(scope, id) {
      const input = at(scope, id);
      return turns.learn(input.scope, (await call("getRuleset", input)).result);
    },
    replace: async (scope, id, body) =>
      (await call("replaceRuleset", write({ ...at(scope, id), body }, id))).result,
    remove: async (scope, id) => void (await call("removeRuleset", write(at(scope, id), id))),
    versions: async (scope, id) => (await call("listRulesetVersions", at(scope, id))).result,
    version: async (scope, id, version) =>
      (await call("getRulesetVersion", at(scope, id, { version }))).result,
    removeVersion: async (scope, id, version) =>
      void (await call("removeRulesetVersion", write(at(scope, id, { version }), id))),
    byTag: async (scope, id, version, tag) =>
      (await call("getRulesByTag", at(scope, id, { version, tag }))).result,
    addRule: async (scope, id, rule) =>
      (await call("addRule", write({ ...at(scope, id), body: rule }, id))).result,
    patchRule: async (scope, id, ruleId, patch) =>
      (await call("patchRule", write({ ...at(scope, id, { rule_id: ruleId }), body: patch }, id))).result,
    removeRule: async (scope, id, ruleId) =>
      (await call("removeRule", write(at(scope, id, { rule_id: ruleId }), id))).result,
    async entrypoint(scope, phase) {
      const input = atPhase(scope, phase);
      return turns.learn(input.scope, (await call("getEntrypoint", input)).result);
    },
    async replaceEntrypoint(scope, phase, body) {
      const input = { ...atPhase(scope, phase), body };
      return turns.learn(input.scope, (await call("replaceEntrypoint", write(input, phase))).result);
    },
    entrypointVersions: async (scope, phase) =>
      (await call("listEntrypointVersions", atPhase(scope, phase))).result,
    entrypointVersion: async (scope, phase, version) =>
      (await call("getEntrypointVersion", atPhase(scope, phase, { version }))).result,
  };
}
