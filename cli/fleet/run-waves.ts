import { spawn } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { agentOf } from "../../fleet/applied";
import { beginStack, endStack, needCheck, type Operation, passCheck } from "../../fleet/run-record";
import { type Wave, wavesOf, type WaveStacks } from "../../fleet/waves";
import type { CommandIo } from "../command-io";
import type { ConnectionFlags } from "../connection";
import type { FleetStack, StackChoice } from "./choose-stacks";
import { driftOfStack } from "./fleet-drift";
import type { FleetFile } from "./fleet-file";
import { type Holder, isDead } from "./holder";
import { readLock } from "./lock-file";
import { runPulumi } from "./pulumi";
import type { RunFile } from "./run-file";
import { atATime, type PoolOptions, runPool, skipped } from "./run-pool";
import type { StackResult } from "./run-reporter";
import type { StackEnd, StackRunner, StackWatcher } from "./run-stack";
import { counted } from "../../provider/words";

/** A run that writes. */
export interface WaveRun extends PoolOptions {
  readonly file: FleetFile;
  readonly operation: Operation;
  readonly flags: ConnectionFlags &
    StackChoice & {
      readonly skipPreview: boolean;
      readonly resume: boolean;
      readonly clearPendingCreates: boolean;
    };
  readonly io: CommandIo;
  readonly stacks: readonly FleetStack[];
  readonly runs: RunFile;
  readonly runner: StackRunner;
  /** Lets the CLI finish what it does, and end. */
  readonly signal: AbortSignal;
}

/** Runs an operation for stacks. An `up` goes wave by wave: a wave begins when the one before has succeeded, and its checks pass. */
export async function runWaves(run: WaveRun): Promise<StackResult[]> {
  const { file, operation, stacks, reporter, runs, stop } = run;
  if (operation !== "up") return runPool(stacks, run, (one, watcher) => runStack(run, one, watcher));
  const results: StackResult[] = [];
  const waiting = new Map(stacks.map((one) => [one.stack, one]));
  const waves = wavesOf(readLock(file.lockFile).fleet, file.waves);
  for (const [index, { wave, stacks: names }] of waves.entries()) {
    const left = names.flatMap((name) => waiting.get(name) ?? []);
    if (left.length === 0) continue;
    if (!(await checksPass(run, waves.slice(0, index))) || !(await isApproved(run, wave, left.length))) break;
    const begun = left.map(({ stack }) => stack);
    if (index < waves.length - 1) runs.change((record) => needCheck(record, begun));
    results.push(...(await runPool(left, run, (one, watcher) => runStack(run, one, watcher))));
    for (const name of begun) waiting.delete(name);
    if (results.some(({ status }) => status !== "succeeded")) break;
  }
  if (waiting.size > 0 && !stop.aborted && results.some(({ status }) => status === "failed"))
    reporter.note(
      `${counted(waiting.size, "stack")} of later waves were not begun. Correct the cause, and go on: edge-platform fleet up --yes --resume`,
    );
  return [...results, ...[...waiting.keys()].sort().map(skipped)];
}

async function runStack(run: WaveRun, { stack, hash }: FleetStack, watcher: StackWatcher): Promise<StackEnd> {
  const { runs, runner, operation, flags, signal } = run;
  const { host, stacks = {} } = runs.record.run ?? {};
  const isLeftHere = flags.resume && stacks[stack] === "unfinished" && host === os.hostname();
  runs.change((record) => beginStack(record, stack));
  const { clearPendingCreates } = flags;
  const agent = operation === "up" ? agentOf(hash) : undefined;
  const call = (isPreview: boolean) =>
    runner.run(stack, operation, { ...watcher, isPreview, clearPendingCreates, agent, signal });
  const previewFails = async () => {
    const preview = operation === "up" && !flags.skipPreview ? await call(true) : undefined;
    return preview?.succeeded === false ? preview : undefined;
  };
  const attempt = async () => (await previewFails()) ?? (await call(false));
  let end = await attempt();
  if (isLeftHere && end.lockedBy && (await unlocked(run, stack, end.lockedBy))) end = await attempt();
  runs.change((record) => endStack(record, stack, end.succeeded));
  return end;
}

