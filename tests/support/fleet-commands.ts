import { type ChildProcess, execFile } from "node:child_process";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";
import type { Workspace } from "./engine";

/** What one line of `--json` says. */
export interface Line {
  readonly event: string;
  readonly stack?: string;
  readonly status?: string;
  readonly changes?: Readonly<Record<string, number>>;
  readonly severity?: string;
  readonly message?: string;
  readonly stacks?: unknown;
  readonly unchanged?: unknown;
}

export interface FleetRun {
  /** Null after a signal. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface FleetJsonRun extends FleetRun {
  readonly lines: readonly Line[];
  /** How each stack has ended. */
  readonly ends: Readonly<Record<string, string>>;
  /** The stacks in the order in which they have ended. */
  readonly order: readonly string[];
}

/** `edge-platform fleet` in the folder of a workspace's program. */
export function fleetCommands({ env, program }: Pick<Workspace, "env" | "program">) {
  const start = (args: readonly string[]): ChildProcess =>
    execFile(process.execPath, [path.join(ROOT, "dist/cli/main.js"), "fleet", ...args], {
      env,
      cwd: program,
    });
  const fleet = (...args: readonly string[]) => runOf(start(args));
  const jsonRun = async (...args: readonly string[]) => jsonOf(await fleet(...args, "--json"));
  return { start, fleet, jsonRun };
}

/** Waits for the end of a command. */
export async function runOf(child: ChildProcess): Promise<FleetRun> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (text: string) => (stdout += text));
  child.stderr?.on("data", (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stdout, stderr };
}

function jsonOf(run: FleetRun): FleetJsonRun {
  const lines = run.stdout
    .split("\n")
    .filter((line) => line !== "")
    // Written by cli/fleet/run-reporter.ts.
    .map((line) => JSON.parse(line) as Line);
  const ended = lines
    .filter(({ event }) => event === "stack-ends")
    .map(({ stack = "", status = "" }): [string, string] => [stack, status]);
  return { ...run, lines, ends: Object.fromEntries(ended), order: ended.map(([stack]) => stack) };
}
