import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DataFile, DataInUseError, notWritable, UnreadableDataError } from "./database";

/** Milliseconds to wait for a platform that is ending and has not unlocked the folder yet. */
const LONGEST_WAIT = 5_000;
const RETRY = 100;
/** Milliseconds after which a line in the log says what the platform waits for. */
const SAID_AFTER = 1_000;

interface OpenDataOptions {
  readonly log: (line: string) => void;
  /** Ends the wait with an AbortError. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the data file of a folder, which is created if missing. Waits some seconds for another process to unlock the file.
 * @throws DataInUseError, UnreadableDataError
 */
export async function openData(folder: string, { log, signal }: OpenDataOptions): Promise<DataFile> {
  createFolder(folder);
  const file = path.join(folder, "platform.db");
  restrictAccess(folder, file);
  const started = performance.now();
  let said = false;
  for (;;) {
    try {
      return DataFile.open(file);
    } catch (error) {
      const waited = performance.now() - started;
      if (!(error instanceof DataInUseError) || waited >= LONGEST_WAIT) throw error;
      if (!said && waited >= SAID_AFTER) {
        log(`${file} is in use by another platform: waiting ${LONGEST_WAIT / 1000} s for it to end`);
        said = true;
      }
    }
    await wait(RETRY, undefined, { signal });
  }
}

/** Not `mkdirSync` with `recursive`, which never returns for a folder that `/proc` refuses to create. */
function createFolder(folder: string): void {
  try {
    makeWithParents(path.resolve(folder));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableDataError(`cannot create the data folder ${folder}: ${why}. Use another folder.`);
  }
}

function makeWithParents(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (!found) makeWithParents(path.dirname(folder));
  // The folder contains credentials. If it is a file, this throws the error that says so.
  mkdirSync(folder, { mode: 0o700 });
}

/**
 * Lets only the owner read the data file, which contains credentials, also in a folder that others can read. SQLite gives the
 * same permissions to its log. A new folder is ignored by git.
 */
function restrictAccess(folder: string, file: string): void {
  try {
    if (readdirSync(folder).length === 0) writeFileSync(path.join(folder, ".gitignore"), "*\n");
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) closeSync(openSync(file, "a", 0o600));
    else if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch (error) {
    throw notWritable(file, error);
  }
}
