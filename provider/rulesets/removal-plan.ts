import type { Ruleset } from "../api";
import { deploysManaged, refOf, rulesOf, type Ownership } from "./ownership";

export type RemovalStep =
  { kind: "remove"; ruleId: string; ref: string } | { kind: "remove-ruleset"; rulesetId: string };

/** The requests that take our rules away from what is live and leave those of others. */
export function planRemoval(input: {
  live: Ruleset;
  ours: ReadonlySet<string>;
  ownership: Ownership;
  madeByUs: boolean;
}): RemovalStep[] {
  const { live, ours, ownership, madeByUs } = input;
  const rules = rulesOf(live);
  const doomed = rules.filter(
    (rule) => ours.has(refOf(rule)) || (ownership === "exclusive" && !deploysManaged(rule, live)),
  );
  const ids = new Map(doomed.map((rule) => [refOf(rule), rule.id]));
  return removalSteps({ rulesetId: live.id, ids, ruleCount: rules.length, madeByUs });
}

/**
 * The requests that take rules away of which the ids are known, by ref: the whole ruleset in one where we made it and it holds no
 * other rule. `ruleCount` is the number of all of its rules.
 */
export function removalSteps(input: {
  rulesetId: string;
  ids: ReadonlyMap<string, string>;
  ruleCount: number;
  madeByUs: boolean;
}): RemovalStep[] {
  const { rulesetId, ids, ruleCount, madeByUs } = input;
  if (madeByUs && ids.size === ruleCount) return [{ kind: "remove-ruleset", rulesetId }];
  return [...ids].map(([ref, ruleId]) => ({ kind: "remove", ruleId, ref }));
}
