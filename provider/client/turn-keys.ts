import type { Ruleset } from "../api/rulesets";

/** An entry point is written by its id and by its phase: what was read tells that both are one ruleset. */
export interface TurnKeys {
  of(scope: string, idOrPhase: string): string;
  /** Gives back what it was given. */
  learn<R extends Ruleset | undefined>(scope: string, ruleset: R): R;
}

export function createTurnKeys(): TurnKeys {
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
