import type { RulesetScope } from "../client";

/*
 * A rule that moves from one resource of a program to another of the same entry point is removed by the one when the other has
 * written it: both are updated at the same time in this process.
 */

/** How long a removal waits for the rule to be written elsewhere. The other resource may depend on this one, and come only after it. */
const LONGEST_WAIT_MS = 10_000;

/** Rules that resources of this process have written: one text for entry point, stack and ref. */
const written = new Set<string>();
const waiting = new Map<string, Set<() => void>>();
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

export function announceWritten(rule: MovingRule): void {
  const key = keyOf(rule);
  written.add(key);
  for (const resolve of waiting.get(key) ?? []) resolve();
  waiting.delete(key);
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
