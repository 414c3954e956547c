import type { Ruleset } from "../../api/wire";

/** A mutex per key: work under one key runs in the order of the calls, and different keys run in parallel. */
export interface KeyedMutex {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const previous = last.get(key);
      const current = previous ? previous.then(work, work) : work();
      last.set(key, current);
      try {
        return await current;
      } finally {
        if (last.get(key) === current) last.delete(key);
      }
    },
  };
}

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
