import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { engineOf, type EngineProcess, isListening } from "../../provider/process";
import { type DoctorFinding, problem, unsure } from "./finding";

/** Finds processes of Pulumi whose engine was killed. `processes` is undefined if they cannot be listed. */
export async function examineProcesses(
  processes: readonly RunningProcess[] | undefined,
): Promise<DoctorFinding[]> {
  if (processes === undefined) {
    const text = `doctor cannot list the processes of this system (${process.platform}), so it finds none that a killed CLI has left.`;
    return [unsure("process", text)];
  }
  const candidates = processes.flatMap((running) => {
    const engine = engineOf(running.commandLine);
    return engine ? [{ running, engine }] : [];
  });
  const findings = await Promise.all(
    candidates.map(async ({ running, engine }) =>
      (await isListening(engine.address)) ? [] : [leftProcess(running, engine)],
    ),
  );
  return findings.flat();
}

function leftProcess(
  { pid, seconds, bytes }: RunningProcess,
  { role, address }: EngineProcess,
): DoctorFinding {
  return problem(
    "process",
    `Process ${pid} is a ${role} whose engine (${address}) was killed. ` +
      `It has run for ${duration(seconds)} and uses ${Math.round(bytes / 1e6)} MB of memory.`,
    "wait a moment, then run `doctor` again: the processes of this package end by themselves, a provider after its running " +
      "requests, in a quarter of an hour at most. If it is still there, end it:",
    `kill ${pid}`,
  );
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${Math.floor(seconds)} s`;
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

interface RunningProcess {
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
