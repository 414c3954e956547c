import os from "node:os";
import { isRunning } from "../../provider/process";

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
  return host === os.hostname() && !isRunning(pid);
}
