import type { Ruleset } from "../../api";
import { ownerOfRule, refOf, rulesOf, type OwnRules } from "../rules/ownership";
import type { RemovalStep } from "./step";

/** The requests that take our rules away from what is live and leave every other. */
export function planRemoval(input: OwnRules & { live: Ruleset; goesWhenEmpty: boolean }): RemovalStep[] {
  const { live, goesWhenEmpty } = input;
  const rules = rulesOf(live);
  const doomed = rules.filter((rule) => ownerOfRule(rule, input) === "ours");
  const ids = new Map(doomed.map((rule) => [refOf(rule), rule.id]));
  return removalSteps({ rulesetId: live.id, ids, ruleCount: rules.length, goesWhenEmpty });
}

/**
 * The requests that take rules away of which the ids are known, by ref: the whole ruleset in one where it goes when it is empty and
 * holds no other rule. `ruleCount` is the number of all of its rules.
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
