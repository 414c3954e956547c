import os from "node:os";
import { type Applied, beginRun, keepKnown, leftOf, type Operation } from "../../fleet/run-record";
import { nodeOptions, rateShare, stacksAtATime } from "../../fleet/stacks-at-a-time";
import { rateShareOf } from "../../provider/client";
import type { CommandIo } from "../command-io";
import { CommandError } from "../question";
import { UsageError } from "../usage-error";
import { checkPlaces } from "./check-places";
import { chosenStacks, type FleetStack, type StackChoice } from "./choose-stacks";
import { reportFiles, writeFleetReview, type ReviewFlags } from "./fleet-review";
import { readFleetFile, type FleetFile, type FleetFlags } from "./fleet-file";
import { earlierLocks } from "./lock-at-commit";
import { readLock, whileHolding } from "./lock-file";
import { listStacks } from "./pulumi";
import { readApplied } from "./read-applied";
import { readRuns, RunFile } from "./run-file";
import { jsonReporter, textReporter, type RunReporter, type StackResult } from "./run-reporter";
import { createStackRunner } from "./run-stack";
import { type PoolOptions, runPool } from "./run-pool";
import { runWaves, type WaveRun } from "./run-waves";
import { counted } from "../../provider/words";

export interface RunFlags extends FleetFlags, StackChoice, ReviewFlags {
  readonly all: boolean;
  readonly jobs?: number;
  readonly yes: boolean;
  readonly skipPreview: boolean;
  readonly failFast: boolean;
  readonly resume: boolean;
  readonly clearPendingCreates: boolean;
}

interface RunEnd {
  readonly results: readonly StackResult[];
  /** Whether nothing but a stack that has failed speaks against success. */
  readonly yes: boolean;
}

/**
 * Runs an operation for stacks of a fleet, several at a time. Returns whether all succeeded; undefined if a signal ended the run.
 * @throws UsageError, CommandError if nothing was run
 */
export async function runFleet(
  operation: Operation,
  flags: RunFlags,
  io: CommandIo,
): Promise<boolean | undefined> {
  const file = readFleetFile(flags.file);
  const isPreview = operation === "preview" || !flags.yes;
  if (flags.resume && isPreview) throw new UsageError("--resume continues a run that writes: add --yes.");
  // A wrong name is reported before the previews, which take minutes.
  reportFiles(flags.review);
  const work = () => run({ file, operation, isPreview, flags, io });
  return isPreview ? work() : whileHolding(file.lockFile, work);
}

/** What a run was asked to do. */
interface Asked {
  readonly file: FleetFile;
  readonly operation: Operation;
  readonly isPreview: boolean;
  readonly flags: RunFlags;
  readonly io: CommandIo;
}

async function run({ file, operation, isPreview, flags, io }: Asked): Promise<boolean | undefined> {
  const runs = new RunFile(file.runFile, readRuns(file.runFile));
  const jobs = flags.jobs ?? stacksAtATime({ cores: os.cpus().length, freeBytes: os.freemem() });
  const asked = stacksToRun(file, operation, flags, runs);
  const listed = asked.stacks.length > 0 ? await listStacks(file.programFolder) : NO_STACKS;
  const read = asked.mayBeApplied
    ? await readApplied(file.programFolder, asked.stacks, { listed, known: runs.record.known, jobs })
    : NO_STACKS;
  // A preview changes no file: a run that writes may be going on.
  if (!isPreview && read.size > 0) runs.change((record) => keepKnown(record, read));
  const { stacks, unchanged } = withoutApplied(asked, read);
  const reporter = reporterFor(flags, isPreview, io);
  const names = stacks.map(({ stack }) => stack);
  const what = isPreview && operation !== "preview" ? `preview of ${operation}` : operation;
  reporter.begin({ what, stacks: names, unchanged, jobs });
  if (stacks.length === 0) {
    // A review of nothing takes the place of an earlier one, for example in a comment.
    if (flags.review.length > 0) await writeFleetReview(file, new Map(), flags, io);
    reporter.end([]);
    return true;
  }
  const share = shareOfEach(Math.min(jobs, stacks.length));
  refuseMissing(file, names, listed);
  if (operation === "up" || operation === "preview") {
    const warnings = await checkUpdated(file, new Set(names), flags);
    for (const warning of warnings) reporter.note(warning);
  }
  const runner = await createStackRunner(file.programFolder, {
    EDGE_RATE_SHARE: share,
    NODE_OPTIONS: nodeOptions(process.env["NODE_OPTIONS"]),
  });
  const interruption = interruptions(reporter, io);
  const { stop, signal } = interruption;
  const shared = { runner, reporter, jobs, failFast: flags.failFast, stop, signal };
  try {
    const { results, yes } = isPreview
      ? await previewed({ file, operation, flags, io, stacks, shared })
      : await written({
          ...shared,
          file,
          operation,
          flags,
          io,
          stacks,
          runs: begun(runs, operation, names, flags),
        });
    reporter.end(results);
    return stop.aborted ? undefined : yes && results.every(({ status }) => status === "succeeded");
  } finally {
    interruption.end();
  }
}

