import type { Phase, Ruleset } from "../../provider/api";
import { decide, needsOf, scopeOf } from "../access";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { accountOrZone, param, type OperationRequest, type Routes } from "../route";
import { ruleSite } from "../rules/rule-site";
import type { StoredRuleset } from "../store/rulesets";
import { checkDeletable, newRuleset, replacedRuleset } from "./ruleset-writes";
import { serializeRuleset, serializeSummary } from "./serialize";

type RulesetOperation =
  | "listRulesets"
  | "createRuleset"
  | "getRuleset"
  | "replaceRuleset"
  | "removeRuleset"
  | "listRulesetVersions"
  | "getRulesetVersion"
  | "removeRulesetVersion"
  | "getRulesByTag";

export const rulesetRoutes: Routes<RulesetOperation> = {
  listRulesets: {
    run: ({ store, vendor }, call) => {
      const place = accountOrZone(call);
      const visible = [...store.rulesets.list(scopeOf(place)), ...store.rulesets.list("vendor")].filter(
        ({ phase }) => decide(call.requester, needsOf("listRulesets", place, phase), vendor).allowed,
      );
      return { result: visible.map(serializeSummary) };
    },
  },

  createRuleset: {
    run: (platform, call) => {
      const place = accountOrZone(call);
      // The phase decides which permissions apply, and it is in the body.
      const needs = needsOf("createRuleset", place, call.body.phase);
      if (!decide(call.requester, needs, platform.vendor).allowed) throw failures.authentication();
      const ruleset = newRuleset(platform, place, call.body);
      platform.store.rulesets.create(ruleset);
      return { result: serializeRuleset(ruleset) };
    },
  },

  getRuleset: {
    phase: phaseOfRuleset,
    run: (platform, call) => ({ result: serializeRuleset(get(platform, call)) }),
  },

  replaceRuleset: {
    phase: phaseOfRuleset,
    run: (platform, call) => {
      const current = findWritable(platform, call);
      const site = ruleSite(platform, accountOrZone(call), current);
      const next = replacedRuleset(platform, site, current, call.body);
      platform.store.rulesets.replace(next, current);
      return { result: serializeRuleset(next) };
    },
  },

  removeRuleset: {
    phase: phaseOfRuleset,
    run: (platform, call) => {
      const ruleset = findWritable(platform, call);
      checkDeletable(platform, ruleset);
      platform.store.rulesets.remove(ruleset.id);
      return { empty: true };
    },
  },

  listRulesetVersions: {
    phase: phaseOfRuleset,
    run: (platform, call) => ({
      result: platform.store.rulesets.listVersions(get(platform, call).id).map(serializeSummary),
    }),
  },

  getRulesetVersion: {
    phase: phaseOfRuleset,
    run: (platform, call) => ({ result: getVersion(platform, call) }),
  },

  removeRulesetVersion: {
    phase: phaseOfRuleset,
    run: (platform, call) => {
      const ruleset = findWritable(platform, call);
      const version = getVersion(platform, call).version;
      if (Number(version) === ruleset.version) {
        throw failures.rulesets([
          { message: `version '${version}' is the latest version of the ruleset, which is in use` },
        ]);
      }
      platform.store.rulesets.removeVersion(ruleset.id, Number(version));
      return { empty: true };
    },
  },

  getRulesByTag: {
    phase: phaseOfRuleset,
    run: (platform, call) => {
      const ruleset = getVersion(platform, call);
      const tag = param(call, "tag");
      const rules = (ruleset.rules ?? []).filter(({ categories }) => categories?.includes(tag));
      return { result: { ...ruleset, rules } };
    },
  },
};

/** Returns the phase of the ruleset in the path, if that ruleset exists. */
export function phaseOfRuleset(platform: Platform, request: OperationRequest): Phase | undefined {
  return find(platform, request)?.phase;
}

/** @throws Failure if there is no such ruleset, or if it is a managed ruleset */
export function findWritable(platform: Platform, request: OperationRequest): StoredRuleset {
  const ruleset = get(platform, request);
  if (ruleset.scope !== "vendor") return ruleset;
  throw failures.rulesets([{ message: `managed ruleset '${ruleset.id}' cannot be changed` }]);
}

/** Finds a ruleset of the zone or account in the path, or a managed ruleset, which every zone and account has. */
function find({ store }: Platform, request: OperationRequest): StoredRuleset | undefined {
  const found = store.rulesets.get(param(request, "ruleset_id"));
  return found?.scope === "vendor" || found?.scope === scopeOf(accountOrZone(request)) ? found : undefined;
}

/** @throws Failure if there is no such ruleset */
function get(platform: Platform, request: OperationRequest): StoredRuleset {
  const ruleset = find(platform, request);
  if (!ruleset) throw failures.rulesetNotFound(param(request, "ruleset_id"));
  return ruleset;
}

/** @throws Failure if the ruleset has no such version */
function getVersion(platform: Platform, request: OperationRequest): Ruleset {
  const { id } = get(platform, request);
  const version = param(request, "version");
  const found = platform.store.rulesets.getVersion(id, Number(version));
  if (!found) throw failures.rulesetVersionNotFound(id, version);
  return serializeRuleset(found);
}
