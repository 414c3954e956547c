import type { RulesetScope } from "../../client";

/*
 * A rule that moves from one resource of a program to another of the same entry point must be live all the time. Both are
 * updated in this process: the one that drops the rule waits until the other has written it. If the other comes later, because
 * it depends on the first, it removes the rule in the place of the first.
 */

/** How long a removal waits for the rule to be written elsewhere. */
const LONGEST_WAIT_MS = 5_000;

/** Rules that resources of this process have written: one text for entry point, stack and ref. */
const written = new Set<string>();
const waiting = new Map<string, Set<() => void>>();
/** Removals that are left to the resource that writes the rule. */
const removals = new Map<string, () => Promise<unknown>>();
/** Refs that other resources of the program declare for the entry point of the resource with that mark. */
const elsewhere = new Map<unknown, ReadonlySet<string>>();

/** Which rule of which stack in which entry point. */
export interface MovingRule {
  readonly scope: RulesetScope;
  readonly phase: string;
  /** The digest of the stack. */
  readonly stack: string;
  readonly ref: string;
}

/** Says that a rule is written, and removes the one that was left for that. */
export async function announceWritten(rule: MovingRule): Promise<void> {
  const key = keyOf(rule);
  written.add(key);
  for (const resolve of waiting.get(key) ?? []) resolve();
  waiting.delete(key);
  const remove = removals.get(key);
  removals.delete(key);
  await remove?.();
}

/** Leaves the removal of a rule to the resource that is to write it. */
export function leaveRemoval(rule: MovingRule, remove: () => Promise<unknown>): void {
  removals.set(keyOf(rule), remove);
}

/** Whether another resource writes the rule in time. */
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

/** Keeps what the program says of its other resources: it stands in no state. */
export function noteElsewhere(mark: unknown, refs: unknown): void {
  if (mark !== undefined) elsewhere.set(mark, new Set(Array.isArray(refs) ? refs.map(String) : []));
}

export function declaredElsewhere(mark: unknown): ReadonlySet<string> {
  return elsewhere.get(mark) ?? new Set();
}

function keyOf({ scope, phase, stack, ref }: MovingRule): string {
  return JSON.stringify([scope, phase, stack, ref]);
}
