import type { Ruleset } from "../../api/wire";

/** A mutex per key: work under one key runs in the order of the calls, and different keys run in parallel. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key);
    const current = previous ? previous.then(work, work) : work();
    this.#last.set(key, current);
    try {
      return await current;
    } finally {
      if (this.#last.get(key) === current) this.#last.delete(key);
    }
  }
}

/** Mutex keys of rulesets. Writes address an entry point by id or by phase, and both must get the same key. */
export class RulesetKeys {
  readonly #phases = new Map<string, string>();

  of(scope: string, idOrPhase: string): string {
    return `${scope}/${this.#phases.get(`${scope}/${idOrPhase}`) ?? idOrPhase}`;
  }

  /** Records the phase of an entry point that the API returned. Returns its argument. */
  learn<R extends Ruleset | undefined>(scope: string, ruleset: R): R {
    if (ruleset?.kind === "zone" || ruleset?.kind === "root")
      this.#phases.set(`${scope}/${ruleset.id}`, ruleset.phase);
    return ruleset;
  }
}