const LOCK_POLL_MS = 1_000;

/**
 * Ends the lock of a process of the run that is continued, once the process has ended. Returns whether the stack can be run now. The lock
 * of any other process stays.
 */
async function unlocked({ file, reporter, stop }: WaveRun, stack: string, lock: Holder): Promise<boolean> {
  if (lock.host !== os.hostname()) return false;
  if (!isDead(lock))
    reporter.note(`${stack}: process ${lock.pid} of the last run still updates it; waiting for its end.`);
  while (!isDead(lock)) {
    if (stop.aborted) return false;
    await delay(LOCK_POLL_MS);
  }
  await runPulumi(file.programFolder, ["cancel", "--yes", "--stack", stack]);
  return true;
}

async function isApproved({ flags, io, reporter }: WaveRun, wave: Wave, count: number): Promise<boolean> {
  if (wave.approval !== true || flags.wave.includes(wave.name)) return true;
  const question = `Begin the wave ${wave.name}, ${counted(count, "stack")}? Only "yes" begins it: `;
  if (io.ask && (await io.ask(question)).trim() === "yes") return true;
  reporter.note(
    `The wave ${wave.name} waits for an approval. To begin it: edge-platform fleet up --yes --wave ${wave.name}`,
  );
  return false;
}

/**
 * Whether nothing of some waves has drifted, and their commands succeed. Only stacks that were updated since the last time are checked: by
 * this run, or by an earlier one that ended before they passed.
 */
async function checksPass(run: WaveRun, waves: readonly WaveStacks[]): Promise<boolean> {
  const unchecked = new Set(run.runs.record.unchecked);
  for (const { wave, stacks } of waves) {
    const due = stacks.filter((stack) => unchecked.has(stack));
    if (due.length === 0) continue;
    if (!(await driftPasses(run, wave, due)) || !(await commandPasses(run, wave, due))) return false;
    run.runs.change((record) => passCheck(record, due));
  }
  return true;
}

async function driftPasses(
  { file, jobs, flags, reporter }: WaveRun,
  wave: Wave,
  stacks: readonly string[],
): Promise<boolean> {
  const drifts = await atATime(stacks, jobs, (stack) => driftOfStack(file.programFolder, stack, flags));
  const bad = drifts.filter(({ status }) => status !== "same");
  for (const { stack, lines } of bad) reporter.note(`${stack}: ${lines.join("\n  ")}`);
  if (bad.length > 0) reporter.note(failedCheckText(wave, "its stacks are not live as their states say"));
  return bad.length === 0;
}

async function commandPasses(
  { file, reporter }: WaveRun,
  wave: Wave,
  stacks: readonly string[],
): Promise<boolean> {
  const { check } = wave;
  if (check === undefined) return true;
  const env = {
    ...process.env,
    EDGE_FLEET_WAVE: wave.name,
    EDGE_FLEET_STACKS: stacks.join(" "),
  };
  const code = await new Promise<number | string>((resolve) => {
    // Stdout is for the run, which may be JSON.
    const child = spawn(check, {
      cwd: path.dirname(file.lockFile),
      env,
      shell: true,
      stdio: ["ignore", 2, 2],
    });
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (status, signal) => resolve(status ?? signal ?? ""));
  });
  if (code !== 0) reporter.note(failedCheckText(wave, `its check \`${check}\` ended with ${code}`));
  return code === 0;
}

function failedCheckText({ name }: Wave, why: string): string {
  return (
    `The wave ${name} has not passed: ${why}. The next wave was not begun. Correct the cause, and go on: ` +
    "edge-platform fleet up --yes --resume"
  );
}
