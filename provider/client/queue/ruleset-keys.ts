import type { Ruleset } from "../../api/wire";

/** Mutex keys of rulesets. Writes address an entry point by id or by phase, and both must get the same key. */
export interface RulesetKeys {
  of(scope: string, idOrPhase: string): string;
  /** Records the phase of an entry point that the API returned. Returns its argument. */
  learn<R extends Ruleset | undefined>(scope: string, ruleset: R): R;
}

export function createRulesetKeys(): RulesetKeys {
  const phases = new Map<string, string>();
  return {
    of: (scope, idOrPhase) => `${scope}/${phases.get(`${scope}/${idOrPhase}`) ?? idOrPhase}`,
    learn(scope, ruleset) {
      if (ruleset?.kind === "zone" || ruleset?.kind === "root")
        phases.set(`${scope}/${ruleset.id}`, ruleset.phase);
      return ruleset;
    },
  };
}