async function written(waves: WaveRun): Promise<RunEnd> {
  return { results: await runWaves(waves), yes: true };
}

function begun(runs: RunFile, operation: Operation, names: readonly string[], flags: RunFlags): RunFile {
  if (flags.resume) return runs;
  const head = { operation, startedAt: new Date().toISOString(), host: os.hostname() };
  runs.change((record) => beginRun(record, head, names));
  return runs;
}

const NO_STACKS: ReadonlyMap<string, never> = new Map<string, never>();

interface StacksOfRun {
  readonly stacks: readonly FleetStack[];
  /** Left out, because nothing has changed in them. */
  readonly unchanged: readonly string[];
  /** Whether the run leaves out what is applied already. */
  readonly mayBeApplied: boolean;
}

function withoutApplied({ stacks, ...asked }: StacksOfRun, read: ReadonlyMap<string, Applied>): StacksOfRun {
  const isApplied = ({ stack, hash }: FleetStack) => read.get(stack)?.hash === hash;
  const applied = stacks.filter(isApplied).map(({ stack }) => stack);
  return {
    ...asked,
    stacks: stacks.filter((one) => !isApplied(one)),
    unchanged: [...asked.unchanged, ...applied],
  };
}

/** Returns the stacks that a run is about. @throws UsageError */
function stacksToRun(
  file: FleetFile,
  operation: Operation,
  flags: RunFlags,
  { record }: RunFile,
): StacksOfRun {
  if (flags.resume) return resumed(file, operation, flags, record.run);
  if (flags.all && flags.since !== undefined)
    throw new UsageError(
      "--all takes every stack, and --since only those that have changed: choose one of them.",
    );
  const isNamed = flags.stack.length > 0;
  if (operation === "destroy" && !isNamed && !flags.all && flags.wave.length === 0)
    throw new UsageError(
      "fleet destroy deletes what stacks manage: name them with --stack or --wave, or all with --all.",
    );
  const chosen = chosenStacks(file, flags);
  const takesAll = flags.all || isNamed || operation === "refresh" || operation === "destroy";
  return {
    stacks: chosen.filter(({ changed = true }) => changed),
    unchanged: chosen.filter(({ changed }) => changed === false).map(({ stack }) => stack),
    mayBeApplied: !takesAll && flags.since === undefined,
  };
}

function resumed(
  file: FleetFile,
  operation: Operation,
  flags: RunFlags,
  last: RunFile["record"]["run"],
): StacksOfRun {
  if (flags.all || flags.since !== undefined || flags.stack.length + flags.wave.length > 0)
    throw new UsageError("--resume continues with the stacks of the last run: name no others.");
  if (last === undefined) throw new UsageError(`${file.runFile} has no run that could be continued.`);
  if (last.operation !== operation)
    throw new UsageError(`the last run was \`fleet ${last.operation}\`: continue it with that command.`);
  const left = new Set(leftOf(last));
  const stacks = chosenStacks(file, { stack: [], wave: [] }).filter(({ stack }) => left.has(stack));
  return { stacks, unchanged: [], mayBeApplied: false };
}

