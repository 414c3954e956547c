import type { RulesetScope } from "../../client";

const LONGEST_WAIT_MS = 5_000;

export interface MovingRule {
  readonly scope: RulesetScope;
  readonly phase: string;
  /** The digest of the stack. */
  readonly stack: string;
  readonly ref: string;
}

/**
 * A rule that moves from one resource of a program to another of the same entry point must stay live throughout. Both resources
 * are updated in one run: the old owner waits until the new owner has written the rule, and then removes its own copy. If
 * the new owner comes later, because it depends on the old owner, it removes the old copy itself.
 */
export class HandOver {
  /** Keys of the rules that resources of this run have written. */
  readonly #written = new Set<string>();
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Removals that the new owner carries out. */
  readonly #removals = new Map<string, () => Promise<unknown>>();
  /** By mark of a resource: reads the refs that other resources of the program declare for its entry point. */
  readonly #elsewhere = new Map<unknown, () => readonly string[]>();

  /** Announces that a rule is written, and removes the old owner's copy if that was left to do. */
  async announceWritten(rule: MovingRule): Promise<void> {
    const key = keyOf(rule);
    this.#written.add(key);
    for (const resolve of this.#waiting.get(key) ?? []) resolve();
    this.#waiting.delete(key);
    const remove = this.#removals.get(key);
    this.#removals.delete(key);
    await remove?.();
  }

  leaveRemoval(rule: MovingRule, remove: () => Promise<unknown>): void {
    this.#removals.set(keyOf(rule), remove);
  }

  /** Waits for the new owner; returns false after a time limit. */
  arrivalOf(rule: MovingRule): Promise<boolean> {
    const key = keyOf(rule);
    if (this.#written.has(key)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), LONGEST_WAIT_MS);
      const arrived = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#waiting.set(key, (this.#waiting.get(key) ?? new Set()).add(arrived));
    });
  }

  /** Records how to read which refs the other resources of the program declare. No state stores it. */
  noteElsewhere(mark: unknown, read: () => readonly string[]): void {
    if (mark !== undefined) this.#elsewhere.set(mark, read);
  }

  /** Returns the refs that other resources of the program declare, as far as they are known now. */
  declaredElsewhere(mark: unknown): ReadonlySet<string> {
    return new Set(this.#elsewhere.get(mark)?.());
  }
}

function keyOf({ scope, phase, stack, ref }: MovingRule): string {
  return JSON.stringify([scope, phase, stack, ref]);
}
