import type { Command } from "commander";
import { collectOption, parseId } from "../option-values";
import { type CommandIo, processIo } from "../command-io";
import { addConnectionOptions, type ConnectionFlags, openClient, otherConnections } from "../connection";
import { readJsonFile } from "../read-text";
import { answerQuestion, exitAsQuestion, type QuestionAnswer, CommandError } from "../question";
import { stackOf, type StackState, StateDocument } from "../stack-state";
import { UsageError } from "../usage-error";
import { ownershipOf, type StackNames, type StackOwnership } from "./ownership";
import { ownResources, type PlaceFlags, placesOf } from "./places";
import { isInUse, type Removal, removeOrphans } from "./remove-orphans";
import { objectLines, orphanJson, orphanLines } from "./report";
import { type MarkedObject, searchOrphans, type SearchResult } from "./search-orphans";

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
    throw new CommandError(`No orphans were found, but the credential may not read: ${unread.join("; ")}.`);
  const gone = goneIds(search, flags, ownership);
  const removals = flags.remove
    ? await removeOrphans(client, await chooseOrphans(search, flags, gone, ask), ownership)
    : undefined;
  const isLeft = (object: MarkedObject) => !isGone(object, removals ?? []);
  const left = [...orphans, ...suspected, ...pending].filter(isLeft);
  const others = otherConnections(states.flatMap(ownResources), flags.connection);
  const report = {
    stacks: ownership.stacks,
    places,
    search,
    others,
    gone,
    ...(removals && { removals }),
  };
  return {
    yes: left.length === 0,
    lines: orphanLines(report),
    json: orphanJson(report),
  };
}

function isGone(object: MarkedObject, removals: readonly Removal[]): boolean {
  return removals.some(
    ({ object: one, outcome }) => one === object && outcome !== "changed" && outcome !== "failed",
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
  return collectOption(parseId(value), before);
}

/** What a person has asked to remove. */
interface Choice {
  /** Ids of objects; none means all that are proved, and those that the person confirms one by one. */
  readonly id: readonly string[];
  readonly yes: boolean;
  readonly inUse: boolean;
}

const DOUBT =
  "Nothing proves that this is an orphan: a stack that has, or had, the same name may have it in its state. Pass the states of all " +
  "such stacks with --state.";

/**
 * Returns the ids of the command line that nothing has: an earlier run of the command has removed the objects.
 * @throws UsageError for the id of an object that is no orphan, and if a place was not searched
 */
function goneIds(
  { orphans, suspected, pending, ids, unread }: SearchResult,
  { id: wanted }: Choice,
  { managed }: StackOwnership,
): string[] {
  const listed = new Set([...orphans, ...suspected, ...pending].map(({ id }) => id));
  const missing = wanted.filter((id) => !listed.has(id));
  const [other] = missing.filter((id) => ids.has(id) || managed.has({ id, mark: undefined }));
  if (other !== undefined)
    throw new UsageError(
      `The object with the id ${other} is no orphan: it has no mark of the stack, or it is in a state.`,
    );
  const [first] = missing;
  if (first !== undefined && unread.length > 0)
    throw new UsageError(
      `No object with the id ${first} was found, but the credential may not read: ${unread.join("; ")}.`,
    );
  return missing;
}

/** Returns the objects to remove: what is proved, after one question, and what a person has named or confirmed one by one. */
async function chooseOrphans(
  { orphans, suspected, pending }: SearchResult,
  { id: ids, yes, inUse }: Choice,
  gone: readonly string[],
  ask: CommandIo["ask"],
): Promise<MarkedObject[]> {
  const isAllowed = (object: MarkedObject) => inUse || !isInUse(object);
  if (ids.length > 0) {
    // An earlier run of the command may have ended between the last rule of an entry point and the entry point.
    const isNamed = ({ id, kind }: MarkedObject) =>
      ids.includes(id) || (gone.length > 0 && kind === "entrypoint");
    const named = [...orphans, ...suspected, ...pending].filter(isNamed);
    return yes ? named.filter(isAllowed) : confirmedEach(ask, named, "Remove it?");
  }
  if (yes) return orphans.filter(isAllowed);
  const idle = orphans.filter((object) => !isInUse(object));
  const used = orphans.filter(isInUse);
  return [
    ...((await confirmed(ask, idle, "These are not in use. Remove them?")) ? idle : []),
    ...((await confirmed(ask, used, "THESE ARE IN USE. Remove them anyway?")) ? used : []),
    ...(await confirmedEach(ask, suspected, `${DOUBT} Remove it?`)),
  ];
}

async function confirmedEach(
  ask: CommandIo["ask"],
  objects: readonly MarkedObject[],
  question: string,
): Promise<MarkedObject[]> {
  const chosen: MarkedObject[] = [];
  for (const object of objects) if (await confirmed(ask, [object], question)) chosen.push(object);
  return chosen;
}

async function confirmed(
  ask: CommandIo["ask"],
  objects: readonly MarkedObject[],
  question: string,
): Promise<boolean> {
  if (!ask || objects.length === 0) return false;
  const answer = await ask(`${objectLines(objects).join("\n")}\n${question} (type "yes" to confirm) `);
  return answer.trim() === "yes";
}
