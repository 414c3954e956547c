import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Ready } from "../../emulator/server-options";

/** The running platforms. A failed test does not stop its platform, so afterEach does. */
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

const ROOT = path.resolve(__dirname, "../..");

export interface ChildPlatform {
  readonly ready: Ready;
  readonly stdout: readonly string[];
  readonly stderr: () => string;
  /** Sends the signal, and waits until the process has exited. */
  end(signal: "SIGKILL" | "SIGTERM" | "SIGINT"): Promise<{ code: number | null; signal: string | null }>;
}

/** Starts `edge-platform serve` in a child process, which the caller must stop. */
export function startChildPlatform(...args: string[]): Promise<ChildPlatform> {
  return ready(run(args));
}

/** Starts a platform whose files cannot grow beyond `blocks` of 512 bytes, as on a full disk. */
export function startCrampedPlatform(blocks: number, ...args: string[]): Promise<ChildPlatform> {
  return ready(run(args, ["sh", "-c", `ulimit -f ${blocks} && exec "$0" "$@"`]));
}

async function ready({ child, ended, stdout, stderr, firstLine }: ReturnType<typeof run>) {
  const line = await Promise.race([firstLine, ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`the platform exited before it was ready: ${stderr()}`);
  return {
    ready: JSON.parse(line) as Ready,
    stdout,
    stderr,
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs `edge-platform serve` and waits until it exits by itself. */
export async function runPlatform(...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const { ended, stderr } = run(args);
  const { code } = await ended;
  return { code, stderr: stderr() };
}

function run(args: readonly string[], wrapper: readonly string[] = []) {
  const register = path.join(ROOT, "tests/support/run-typescript.cjs");
  const main = path.join(ROOT, "cli/main.ts");
  const command = [...wrapper, process.execPath, "-r", register, main, "serve", ...args];
  const child = spawn(command[0] ?? "", command.slice(1), { cwd: ROOT });
  running.add(child);
  child.on("close", () => running.delete(child));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal }));
  });
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const stdout: string[] = [];
  const firstLine = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      stdout.push(line);
      if (line.startsWith("{")) resolve(line);
    });
  });
  return { child, ended, stdout, stderr: () => errors.join(""), firstLine };
}
