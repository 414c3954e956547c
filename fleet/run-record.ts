import { compareText } from "./fleet";

/** What a fleet can do with its stacks. */
export const OPERATIONS = ["preview", "up", "refresh", "destroy"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** How far a run has come with a stack. `unfinished`: it had begun, and nobody knows how it ended. */
export type Progress = "waiting" | "unfinished" | "succeeded" | "failed";

/** A run that writes: `up`, `refresh` or `destroy`. */
export interface Run {
  readonly operation: Operation;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The host that the run was on: what it left there concerns no other machine. */
  readonly host: string;
  readonly stacks: Readonly<Record<string, Progress>>;
  /** The waves whose checks have passed. */
  readonly checked: readonly string[];
}

/** What runs of a fleet on one machine have done. */
export interface RunRecord {
  /** By stack: the hash of what the last complete `up` applied. */
  readonly applied: Readonly<Record<string, string>>;
  /** The last run that writes; undefined if there was none. */
  readonly run?: Run | undefined;
}

export const NO_RUNS: RunRecord = { applied: {} };

export function beginRun(
  { applied }: RunRecord,
  run: Omit<Run, "stacks" | "checked">,
  stacks: readonly string[],
): RunRecord {
  const waiting = stacks.map((stack) => [stack, "waiting"] as const);
  return { applied, run: { ...run, stacks: Object.fromEntries(waiting), checked: [] } };
}

/** Records that a stack begins. From now on, nothing is known to be applied to it. */
export function beginStack(record: RunRecord, stack: string): RunRecord {
  const applied = Object.fromEntries(Object.entries(record.applied).filter(([name]) => name !== stack));
  return withProgress({ ...record, applied }, stack, "unfinished");
}

/** Records how a stack ended. `hash` is what an `up` has applied. */
export function endStack(
  record: RunRecord,
  stack: string,
  end: { readonly succeeded: boolean; readonly hash?: string | undefined },
): RunRecord {
  const { succeeded, hash } = end;
  const applied = succeeded && hash !== undefined ? { ...record.applied, [stack]: hash } : record.applied;
  return withProgress({ ...record, applied }, stack, succeeded ? "succeeded" : "failed");
}

export function passCheck(record: RunRecord, wave: string): RunRecord {
  const { run } = record;
  return run ? { ...record, run: { ...run, checked: [...run.checked, wave] } } : record;
}

/** Returns the stacks that a run has not brought to an end that succeeded, sorted by name. */
export function leftOf({ stacks }: Run): string[] {
  return Object.entries(stacks)
    .filter(([, progress]) => progress !== "succeeded")
    .map(([stack]) => stack)
    .sort(compareText);
}

function withProgress(record: RunRecord, stack: string, progress: Progress): RunRecord {
  const { run } = record;
  return run ? { ...record, run: { ...run, stacks: { ...run.stacks, [stack]: progress } } } : record;
}
