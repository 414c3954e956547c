import fs from "node:fs";
import path from "node:path";
import { machineFolder, tryTo } from "./machine-folder";

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
    return text === FAILED || !isAlive(Number(text));
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

/** Another user's process answers EPERM: it lives. */
function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // Node types no errors: the code is that of the system call.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** A process that has ended keeps its id until its parent asks for it, which nobody does for a while if the parent was killed. */
function isZombie(pid: number): boolean {
  const status = tryTo(() => fs.readFileSync(`/proc/${pid}/stat`, "utf8")) ?? "";
  // `pid (name) state …`: the name may contain anything.
  return status.slice(status.lastIndexOf(")")).startsWith(") Z");
}
