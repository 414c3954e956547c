/** The operations of a lifecycle with a record of attempts, so that what an interruption leaves can be proved later. */
import { isMembers } from "../api";
import { codeOf, type Mark } from "../marks";
import { wasInterrupted, markOf } from "../lifecycle/evidence";
import {
  LifecycleError,
  PartialFailure,
  type Context,
  type Difference,
  type Lifecycle,
  type Properties,
} from "../lifecycle";
import { MARK } from "../properties/hidden";

/**
 * Creates a resource and records the attempt. The record ends when the engine gets an answer, and stays if the process dies, or if nothing
 * reaches the state although something may have been made.
 */
export async function createRecorded(
  lifecycle: Lifecycle,
  context: Context,
  inputs: Properties,
): ReturnType<Lifecycle["create"]> {
  const { attempts } = context;
  const mark = markOf(inputs);
  if (!mark) return lifecycle.create(context, inputs);
  const code = codeOf(mark);
  attempts.begin(code);
  try {
    const made = await lifecycle.create(context, inputs);
    holdWritten(lifecycle, context, made.id, made.outputs, inputs);
    forgetAttempts(context, mark);
    recordExactRules(context, made.outputs, {});
    if (await context.hasEngineEnded()) attempts.fail(code);
    else attempts.end(code);
    return made;
  } catch (error) {
    // A partial failure reaches the state, and a refusal comes before the first write.
    if (error instanceof PartialFailure || error instanceof LifecycleError) attempts.end(code);
    else attempts.fail(code);
    throw error;
  }
}

/**
 * Compares a resource. An interrupted attempt, of which the state shows nothing, is a change: the update takes over what it made. So is an
 * object of another attempt that a person has named.
 */
export async function differenceOf(
  lifecycle: Lifecycle,
  context: Context,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<Difference> {
  const difference = await lifecycle.diff(context, id, olds, news);
  const isReplaced = difference.changes && (difference.replaces ?? []).length > 0;
  if (isReplaced) return difference;
  const { handOver } = context.run;
  const holdings = lifecycle.holdings?.(id, olds, news) ?? { objects: [], declared: [] };
  const isNamed = async () =>
    context.takeOver.size > 0 && (await lifecycle.hasOrphans?.(context, id, olds)) === true;
  const changes =
    difference.changes ||
    wasInterrupted(context, olds) ||
    handOver.isLeft(holdings.declared) ||
    (await isNamed());
  const restore = () => restored(lifecycle, context, id, olds, news);
  handOver.hold(olds[MARK], holdings, changes ? undefined : restore);
  return { ...difference, changes };
}

/** Records what a resource manages once it is written. */
function holdWritten(
  lifecycle: Lifecycle,
  context: Context,
  id: string,
  outputs: Properties,
  inputs: Properties,
): void {
  const holdings = lifecycle.holdings?.(id, outputs, inputs);
  const restore = () => restored(lifecycle, context, id, outputs, inputs);
  if (holdings) context.run.handOver.hold(outputs[MARK], holdings, restore);
}

/** Updates a resource on behalf of another one, which hands objects back to it. */
async function restored(...update: Parameters<typeof updateRecorded>): Promise<void> {
  try {
    await updateRecorded(...update);
  } catch (error) {
    // The engine would store the outputs of a partial failure for the resource that it has asked about.
    throw error instanceof PartialFailure && error.cause instanceof Error ? error.cause : error;
  }
}

export async function updateRecorded(
  lifecycle: Lifecycle,
  context: Context,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<Properties> {
  const mark = markOf(olds);
  // The first change of an unmarked state marks what it writes. If it fails half way, the engine keeps the old inputs, without the mark,
  // and the next check draws another.
  const marked = mark ? { ...news, [MARK]: olds[MARK] } : news;
  const outputs = await lifecycle.update(context, id, olds, marked);
  holdWritten(lifecycle, context, id, outputs, marked);
  if (mark) forgetAttempts(context, mark);
  recordExactRules(context, outputs, olds);
  return outputs;
}

export async function removeRecorded(
  lifecycle: Lifecycle,
  context: Context,
  id: string,
  olds: Properties,
): Promise<void> {
  // Whatever the engine has compared before, the resource manages nothing from now on.
  context.run.handOver.hold(olds[MARK], { objects: [], declared: [] });
  const mark = markOf(olds);
  try {
    await lifecycle.remove(context, id, olds);
  } catch (error) {
    // A part may be gone, and the state shows all of it. If the program of before comes back, its next update writes what is missing.
    if (mark) context.attempts.fail(codeOf(mark));
    throw error;
  }
  if (mark) context.attempts.end(codeOf(mark));
  recordExactRules(context, {}, olds);
}

/** Records the owner of rules with exact refs, so that a run of another stack on this machine does not take them over. */
function recordExactRules({ exactRules }: Context, outputs: Properties, olds: Properties): void {
  const owned = exactIds(outputs);
  exactRules.release(exactIds(olds).filter((id) => !owned.includes(id)));
  exactRules.own(owned, String(outputs[MARK]));
}

function exactIds({ refs, ruleIds, [MARK]: mark }: Properties): readonly string[] {
  return refs === "exact" && mark !== undefined && isMembers(ruleIds)
    ? Object.values(ruleIds).map(String)
    : [];
}

/** Forgets the interrupted attempts of a resource: a complete write has taken over or removed what they made. */
function forgetAttempts({ attempts, run }: Context, mark: Mark): void {
  const digests = mark.stack + mark.resource;
  // The state may prove an attempt to be interrupted while its process still seems to live.
  const proved = [...run.interrupted].filter((code) => code.startsWith(digests));
  for (const code of [...attempts.interruptedOf(digests), ...proved]) attempts.end(code);
}
