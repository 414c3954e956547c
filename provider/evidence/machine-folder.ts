import os from "node:os";
import path from "node:path";

/** Returns a folder of this package's records: in `edge-platform`, in the folder that Pulumi keeps for a user. */
export function machineFolder(name: string, env: NodeJS.ProcessEnv = process.env): string {
  return path.join(env["PULUMI_HOME"] ?? path.join(os.homedir(), ".pulumi"), "edge-platform", name);
}

/** Runs work on a record; undefined if it fails. A record is evidence that may be missing, and never stops a run. */
export function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
