import { failures } from "../failures";
import type { Platform } from "../platform";
import { addedRule, patchedRule, removedRule } from "../rulesets/rule-actions";
import { showRuleset } from "../rulesets/show";
import { ruleSite } from "../rulesets/site-of";
import type { StoredRule, StoredRuleset } from "../store/rulesets";
import { findWritable, phase } from "./rulesets";
import { param, placeOf, type Address, type Routes } from "./route";

/** Writes of single rules; each answers the whole ruleset. */
export const ruleRoutes: Routes<"addRule" | "patchRule" | "removeRule"> = {
  addRule: {
    phase,
    run: (platform, call) => {
      const current = findWritable(platform, call);
      const site = ruleSite(platform, placeOf(call), current);
      return store(platform, current, addedRule(platform, site, current, call.body));
    },
  },

  patchRule: {
    phase,
    run: (platform, call) => {
      const current = findWritable(platform, call);
      const rule = findRule(current, call);
      const site = ruleSite(platform, placeOf(call), current);
      return store(platform, current, patchedRule(platform, site, current, rule, call.body));
    },
  },

  removeRule: {
    phase,
    run: (platform, call) => {
      const current = findWritable(platform, call);
      return store(platform, current, removedRule(platform, current, findRule(current, call)));
    },
  },
};

function findRule(ruleset: StoredRuleset, address: Address): StoredRule {
  const id = param(address, "rule_id");
  const rule = ruleset.rules.find((one) => one.id === id);
  if (!rule) throw failures.ruleNotFound(id, ruleset.id);
  return rule;
}

function store(platform: Platform, current: StoredRuleset, next: StoredRuleset) {
  platform.store.rulesets.replace(next, current);
  return { result: showRuleset(next) };
}
