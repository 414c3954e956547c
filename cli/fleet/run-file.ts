import { existsSync } from "node:fs";
import { z } from "zod";
import { NO_RUNS, OPERATIONS, type RunRecord } from "../../fleet/run-record";
import { parseJson } from "../doctor/examine-state";
import { readInput } from "../read-text";
import { UsageError } from "../usage-error";
import { replaceFile } from "./lock-file";

const VERSION = 1;

const Document = z.object({
  version: z.literal(VERSION),
  // Files of earlier releases have none.
  known: z.record(z.string(), z.object({ hash: z.string(), writtenAt: z.string() })).default({}),
  unchecked: z.array(z.string()),
  run: z
    .object({
      operation: z.enum(OPERATIONS),
      startedAt: z.string(),
      host: z.string(),
      stacks: z.record(z.string(), z.enum(["waiting", "unfinished", "succeeded", "failed"])),
    })
    .optional(),
});

/** Reads what runs on this machine have done. @throws UsageError for a file that is damaged */
export function readRuns(file: string): RunRecord {
  if (!existsSync(file)) return NO_RUNS;
  const document = parseJson(Document, readInput(file));
  if (document) return { known: document.known, unchecked: document.unchecked, run: document.run };
  throw new UsageError(
    `${file} is no record of a run that this release has written. Remove it: the next run then reads the histories of all stacks.`,
  );
}

/** Keeps a record on the disk: a run after a crash finds the last one that was written. */
export class RunFile {
  readonly #file: string;
  #record: RunRecord;

  constructor(file: string, record: RunRecord) {
    this.#file = file;
    this.#record = record;
  }

  get record(): RunRecord {
    return this.#record;
  }

  /** @throws UsageError if the file cannot be written */
  change(next: (record: RunRecord) => RunRecord): void {
    this.#record = next(this.#record);
    replaceFile(this.#file, `${JSON.stringify({ version: VERSION, ...this.#record }, undefined, 2)}\n`);
  }
}
