import { InvalidArgumentError, type Command } from "commander";
import { Id } from "../provider/api";
import type { EdgeClient } from "../provider/client";
import { addConnectionOptions, openClient, type ConnectionFlags } from "./connection";
import { readJsonFile } from "./json-file";
import { processIo, type CommandIo } from "./json-lines";
import { ownershipOf, type Ownership, type StackNames } from "./orphan-ownership";
import { otherConnections, placesOf, type PlaceFlags } from "./orphan-places";
import { isInUse, removeOrphans, type Removal } from "./orphan-removal";
import { searchOrphans, type MarkedObject } from "./orphan-search";
import { objectLines, orphanJson, orphanWords } from "./orphan-words";
import { answerQuestion, exitAsQuestion, UnansweredError, type QuestionAnswer } from "./question";
import { stackOf, StateDocument, type StackState } from "./stack-state";
import { UsageError } from "./usage-error";

interface Flags extends ConnectionFlags, PlaceFlags {
  /** False: the stack has no state any more. */
  readonly state?: string[] | false;
  readonly organization: string;
  readonly project?: string;
  readonly stack?: string;
  readonly owner?: string;
  readonly remove: boolean;
  readonly yes: boolean;
  readonly inUse: boolean;
  readonly json: boolean;
}

/** Adds `orphans`: lists, and removes if asked to, what carries the mark of a stack and is in no state. */
export function registerOrphans(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("orphans")
    .description("list, and remove if asked to, what carries the mark of a stack and is in no state")
    .option("--state <file>", "what `pulumi stack export` prints (default: stdin); may be repeated", collect)
    .option("--no-state", "the stack is removed: it has no state any more")
    .option("--organization <name>", "of the stack", "organization")
    .option("--project <name>", "of a stack whose state is empty, or that is removed")
    .option("--stack <name>", "of a stack whose state is empty, or that is removed")
    .option("--owner <text>", "the stack's edge:owner, where its state is empty (default: EDGE_OWNER)")
    .option(
      "--zone <name or id>",
      "a zone to look at besides those in the state; may be repeated",
      collect,
      [],
    )
    .option(
      "--account <id>",
      "an account to look at besides those in the state; may be repeated",
      collectId,
      [],
    )
    .option("--all-zones", "look at every zone that the credential can see", false)
    .option("--remove", "remove what is listed, after a question", false)
    .option("--yes", "remove objects that are not in use without asking", false)
    .option(
      "--in-use",
      "with --yes: also rules that are in force, tokens that were used, rulesets that are executed",
      false,
    )
    .option("--json", "answer with one JSON document", false)
    .action((flags: Flags) => answerQuestion(io, "orphans", flags, () => findOrphans(flags, io.ask)));
  exitAsQuestion(addConnectionOptions(command), io);
}

async function findOrphans(flags: Flags, ask: CommandIo["ask"]): Promise<QuestionAnswer> {
  if (flags.remove && !flags.yes && !ask)
    throw new UsageError(
      "--remove asks first, and stdin is no terminal. Give the state with --state <file>, or add --yes.",
    );
  const states = readStates(flags);
  const ownership = ownershipOf(states.map((state) => ({ state, names: namesOf(state, flags) })));
  const client = openClient(flags);
  const places = await placesOf(client, states, flags);
  const search = await searchOrphans(client, places, ownership);
  const { orphans, pending, unread } = search;
  if (orphans.length === 0 && pending.length === 0 && unread.length > 0)
    throw new UnansweredError(
      `No orphan was found, but the credential may not read everything: ${unread.join("; ")}.`,
    );
  const removals = flags.remove ? await removeChosen(client, orphans, ownership, flags, ask) : undefined;
  const left = orphans.filter((object) => !isGone(object, removals ?? []));
  const others = otherConnections(states, flags.connection);
  const report = { ...{ stacks: ownership.stacks, places, search, others }, ...(removals && { removals }) };
  return {
    yes: left.length === 0 && pending.length === 0,
    lines: orphanWords(report),
    json: orphanJson(report),
  };
}

async function removeChosen(
  client: EdgeClient,
  orphans: readonly MarkedObject[],
  ownership: Ownership,
  { yes, inUse }: Flags,
  ask: CommandIo["ask"],
): Promise<Removal[]> {
  const idle = orphans.filter((object) => !isInUse(object));
  const used = orphans.filter(isInUse);
  const chosen = [
    ...(yes || (await confirmed(ask, idle, "Nothing uses these. Remove them?")) ? idle : []),
    ...((yes && inUse) ||
    (!yes && (await confirmed(ask, used, "THESE ARE IN USE. Remove them all the same?")))
      ? used
      : []),
  ];
  return removeOrphans(client, chosen, ownership);
}

async function confirmed(
  ask: CommandIo["ask"],
  objects: readonly MarkedObject[],
  question: string,
): Promise<boolean> {
  if (!ask || objects.length === 0) return false;
  return (await ask(`${objectLines(objects).join("\n")}\n${question} (only "yes" does) `)).trim() === "yes";
}

function isGone(object: MarkedObject, removals: readonly Removal[]): boolean {
  return removals.some(
    (removal) => removal.object === object && (removal.outcome === "removed" || removal.outcome === "gone"),
  );
}

/** @throws UsageError; for an empty text too: a `pulumi stack export` that failed is no empty stack */
function readStates({ state, config }: Flags): StackState[] {
  if (state === false) return [{ resources: [], pending: [] }];
  const files = state ?? ["-"];
  if (state === undefined && process.stdin.isTTY)
    throw new UsageError(
      "There is no state on stdin: pipe what `pulumi stack export` prints, or name a file (--state).",
    );
  if (files.filter((file) => file === "-").length + (config === "-" ? 1 : 0) > 1)
    throw new UsageError("stdin can be one of the states or --config, not several of them.");
  return files.map((file) => readJsonFile(StateDocument, file));
}

function namesOf(state: StackState, { organization, project, stack, owner }: Flags): StackNames {
  const names = stackOf(state) ?? (project !== undefined && stack !== undefined && { project, stack });
  if (names) return { organization, ...names, owner: owner ?? process.env["EDGE_OWNER"] };
  throw new UsageError(
    "A state that holds no resource does not say whose it is: add --project <name> --stack <name>, and --owner <text> where edge:owner is set.",
  );
}

function collect(value: string, before: string[] | false | undefined): string[] {
  return [...(Array.isArray(before) ? before : []), value];
}

function collectId(value: string, before: string[]): string[] {
  if (Id.safeParse(value).success) return [...before, value];
  throw new InvalidArgumentError("It is an id of 32 lower-case hexadecimal digits.");
}
