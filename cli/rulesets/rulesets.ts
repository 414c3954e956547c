import { InvalidArgumentError, Option, type Command } from "commander";
import { ZONE_PLANS } from "../../provider/api";
import { processIo, type CommandIo } from "../command-io";
import { checkRulesFiles, type OutputFlags, type PlaceFlags } from "./check-rules-file";
import { addLanguageOptions } from "../language-options";
import { collectOption } from "../option-values";
import { diffVersions, listVersions, prune } from "./commands";
import { rollBack, type RollbackFlags } from "./roll-back";
import { openHistory, type RulesetFlags, type RulesetHistory } from "./open-history";
import { docsUrlOption } from "../review/docs-url";
import { exitAsQuestion, type QuestionAnswer, runJob, writeAnswer } from "../question";

interface Flags extends RulesetFlags {
  readonly json: boolean;
}
interface WriteFlags extends Flags {
  readonly dryRun: boolean;
}

/** Adds `rulesets …`, which checks rules of a file, and lists, compares, restores and deletes versions of a ruleset. */
export function registerRulesets(program: Command, io: CommandIo = processIo()): void {
  const rulesets = program
    .command("rulesets")
    .description(
      "check rules; list, compare, restore and delete versions of a ruleset (connection: EDGE_BASE_URL, EDGE_API_TOKEN, …)",
    );
  // Subcommands inherit this.
  exitAsQuestion(rulesets, io);
  addCheck(rulesets, io);
  const add = (usage: string, description: string) =>
    rulesets
      .command(usage)
      .description(description)
      .option("--zone <name or id>", "use a ruleset of this zone")
      .option("--account <id>", "or of this account (default: EDGE_ACCOUNT_ID)")
      .option("--phase <phase>", "use the entry point of this phase")
      .option("--ruleset <id>", "or the ruleset with this id")
      .option("--connection <name>", "use this connection of EDGE_CONNECTIONS")
      .option("--json", "print one JSON document", false);
  const addWrite = (usage: string, description: string) =>
    add(usage, description).option("--dry-run", "show what would be written, without writing", false);

  add("versions", "list the kept versions, newest first").action((flags: Flags) =>
    run(io, flags, listVersions),
  );
  add("diff [from] [to]", "compare two versions (default: the live version with the one before)").action(
    (from: string | undefined, to: string | undefined, flags: Flags) =>
      run(io, flags, (history) => diffVersions(history, from, to)),
  );
  addWrite("rollback <version>", "restore the rules of an owner from an earlier version, after confirmation")
    .option("--if-version <version>", "only if this version is live")
    .option(
      "--owner <owner>",
      "whose rules: <project>/<stack>, or `unmarked` for rules without a mark; repeatable (default: the only stack that has rules in the version)",
      collectOption,
    )
    .option("--all-owners", "roll back the rules of every owner, and the description", false)
    .option("--yes", "roll back without confirmation", false)
    .action((version: string, flags: WriteFlags & RollbackFlags) =>
      run(io, flags, (history) => rollBack(history, version, flags, io.ask)),
    );
  addWrite("prune", "delete old versions, except the live one")
    .requiredOption("--keep <number>", "number of newest versions to keep", parseKeep)
    .action((flags: WriteFlags & { keep: number }) => run(io, flags, (history) => prune(history, flags)));
}

/** `rulesets check` sends no request. */
function addCheck(rulesets: Command, io: CommandIo): void {
  const command = rulesets
    .command("check <files...>")
    .description(
      "check rules of JSON files (- is stdin; patterns such as rules/**/*.json) against the rule book, without a connection",
    )
    .option("--phase <phase>", "the phase of the rules (default: as the file says)")
    .addOption(
      new Option("--level <level>", "who owns the ruleset (default: zone)").choices(["zone", "account"]),
    )
    .addOption(
      new Option("--kind <kind>", "the entry point of an account (root), or a custom ruleset").choices([
        "root",
        "custom",
      ]),
    )
    .addOption(new Option("--plan <name>", "check also what this plan includes").choices(ZONE_PLANS))
    .option("--all", "show information too, such as fields with a newer name", false)
    .option("--json", "print one JSON document", false)
    .addOption(new Option("--sarif", "print a SARIF log with the places in the files").conflicts("json"))
    .addOption(docsUrlOption());
  addLanguageOptions(command).action(
    (files: string[], flags: PlaceFlags & OutputFlags & { readonly json: boolean }) =>
      runJob(io, "rulesets", () =>
        writeAnswer(io, { json: flags.json || flags.sarif === true }, checkRulesFiles(files, flags)),
      ),
  );
}

function run(
  io: CommandIo,
  flags: Flags,
  work: (history: RulesetHistory) => Promise<QuestionAnswer>,
): Promise<void> {
  return runJob(io, "rulesets", async () => writeAnswer(io, flags, await work(await openHistory(flags))));
}

function parseKeep(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a positive integer.");
  return Number(text);
}
