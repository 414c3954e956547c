import { appliedHash, type HistoryEntry } from "../../fleet/applied";
import type { Applied } from "../../fleet/run-record";
import { CommandError } from "../question";
import type { FleetStack } from "./choose-stacks";
import { newestUpdate } from "./pulumi";
import { atATime } from "./run-pool";

interface Reading {
  /** By stack: when the backend says that its state was written. */
  readonly listed: ReadonlyMap<string, string | undefined>;
  /** By stack: what earlier runs have read. */
  readonly known: Readonly<Record<string, Applied>>;
  /** How many histories at a time. */
  readonly jobs: number;
}

/**
 * Returns what was applied last, by stack, whoever did it. It reads one entry of the history of each stack whose state was written since an
 * earlier run has read it. Stacks of which that is not known are missing.
 */
export async function readApplied(
  folder: string,
  stacks: readonly FleetStack[],
  { listed, known, jobs }: Reading,
): Promise<ReadonlyMap<string, Applied>> {
  const read = await atATime(stacks, jobs, async ({ stack }): Promise<Applied | undefined> => {
    const writtenAt = listed.get(stack);
    if (writtenAt === undefined) return undefined;
    if (known[stack]?.writtenAt === writtenAt) return known[stack];
    const hash = appliedHash(await newestOf(folder, stack), writtenAt);
    return hash === undefined ? undefined : { hash, writtenAt };
  });
  return new Map(stacks.flatMap(({ stack }, index) => (read[index] ? [[stack, read[index]] as const] : [])));
}

/** A history that cannot be read proves nothing: its stack is run, and the run says why it fails. */
async function newestOf(folder: string, stack: string): Promise<HistoryEntry | undefined> {
  try {
    return await newestUpdate(folder, stack);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
