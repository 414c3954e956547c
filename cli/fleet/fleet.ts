import type { Command } from "commander";
import { type CommandIo, processIo } from "../command-io";
import { addConnectionOptions } from "../connection";
import { collectOption } from "../option-values";
import { exitAsQuestion, type QuestionAnswer, runJob, writeAnswer } from "../question";
import type { FleetFlags } from "./fleet-file";
import { listFleet, type ListFlags } from "./list-fleet";
import { moveInFleet, type MoveFlags } from "./move-in-fleet";
import { planLock, type PlanFlags } from "./plan-lock";

/** Adds `fleet plan`, `fleet list` and `fleet move`, which keep many zones in several stacks of one program. */
export function registerFleet(program: Command, io: CommandIo = processIo()): void {
  const fleet = program
    .command("fleet")
    .description("many zones in several stacks: plan which zone is in which stack, and move zones");
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
}

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
