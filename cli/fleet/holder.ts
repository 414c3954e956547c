import os from "node:os";

/** A process that has locked something: a lock file, or the state of a stack in a backend of files. */
export interface Holder {
  readonly host: string;
  readonly pid: number;
}

export function thisProcess(): Holder {
  return { host: os.hostname(), pid: process.pid };
}

/** Whether a process was on this machine and has ended. Nothing is known of those of other machines. */
export function isDead({ host, pid }: Holder): boolean {
  if (host !== os.hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // EPERM: the process is of another user.
    return typeof error === "object" && error !== null && "code" in error && error.code === "ESRCH";
  }
}
