import { managedRulesets } from "../../emulator/catalogue";
import {
  addRule,
  moveRule,
  nextVersion,
  patchRule,
  removeRule,
  replaceRules,
  type Editing,
} from "../../emulator/rules/edit";
import { serializeRuleset, serializeSummary } from "../../emulator/rulesets/serialize";
import type { StoredRule, StoredRuleset } from "../../emulator/store/rulesets";
import { ErrorCode, type Phase, type RuleAdd, type RulePatch, type Ruleset } from "../../provider/api";
import { InvalidRequestError, NotFoundError, type EdgeClient } from "../../provider/client";

const VENDOR = managedRulesets().flatMap((versions) => versions.slice(-1));
const NOW = "2030-01-01T00:00:00.000000Z";

/** The calls of rulesets that work on a zone's entry points. */
export type EntrypointCalls = Pick<
  EdgeClient["rulesets"],
  | "list"
  | "create"
  | "get"
  | "remove"
  | "addRule"
  | "patchRule"
  | "removeRule"
  | "entrypoint"
  | "replaceEntrypoint"
>;

/**
 * The entry points of one zone in memory, changed by the local platform's own code for edits of rules. There is no HTTP in
 * between, so thousands of runs take seconds. `callsOf` returns the calls; each is carried out as a whole when `pause`
 * resolves.
 */
export class PausedRulesets {
  private readonly entrypoints = new Map<string, StoredRuleset>();
  private made = 0;
  private readonly editing: Editing = { now: NOW, newId: () => this.newId() };

  rulesOf(phase: Phase): readonly StoredRule[] {
    return this.entrypoints.get(phase)?.rules ?? [];
  }

  callsOf(pause: (call: string) => Promise<unknown>): EntrypointCalls {
    const after = async <T>(call: string, work: () => T): Promise<T> => {
      await pause(call);
      return work();
    };
    return {
      list: () => after("list", () => [...VENDOR, ...this.entrypoints.values()].map(serializeSummary)),
      get: (_, id) => after("get", () => serializeRuleset(this.byId(id))),
      entrypoint: (_, phase) => after(`read ${phase}`, () => serializeRuleset(this.byPhase(phase))),
      create: (_, { phase, rules = [] }) => after("create", () => this.create(phase, rules)),
      replaceEntrypoint: (_, phase, { rules = [] }) =>
        after("replace", () => {
          const known = this.entrypoints.get(phase);
          if (!known) return this.create(phase as Phase, rules);
          return this.change(known, replaceRules(known.rules, rules, this.editing));
        }),
      addRule: (_, id, { position, ...rule }) =>
        after("add", () => {
          const known = this.byId(id);
          if (known.rules.some(({ ref }) => ref === rule.ref)) throw refused("the ref is taken");
          return this.change(known, addRule(known.rules, rule, position, this.editing));
        }),
      patchRule: (_, id, ruleId, patch) => after("patch", () => this.patch(id, ruleId, patch)),
      removeRule: (_, id, ruleId) =>
        after("remove rule", () => {
          const known = this.byId(id);
          return this.change(known, removeRule(known.rules, ruleIn(known, ruleId).id));
        }),
      remove: (_, id) => after("remove", () => void this.entrypoints.delete(this.byId(id).phase)),
    };
  }

  private create(phase: Phase, rules: readonly RuleAdd[]): Ruleset {
    if (this.entrypoints.has(phase)) throw refused("there is an entry point", ErrorCode.tooManyRulesets);
    const made: StoredRuleset = {
      id: this.newId(),
      scope: "zone:z",
      kind: "zone",
      phase,
      name: "default",
      description: "",
      version: 1,
      lastUpdated: NOW,
      rules: replaceRules([], rules, this.editing),
    };
    this.entrypoints.set(phase, made);
    return serializeRuleset(made);
  }

  private patch(id: string, ruleId: string, patch: RulePatch): Ruleset {
    const known = this.byId(id);
    const rule = ruleIn(known, ruleId);
    if (!("action" in patch)) return this.change(known, moveRule(known.rules, rule, patch.position));
    const { position, ...write } = patch;
    return this.change(known, patchRule(known.rules, rule, write, position, this.editing));
  }

  private change(known: StoredRuleset, rules: StoredRule[]): Ruleset {
    const next = nextVersion(known, { rules }, NOW);
    this.entrypoints.set(known.phase, next);
    return serializeRuleset(next);
  }

  private byId(id: string): StoredRuleset {
    const found = [...VENDOR, ...this.entrypoints.values()].find((ruleset) => ruleset.id === id);
    if (!found) throw new NotFoundError(`no ruleset ${id}`);
    return found;
  }

  private byPhase(phase: string): StoredRuleset {
    const found = this.entrypoints.get(phase);
    if (!found) throw new NotFoundError(`no entry point of ${phase}`);
    return found;
  }

  private newId(): string {
    return (this.made += 1).toString(16).padStart(32, "0");
  }
}

function ruleIn({ rules }: StoredRuleset, id: string): StoredRule {
  const found = rules.find((rule) => rule.id === id);
  if (!found) throw new NotFoundError(`no rule ${id}`);
  return found;
}

function refused(what: string, code?: number): InvalidRequestError {
  return new InvalidRequestError(what, code === undefined ? {} : { code });
}
