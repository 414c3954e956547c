import type { Ruleset } from "../../api/wire";
import { ownerOfRule, refOf, rulesOf, type OwnRules } from "../rules/ownership";
import type { RemovalStep } from "./step";

/** Plans the requests that remove a resource's own rules from the live ruleset and keep all others. */
export function planRemoval(input: OwnRules & { live: Ruleset; goesWhenEmpty: boolean }): RemovalStep[] {
  const { live, goesWhenEmpty } = input;
  const rules = rulesOf(live);
  const own = rules.filter((rule) => ownerOfRule(rule, input) === "ours");
  const ids = new Map(own.map((rule) => [refOf(rule), rule.id]));
  return removalSteps({ rulesetId: live.id, ids, ruleCount: rules.length, goesWhenEmpty });
}

/**
 * Returns the requests that remove the rules in `ids`, a map from ref to id. If the ruleset contains no other rule and
 * `goesWhenEmpty` is set, one request removes the whole ruleset. `ruleCount` is the number of all its rules.
 */
export function removalSteps(input: {
  rulesetId: string;
  ids: ReadonlyMap<string, string>;
  ruleCount: number;
  goesWhenEmpty: boolean;
}): RemovalStep[] {
  const { rulesetId, ids, ruleCount, goesWhenEmpty } = input;
  if (goesWhenEmpty && ids.size === ruleCount) return [{ kind: "remove-ruleset", rulesetId }];
  return [...ids].map(([ref, ruleId]) => ({ kind: "remove", ruleId, ref }));
}
