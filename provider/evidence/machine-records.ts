import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { isRunning } from "../process";

/**
 * The attempts to create objects with a mark, as this machine recorded them. A recorded attempt that ended without an answer to the
 * engine proves that no state contains its object. Everything is best effort: without a record, an object is only suspected.
 */
export interface Attempts {
  /** Records that this process begins to create the object with that code. */
  begin(code: string): void;
  /** Forgets an attempt: the engine has its result, it wrote nothing, or what it created is taken over or removed. */
  end(code: string): void;
  /** Records that the attempt failed and may have created its object: the state does not get it. */
  fail(code: string): void;
  /** Whether the attempt failed, or its process died. */
  isInterrupted(code: string): boolean;
  /** Returns the codes of the interrupted attempts that begin with these digests. */
  interruptedOf(digests: string): readonly string[];
}

/** Stands for the process of an attempt that failed while its process lived. */
const FAILED = "failed";
/** A record is removed after this time, in milliseconds: 90 days. */
const LONGEST_MS = 90 * 24 * 60 * 60_000;

/** Returns the record of attempts in a folder: one file per attempt, which holds the id of its process. */
export function recordedAttempts(folder: () => string = () => machineFolder("attempts")): Attempts {
  const fileOf = (code: string) => path.join(folder(), code);

  function write(code: string, text: string): void {
    tryTo(() => {
      fs.mkdirSync(folder(), { recursive: true, mode: 0o700 });
      fs.writeFileSync(fileOf(code), text, { mode: 0o600 });
    });
  }

  function isInterrupted(code: string): boolean {
    const text = tryTo(() => fs.readFileSync(fileOf(code), "utf8"));
    if (text === undefined || text === "") return false;
    return text === FAILED || !isRunning(Number(text));
  }

  function codes(): readonly string[] {
    return tryTo(() => fs.readdirSync(folder())) ?? [];
  }

  return {
    begin(code) {
      write(code, String(process.pid));
    },
    end(code) {
      tryTo(() => fs.unlinkSync(fileOf(code)));
    },
    fail(code) {
      for (const one of codes()) tryTo(() => removeIfOld(fileOf(one)));
      write(code, FAILED);
    },
    isInterrupted,
    interruptedOf: (digests) => codes().filter((code) => code.startsWith(digests) && isInterrupted(code)),
  };
}

function removeIfOld(file: string): void {
  if (Date.now() - fs.statSync(file).mtimeMs > LONGEST_MS) fs.unlinkSync(file);
}

/**
 * The owners of rules with exact refs, as this machine recorded them: nothing on such a rule shows that a stack owns it. Everything is
 * best effort: an owner on another machine is not known.
 */
export interface ExactRules {
  /** Records that the resource with that mark owns the rules with these ids. */
  own(ids: readonly string[], mark: string): void;
  release(ids: readonly string[]): void;
  ownerOf(id: string): string | undefined;
}

const ID = /^[0-9a-f]{32}$/;

/** Returns the record in a folder: one file per rule, which holds the mark of its owner. */
export function recordedExactRules(folder: () => string = () => machineFolder("exact-rules")): ExactRules {
  const fileOf = (id: string) => path.join(folder(), id);
  return {
    own(ids, mark) {
      tryTo(() => {
        fs.mkdirSync(folder(), { recursive: true, mode: 0o700 });
        for (const id of ids) if (ID.test(id)) fs.writeFileSync(fileOf(id), mark, { mode: 0o600 });
      });
    },
    release(ids) {
      for (const id of ids) if (ID.test(id)) tryTo(() => fs.unlinkSync(fileOf(id)));
    },
    ownerOf: (id) => (ID.test(id) ? tryTo(() => fs.readFileSync(fileOf(id), "utf8")) : undefined),
  };
}

/** Returns a folder of this package's records: in `edge-platform`, in the folder that Pulumi keeps for a user. */
function machineFolder(name: string, env: NodeJS.ProcessEnv = process.env): string {
  return path.join(env["PULUMI_HOME"] ?? path.join(os.homedir(), ".pulumi"), "edge-platform", name);
}

/** Runs work on a record; undefined if it fails. A record is evidence that may be missing, and never stops a run. */
function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
