import fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { engineOf } from "../../provider/process";
import { enginePids } from "../../scripts/engine-processes";

const POLL_MS = 50;
/** How long a condition may take to hold on a busy machine. On an idle one, a process ends about three seconds after its engine. */
const PATIENCE_MS = 120_000;

/** A process of a private Pulumi that works for one engine. */
export interface EngineProcess {
  readonly pid: number;
  readonly role: string;
}

/** Returns the processes that work for an engine. Not the language host: it is Pulumi's own, and looks for its engine every five minutes. */
export function engineProcesses(directory: string): EngineProcess[] {
  return enginePids(directory).flatMap((pid) => {
    const role = engineOf(commandLine(pid))?.role;
    return role === undefined ? [] : [{ pid, role }];
  });
}

export function commandLine(pid: number): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
  } catch {
    // The process has ended in between.
    return [];
  }
}

/** Waits for a condition on processes, which nothing announces. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not after ${PATIENCE_MS / 1000} s: ${what}`);
    await delay(POLL_MS);
  }
}
