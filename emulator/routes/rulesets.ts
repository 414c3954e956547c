import type { Phase, Ruleset } from "../../provider/api";
import { decide, needsOf, scopeOf } from "../access";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { ruleSite } from "../rulesets/site-of";
import { showRuleset, showSummary } from "../rulesets/show";
import {
  checkDeletable,
  createdRuleset,
  isReachable,
  reachableRuleset,
  replacedRuleset,
  writableRuleset,
} from "../rulesets/actions";
import { param, placeOf, type Address, type Routes } from "./route";

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
    run: (platform, call) => {
      const place = placeOf(call);
      const { rulesets } = platform.store;
      const seen = [...rulesets.list(scopeOf(place)), ...rulesets.list("vendor")].filter(
        (one) => decide(call.caller, needsOf("listRulesets", place, one.phase), platform.vendor).allowed,
      );
      return { result: seen.map(showSummary) };
    },
  },

  createRuleset: {
    run: (platform, call) => {
      const place = placeOf(call);
      // The phase stands in the body: only here can the call be judged by it.
      const needs = needsOf("createRuleset", place, call.body.phase);
      if (!decide(call.caller, needs, platform.vendor).allowed) throw failures.authentication();
      const ruleset = createdRuleset(platform, place, call.body);
      platform.store.rulesets.create(ruleset);
      return { result: showRuleset(ruleset) };
    },
  },

  getRuleset: {
    phase,
    run: (platform, call) => ({ result: showRuleset(find(platform, call)) }),
  },

  replaceRuleset: {
    phase,
    run: (platform, call) => {
      const current = findWritable(platform, call);
      const next = replacedRuleset(platform, ruleSite(platform, placeOf(call), current), current, call.body);
      platform.store.rulesets.replace(next, current);
      return { result: showRuleset(next) };
    },
  },

  removeRuleset: {
    phase,
    run: (platform, call) => {
      const ruleset = findWritable(platform, call);
      checkDeletable(platform, ruleset);
      platform.store.rulesets.remove(ruleset.id);
      return { empty: true };
    },
  },

  listRulesetVersions: {
    phase,
    run: (platform, call) => ({
      result: platform.store.rulesets.listVersions(find(platform, call).id).map(showSummary),
    }),
  },

  getRulesetVersion: {
    phase,
    run: (platform, call) => ({ result: findVersion(platform, call) }),
  },

  removeRulesetVersion: {
    phase,
    run: (platform, call) => {
      const ruleset = findWritable(platform, call);
      const version = findVersion(platform, call).version;
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
    phase,
    run: (platform, call) => {
      const ruleset = findVersion(platform, call);
      const tag = param(call, "tag");
      const rules = (ruleset.rules ?? []).filter(({ categories }) => categories?.includes(tag));
      return { result: { ...ruleset, rules } };
    },
  },
};

export function findWritable(platform: Platform, address: Address) {
  return writableRuleset(find(platform, address));
}

/** Of the ruleset that the path names, where there is such a ruleset. */
export function phase(platform: Platform, address: Address): Phase | undefined {
  const found = platform.store.rulesets.get(param(address, "ruleset_id"));
  return found && isReachable(found, placeOf(address)) ? found.phase : undefined;
}

function find(platform: Platform, address: Address) {
  const id = param(address, "ruleset_id");
  const ruleset = reachableRuleset(platform, placeOf(address), id);
  if (!ruleset) throw failures.rulesetNotFound(id);
  return ruleset;
}

function findVersion(platform: Platform, address: Address): Ruleset {
  const { id } = find(platform, address);
  const version = param(address, "version");
  const found = platform.store.rulesets.getVersion(id, Number(version));
  if (!found) throw failures.rulesetVersionNotFound(id, version);
  return showRuleset(found);
}
