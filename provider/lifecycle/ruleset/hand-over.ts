import type { RulesetScope } from "../../client";

/*
 * A rule that moves from one resource of a program to another of the same entry point must stay live throughout. Both resources
 * are updated in this process: the old owner waits until the new owner has written the rule, and then removes its own copy. If
 * the new owner comes later, because it depends on the old owner, it removes the old copy itself.
 */

/** How long the old owner waits. */
const LONGEST_WAIT_MS = 5_000;

/** Keys of the rules that resources of this process have written. */
const written = new Set<string>();
const waiting = new Map<string, Set<() => void>>();
/** Removals that the new owner carries out. */
const removals = new Map<string, () => Promise<unknown>>();
/** By mark of a resource: reads the refs that other resources of the program declare for its entry point. */
const elsewhere = new Map<unknown, () => unknown>();

/** A rule of a stack in one entry point. */
export interface MovingRule {
  readonly scope: RulesetScope;
  readonly phase: string;
  /** The digest of the stack. */
  readonly stack: string;
  readonly ref: string;
}

/** Announces that a rule is written, and removes the old owner's copy if that was left to do. */
export async function announceWritten(rule: MovingRule): Promise<void> {
  const key = keyOf(rule);
  written.add(key);
  for (const resolve of waiting.get(key) ?? []) resolve();
  waiting.delete(key);
  const remove = removals.get(key);
  removals.delete(key);
  await remove?.();
}

/** Leaves the removal of a rule to its new owner. */
export function leaveRemoval(rule: MovingRule, remove: () => Promise<unknown>): void {
  removals.set(keyOf(rule), remove);
}

/** Waits for the new owner; returns false after a time limit. */
export function arrivalOf(rule: MovingRule): Promise<boolean> {
  const key = keyOf(rule);
  if (written.has(key)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), LONGEST_WAIT_MS);
    const arrived = () => {
      clearTimeout(timer);
      resolve(true);
    };
    waiting.set(key, (waiting.get(key) ?? new Set()).add(arrived));
  });
}

/** Records how to read which refs the other resources of the program declare. No state stores it. */
export function noteElsewhere(mark: unknown, read: () => unknown): void {
  if (mark !== undefined) elsewhere.set(mark, read);
}

/** Returns the refs that other resources of the program declare, as far as they are known now. */
export function declaredElsewhere(mark: unknown): ReadonlySet<string> {
  const refs = elsewhere.get(mark)?.();
  return new Set(Array.isArray(refs) ? refs.map(String) : []);
}

function keyOf({ scope, phase, stack, ref }: MovingRule): string {
  return JSON.stringify([scope, phase, stack, ref]);
}
