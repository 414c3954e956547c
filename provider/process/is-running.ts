import fs from "node:fs";

/**
 * Whether a process of this machine runs, also one of another user. One that was killed counts as ended before its parent asks for its
 * result. A number that is no process id counts as running: what a dead process left is taken away.
 */
export function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // Node types no errors: the code is that of the system call. EPERM: it is another user's.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function isZombie(pid: number): boolean {
  const status = statusOf(pid);
  // `pid (name) state …`: the name may contain anything.
  return status.slice(status.lastIndexOf(")")).startsWith(") Z");
}

function statusOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // It ended just now, or the system is not Linux.
    return "";
  }
}
