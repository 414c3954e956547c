import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** A process of this machine. */
export interface RunningProcess {
  readonly pid: number;
  readonly commandLine: readonly string[];
  readonly seconds: number;
  readonly bytes: number;
}

const PROC = "/proc";
/** Linux counts a start in hundredths of a second, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100;

/** Returns the processes that this user may end; undefined on a system on which they cannot be listed. */
export function runningProcesses(platform = process.platform): readonly RunningProcess[] | undefined {
  const all = platform === "linux" ? fromProc() : platform === "darwin" ? fromPs() : undefined;
  return all?.filter(({ pid }) => isOwn(pid));
}

function fromProc(): RunningProcess[] {
  const uptime = Number.parseFloat(fs.readFileSync(path.join(PROC, "uptime"), "utf8"));
  return fs
    .readdirSync(PROC)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const file = (of: string) => fs.readFileSync(path.join(PROC, name, of), "utf8");
        // The name of the executable, which may contain anything, ends with the last parenthesis.
        const fields = file("stat").split(") ").at(-1)?.split(" ") ?? [];
        const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(file("status")) ?? [];
        return {
          pid: Number(name),
          commandLine: file("cmdline").split("\0").slice(0, -1),
          seconds: uptime - Number(fields[19]) / TICKS_PER_SECOND,
          bytes: Number(kilobytes) * 1024,
        };
      } catch {
        // The process has ended in between.
        return [];
      }
    });
}

function fromPs(): RunningProcess[] | undefined {
  try {
    return parsePs(execFileSync("ps", ["-axo", "pid=,etime=,rss=,command="], { encoding: "utf8" }));
  } catch {
    return undefined;
  }
}

/** Parses the output of `ps -axo pid=,etime=,rss=,command=`, in which the words of a command are not separated for certain. */
export function parsePs(text: string): RunningProcess[] {
  return text.split("\n").flatMap((line) => {
    const found = /^\s*(\d+)\s+(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)\s+(\d+)\s+(.+)$/.exec(line);
    if (!found) return [];
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = found
      .slice(2, 6)
      .map((part) => Number(part || 0));
    return {
      pid: Number(found[1]),
      commandLine: (found[7] ?? "").split(/\s+/),
      seconds: ((days * 24 + hours) * 60 + minutes) * 60 + seconds,
      bytes: Number(found[6]) * 1024,
    };
  });
}

function isOwn(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
