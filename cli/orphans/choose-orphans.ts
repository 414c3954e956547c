import type { CommandIo } from "../command-io";
import { UsageError } from "../usage-error";
import { isInUse } from "./remove-orphans";
import { objectLines } from "./report";
import type { MarkedObject, SearchResult } from "./search-orphans";

/** What a person has asked to remove. */
export interface Choice {
  /** Ids of objects; none means all that are proved, and those that the person confirms one by one. */
  readonly id: readonly string[];
  readonly yes: boolean;
  readonly inUse: boolean;
}

const DOUBT =
  "Nothing proves that this is an orphan: a stack that has, or had, the same name may have it in its state. Pass the states of all " +
  "such stacks with --state.";

/** Returns the objects to remove: what is proved, after one question, and what a person has named or confirmed one by one. */
export async function chooseOrphans(
  { orphans, suspected, pending }: SearchResult,
  { id: ids, yes, inUse }: Choice,
  ask: CommandIo["ask"],
): Promise<MarkedObject[]> {
  const isAllowed = (object: MarkedObject) => inUse || !isInUse(object);
  if (ids.length > 0) {
    const named = [...orphans, ...suspected, ...pending].filter(({ id }) => ids.includes(id));
    const missing = ids.find((id) => !named.some((object) => object.id === id));
    if (missing !== undefined)
      throw new UsageError(`No object with the id ${missing} has a mark of the stack and is in no state.`);
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
