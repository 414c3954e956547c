import { type Command, InvalidArgumentError } from "commander";
import { OPERATIONS, type Operation } from "../../fleet/run-record";
import { type CommandIo, processIo } from "../command-io";
import { addConnectionOptions } from "../connection";
import { collectOption } from "../option-values";
import { answerQuestion, exitAsQuestion, type QuestionAnswer, runJob, writeAnswer } from "../question";
import { docsUrlOption } from "../review/docs-url";
import { failOnOption } from "../review/fail-on";
import type { StackChoice } from "./choose-stacks";
import { type DriftFlags, driftOfFleet } from "./fleet-drift";
import type { FleetFlags } from "./fleet-file";
import { type InitFlags, initStacks } from "./init-stacks";
import { listFleet, type ListFlags } from "./list-fleet";
import { moveInFleet, type MoveFlags } from "./move-in-fleet";
import { planLock, type PlanFlags } from "./plan-lock";
import { registerEmit } from "./register-emit";
import { runFleet, type RunFlags } from "./run-fleet";

/** Adds `fleet`, whose subcommands keep many zones in several stacks of one program. */
export function registerFleet(program: Command, io: CommandIo = processIo()): void {
  const fleet = program
    .command("fleet")
    .description("many zones in several stacks: plan which zone is in which stack, and run the stacks");
  // Subcommands inherit this.
  exitAsQuestion(fleet, io);
  const add = (usage: string, description: string) =>
    fleet
      .command(usage)
      .description(description)
      .option("--file <file>", "the fleet file; fleet.lock.json is beside it", "fleet.yaml")
      .option("--json", "print one JSON document", false);

  addConnectionOptions(add("plan", "write fleet.lock.json: which zone is in which stack"))
    .option("--check", "write nothing; exit code 1 if the file would change", false)
    .option("--remove", "take zones that the fleet file no longer names out of their stacks", false)
    .option("--prune", "forget removed zones of which the states of their stacks have no resource", false)
    .action((flags: PlanFlags) => run(io, "fleet plan", flags, () => planLock(flags)));
  addChoice(add("list", "list the stacks with their zones"))
    .option("--names", "print only the names of the stacks, as a JSON array in one line", false)
    .action((flags: ListFlags) => run(io, "fleet list", flags, () => listFleet(flags)));
  addConnectionOptions(
    add("move <zone> <stack>", "carry a zone to another stack by `pulumi state move`; nothing live changes"),
  )
    .option("--yes", "move: without it, nothing is changed", false)
    .action((zone: string, stack: string, flags: MoveFlags) =>
      run(io, "fleet move", flags, () => moveInFleet(zone, stack, flags)),
    );
  add("init", "make the stacks of the lock file that do not exist yet")
    .option("--copy-config-from <stack>", "a stack whose settings the new ones get")
    .action((flags: InitFlags) => run(io, "fleet init", flags, () => initStacks(flags)));
  for (const operation of OPERATIONS) addRun(add(operation, DESCRIPTIONS[operation]), operation, io);
  addConnectionOptions(
    addChoice(add("drift", "compare states with what is live; exit code 1 if something drifted")),
  )
    .option("--jobs <count>", "how many stacks at a time (default: by cores)", parseCount)
    .action((flags: DriftFlags) => answerQuestion(io, "fleet drift", flags, () => driftOfFleet(flags)));
  registerEmit(fleet, io, addChoice);
}

const DESCRIPTIONS: Readonly<Record<Operation, string>> = {
  preview: "preview stacks, several at a time, and review them as one change",
  up: "update stacks, wave by wave; without --yes, preview them",
  refresh: "read what is live into the states; without --yes, show what would change",
  destroy: "delete what stacks manage; without --yes, show it",
};

const DEFAULTS = {
  all: false,
  yes: false,
  skipPreview: false,
  failFast: false,
  resume: false,
  clearPendingCreates: false,
  review: [],
  live: false,
};

function addRun(program: Command, operation: Operation, io: CommandIo): void {
  const isPreview = operation === "preview";
  const command = addConnectionOptions(addChoice(program))
    .option("--all", "also stacks in which nothing has changed since their last update", false)
    .option("--jobs <count>", "how many stacks at a time (default: by cores and free memory)", parseCount)
    .option("--fail-fast", "begin no other stack after one has failed", false);
  if (!isPreview)
    command
      .option("--yes", `${operation}: without it, nothing is changed`, false)
      .option("--resume", "go on with the stacks that the last run has left", false);
  if (operation === "up")
    command.option("--skip-preview", "update each stack without a preview before", false);
  if (operation === "refresh")
    command.option(
      "--clear-pending-creates",
      "forget creates that a dead run has left pending in the states",
      false,
    );
  if (isPreview) addReview(command);
  command.action((flags: Partial<RunFlags> & FleetFlags & StackChoice) =>
    runJob(io, `fleet ${operation}`, async () => {
      const done = await runFleet(operation, { ...DEFAULTS, ...flags }, io);
      if (done === undefined) io.setExitCode(INTERRUPTED);
      return done;
    }),
  );
}

function addReview(command: Command): void {
  command
    .option(
      "--review <file>",
      "write one review of all stacks; .md, .html, .json or .sarif says its form; repeatable",
      collectOption,
      [],
    )
    .addOption(docsUrlOption())
    .option("--policy-config <file>", "configuration of the policies, for the review")
    .option("--live", "read zone names and live rules for the review", false)
    .addOption(failOnOption());
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number from 1 to 9999.");
}

/** The exit code of a process that Ctrl-C ends. */
const INTERRUPTED = 130;

function addChoice(command: Command): Command {
  return command
    .option("--stack <name>", "only this stack; repeatable", collectOption, [])
    .option("--wave <name>", "only the stacks of this wave; repeatable", collectOption, [])
    .option("--since <commit>", "only stacks that depend on something else than in this commit of git");
}

function run(
  io: CommandIo,
  command: string,
  flags: FleetFlags,
  work: () => QuestionAnswer | Promise<QuestionAnswer>,
): Promise<void> {
  return runJob(io, command, async () => writeAnswer(io, flags, await work()));
}