function refuseMissing(
  { file }: FleetFile,
  names: readonly string[],
  listed: ReadonlyMap<string, unknown>,
): void {
  const missing = names.filter((name) => !listed.has(name));
  if (missing.length === 0) return;
  throw new CommandError(
    `${counted(missing.length, "stack")} of ${file} ${missing.length === 1 ? "does" : "do"} not exist: ${missing.join(", ")}. ` +
      "Nothing was run. Make them, with the settings of another stack: edge-platform fleet init --copy-config-from <stack>",
  );
}

/** Returns warnings. @throws CommandError if an update of these stacks would delete what belongs to a zone of another one */
function checkUpdated(file: FleetFile, updated: ReadonlySet<string>, flags: RunFlags): Promise<string[]> {
  const lock = readLock(file.lockFile);
  const earlier = earlierLocks(lock);
  return checkPlaces({
    file,
    lock,
    earlier,
    updated,
    flags,
    fleet: lock.fleet,
    undone: "Nothing was run.",
  });
}

/** Returns the share of the rate limit for each of several stacks at a time, of that which this process has. @throws ConfigurationError */
function shareOfEach(stacks: number): string {
  const [label, value] = ["EDGE_RATE_SHARE", process.env["EDGE_RATE_SHARE"]];
  const own = (value === undefined ? undefined : rateShareOf({ label, value })) ?? 1;
  return rateShare(Math.round(stacks / own));
}

interface Previews {
  readonly file: FleetFile;
  readonly operation: Operation;
  readonly flags: RunFlags;
  readonly io: CommandIo;
  readonly stacks: readonly FleetStack[];
  readonly shared: PoolOptions & Pick<WaveRun, "runner" | "signal">;
}

async function previewed({ file, operation, flags, io, stacks, shared }: Previews): Promise<RunEnd> {
  const isReviewed = flags.review.length > 0;
  const logs = new Map<string, readonly string[] | undefined>(stacks.map(({ stack }) => [stack, undefined]));
  const results = await runPool(stacks, shared, async ({ stack }, watcher) => {
    const lines: string[] = [];
    const end = await shared.runner.run(stack, operation, {
      ...watcher,
      ...(isReviewed && { event: (line: string) => void lines.push(line) }),
      isPreview: true,
      signal: shared.signal,
    });
    if (lines.length > 0) logs.set(stack, lines);
    return end;
  });
  const refusal = isReviewed ? await writeFleetReview(file, logs, flags, io) : undefined;
  if (refusal)
    shared.reporter.note(
      refusal.isIncomplete
        ? `The change does not pass: ${refusal.text}`
        : `The severity of the change reaches ${flags.failOn ?? ""}, which --fail-on refuses.`,
    );
  if (operation !== "preview")
    shared.reporter.note(`Nothing was changed. To do it: edge-platform fleet ${operation} --yes`);
  return { results, yes: !refusal };
}

function reporterFor({ json }: FleetFlags, isPreview: boolean, { output }: CommandIo): RunReporter {
  if (json) return jsonReporter(output);
  return textReporter(output, {
    showsInfo: isPreview,
    status: process.stderr.isTTY ? process.stderr : undefined,
  });
}

/**
 * `stop` ends a run at a signal: no stack begins any more. `signal` lets the CLI finish what it does, and end. A terminal sends Ctrl-C
 * to the CLI by itself, for which a second one would mean to end at once.
 */
function interruptions(reporter: RunReporter, { ask }: CommandIo) {
  const [stop, cli] = [new AbortController(), new AbortController()];
  const interrupt = (name: NodeJS.Signals) => {
    end();
    reporter.note(
      `${name}: stacks that have begun come to an end, and no other begins. A second one ends this process.`,
    );
    stop.abort();
    if (name !== "SIGINT" || ask === undefined) cli.abort();
  };
  const end = () => void process.removeListener("SIGINT", interrupt).removeListener("SIGTERM", interrupt);
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  return { stop: stop.signal, signal: cli.signal, end };
}
