import { InvalidArgumentError, type Command } from "commander";
import { Id } from "../../provider/api";
import { addConnectionOptions, openClient, type ConnectionFlags } from "../connection";
import { readJsonFile } from "../json-file";
import { collectOption } from "../collect-option";
import { processIo, type CommandIo } from "../command-io";
import { ownershipOf, type StackNames } from "./ownership";
import { chooseOrphans } from "./choose-orphans";
import { otherConnections, placesOf, type PlaceFlags } from "./places";
import { removeOrphans, type Removal } from "./remove-orphans";
import { searchOrphans, type MarkedObject } from "./search-orphans";
import { orphanJson, orphanLines } from "./report";
import { answerQuestion, exitAsQuestion, UnansweredError, type QuestionAnswer } from "../question";
import { stackOf, StateDocument, type StackState } from "../stack-state";
import { UsageError } from "../usage-error";

interface Flags extends ConnectionFlags, PlaceFlags {
  /** False if the stack was removed and has no state. */
  readonly state?: string[] | false;
  readonly organization: string;
  readonly project?: string;
  readonly stack?: string;
  readonly owner?: string;
  readonly remove: boolean;
  readonly id: readonly string[];
  readonly yes: boolean;
  readonly inUse: boolean;
  readonly json: boolean;
}

/** Adds `orphans`, which lists and removes objects with the mark of a stack that no state contains. */
export function registerOrphans(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("orphans")
    .description("list and remove orphans: objects with the mark of a stack that no state contains")
    .option("--state <file>", "output of `pulumi stack export` (default: stdin); repeatable", collectOption)
    .option("--no-state", "the stack was removed and has no state")
    .option("--organization <name>", "organization of the stack", "organization")
    .option("--project <name>", "project of a stack with an empty state or none")
    .option("--stack <name>", "name of a stack with an empty state or none")
    .option("--owner <text>", "edge:owner of a stack with an empty state or none (default: EDGE_OWNER)")
    .option(
      "--zone <name or id>",
      "also search this zone, besides those in the state; repeatable",
      collectOption,
      [],
    )
    .option(
      "--account <id>",
      "also search this account, besides those in the state; repeatable",
      collectId,
      [],
    )
    .option("--all-zones", "search every zone that the credential can see", false)
    .option(
      "--remove",
      "remove what is proved to be an orphan, after confirmation, and ask for each suspected one",
      false,
    )
    .option(
      "--id <id>",
      "with --remove: remove this object alone, whatever proves it; repeatable",
      collectId,
      [],
    )
    .option("--yes", "remove without confirmation what is proved or named, and not in use", false)
    .option("--in-use", "with --yes: also remove enabled rules, used tokens and executed rulesets", false)
    .option("--json", "print one JSON document", false)
    .action((flags: Flags) => answerQuestion(io, "orphans", flags, () => findOrphans(flags, io.ask)));
  exitAsQuestion(addConnectionOptions(command), io);
}

async function findOrphans(flags: Flags, ask: CommandIo["ask"]): Promise<QuestionAnswer> {
  if (flags.id.length > 0 && !flags.remove)
    throw new UsageError("--id names an object to remove: add --remove.");
  if (flags.remove && !flags.yes && !ask)
    throw new UsageError(
      "--remove asks for confirmation, but stdin is not a terminal. Read the state with --state <file>, or add --yes.",
    );
  const states = readStates(flags);
  const ownership = ownershipOf(states.map((state) => ({ state, names: namesOf(state, flags) })));
  const client = openClient(flags);
  const places = await placesOf(client, states, flags);
  const search = await searchOrphans(client, places, ownership);
  const { orphans, suspected, pending, unread } = search;
  if (orphans.length + suspected.length + pending.length === 0 && unread.length > 0)
    throw new UnansweredError(
      `No orphans were found, but the credential may not read: ${unread.join("; ")}.`,
    );
  const removals = flags.remove
    ? await removeOrphans(client, await chooseOrphans(search, flags, ask), ownership)
    : undefined;
  const isLeft = (object: MarkedObject) => !isGone(object, removals ?? []);
  const left = [...orphans, ...suspected, ...pending].filter(isLeft);
  const others = otherConnections(states, flags.connection);
  const report = { ...{ stacks: ownership.stacks, places, search, others }, ...(removals && { removals }) };
  return {
    yes: left.length === 0,
    lines: orphanLines(report),
    json: orphanJson(report),
  };
}

function isGone(object: MarkedObject, removals: readonly Removal[]): boolean {
  return removals.some(
    (removal) => removal.object === object && (removal.outcome === "removed" || removal.outcome === "gone"),
  );
}

/** @throws UsageError, also for empty input: a failed `pulumi stack export` must not be read as an empty stack */
function readStates({ state, config }: Flags): StackState[] {
  if (state === false) return [{ resources: [], pending: [] }];
  const files = state ?? ["-"];
  if (state === undefined && process.stdin.isTTY)
    throw new UsageError(
      "No state on stdin. Pipe the output of `pulumi stack export`, or name a file with --state.",
    );
  if (files.filter((file) => file === "-").length + (config === "-" ? 1 : 0) > 1)
    throw new UsageError("Only one of the --state and --config options can read stdin.");
  return files.map((file) => readJsonFile(StateDocument, file));
}

function namesOf(state: StackState, { organization, project, stack, owner }: Flags): StackNames {
  const names = stackOf(state) ?? (project !== undefined && stack !== undefined && { project, stack });
  if (names) return { organization, ...names, owner: owner ?? process.env["EDGE_OWNER"] };
  throw new UsageError(
    "A state without resources does not identify its stack: add --project <name> --stack <name>, and --owner <text> if edge:owner is set.",
  );
}

function collectId(value: string, before: readonly string[]): readonly string[] {
  if (Id.safeParse(value).success) return collectOption(value, before);
  throw new InvalidArgumentError("It must be an id of 32 lower-case hexadecimal digits.");
}
