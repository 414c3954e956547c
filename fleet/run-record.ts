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
}

/** What the history of a stack says of one state. */
export interface Applied {
  readonly hash: string;
  /** When the state was written, as the backend says: another time is another state, of which this says nothing. */
  readonly writtenAt: string;
}

/** What runs of a fleet on one machine have done. */
export interface RunRecord {
  /** By stack: what earlier runs have read in its history. */
  readonly known: Readonly<Record<string, Applied>>;
  /** The stacks that an `up` of any run has begun to update, and whose wave has not passed since; sorted by name. */
  readonly unchecked: readonly string[];
  /** The last run that writes; undefined if there was none. */
  readonly run?: Run | undefined;
}

export const NO_RUNS: RunRecord = { known: {}, unchecked: [] };

export function beginRun(record: RunRecord, run: Omit<Run, "stacks">, stacks: readonly string[]): RunRecord {
  const waiting = stacks.map((stack) => [stack, "waiting"] as const);
  return { ...record, run: { ...run, stacks: Object.fromEntries(waiting) } };
}

/** Records what was read in the histories of stacks, in place of what an earlier run has read. */
export function keepKnown(record: RunRecord, read: ReadonlyMap<string, Applied>): RunRecord {
  return { ...record, known: { ...record.known, ...Object.fromEntries(read) } };
}

export function beginStack(record: RunRecord, stack: string): RunRecord {
  return withProgress(record, stack, "unfinished");
}

export function endStack(record: RunRecord, stack: string, succeeded: boolean): RunRecord {
  return withProgress(record, stack, succeeded ? "succeeded" : "failed");
}

/** Records that an `up` begins with stacks of a wave that others wait for. */
export function needCheck(record: RunRecord, stacks: readonly string[]): RunRecord {
  const unchecked = new Set([...record.unchecked, ...stacks]);
  return { ...record, unchecked: [...unchecked].sort(compareText) };
}

/** Records that the check of a wave has passed for its stacks. */
export function passCheck(record: RunRecord, stacks: readonly string[]): RunRecord {
  const passed = new Set(stacks);
  return { ...record, unchecked: record.unchecked.filter((stack) => !passed.has(stack)) };
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
