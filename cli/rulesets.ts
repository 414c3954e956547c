import { InvalidArgumentError, type Command } from "commander";
import { isConfigurationError, isEdgeError, messageWithAnswer } from "../provider/client";
import { processIo, type CommandIo } from "./json-lines";
import { diffVersions, listVersions, prune, RefusedError, rollBack, type Answer } from "./ruleset-commands";
import { openHistory, type RulesetFlags, type RulesetHistory } from "./ruleset-history";
import { UsageError } from "./usage-error";

/** The exit codes of all sub-commands: refused or failed is told from what cannot be asked for. */
const EXIT = { done: 0, failed: 1, usage: 2 } as const;

interface Flags extends RulesetFlags {
  readonly json: boolean;
}
interface WriteFlags extends Flags {
  readonly dryRun: boolean;
}

/** Adds `rulesets …`: the versions of a ruleset, what they differ in, the way back to one, and the end of old ones. */
export function registerRulesets(program: Command, io: CommandIo = processIo()): void {
  const rulesets = program
    .command("rulesets")
    .description(
      "versions of a ruleset; the connection comes from EDGE_BASE_URL, EDGE_API_TOKEN and their like",
    );
  // Sub-commands inherit it.
  rulesets.exitOverride(({ exitCode }) => io.exit(exitCode === 0 ? EXIT.done : EXIT.usage));
  const add = (usage: string, description: string) =>
    rulesets
      .command(usage)
      .description(description)
      .option("--zone <name or id>", "whose ruleset it is: a zone's")
      .option("--account <id>", "or an account's (default: EDGE_ACCOUNT_ID)")
      .option("--phase <phase>", "the entry point of a phase")
      .option("--ruleset <id>", "or any ruleset, by its id")
      .option("--connection <name>", "an entry of EDGE_CONNECTIONS")
      .option("--json", "answer with one JSON document", false);
  const addWrite = (usage: string, description: string) =>
    add(usage, description).option("--dry-run", "say what would be written, and write nothing", false);

  add("versions", "list the versions that are kept, newest first").action((flags: Flags) =>
    answer(io, flags, listVersions),
  );
  add(
    "diff [from] [to]",
    "tell what two versions differ in; without them, the last one from the one before",
  ).action((from: string | undefined, to: string | undefined, flags: Flags) =>
    answer(io, flags, (history) => diffVersions(history, from, to)),
  );
  addWrite(
    "rollback <version>",
    "put the rules and the description of an earlier version back, with their refs",
  )
    .option("--if-version <version>", "only where this version is the live one")
    .action((version: string, flags: WriteFlags & { ifVersion?: string }) =>
      answer(io, flags, (history) => rollBack(history, version, flags)),
    );
  addWrite("prune", "delete old versions; the live one always stays")
    .requiredOption("--keep <number>", "how many of the newest versions stay", parseKeep)
    .action((flags: WriteFlags & { keep: number }) => answer(io, flags, (history) => prune(history, flags)));
}

async function answer(
  io: CommandIo,
  flags: Flags,
  work: (history: RulesetHistory) => Promise<Answer>,
): Promise<void> {
  try {
    const { lines, json } = await work(await openHistory(flags));
    io.output.write(flags.json ? `${JSON.stringify(json, undefined, 2)}\n` : `${lines.join("\n")}\n`);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof RefusedError || isEdgeError(error))) throw error;
    process.stderr.write(`edge-platform rulesets: ${messageWithAnswer(error)}\n`);
    const usage = error instanceof UsageError || isConfigurationError(error);
    io.setExitCode(usage ? EXIT.usage : EXIT.failed);
  }
}

function parseKeep(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a number from 1 on.");
  return Number(text);
}
