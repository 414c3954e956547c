import type { Ruleset } from "../api";
import { deploysManaged, refOf, rulesOf, type Ownership } from "./ownership";

export type RemovalStep =
  { kind: "remove"; ruleId: string; ref: string } | { kind: "remove-ruleset"; rulesetId: string };

/**
 * The requests that take our rules away and leave those of others: the whole entry point in one where we made it and nobody
 * else has a rule in it.
 */
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
  if (madeByUs && doomed.length === rules.length) return [{ kind: "remove-ruleset", rulesetId: live.id }];
  return doomed.map((rule) => ({ kind: "remove", ruleId: rule.id, ref: refOf(rule) }));
}
