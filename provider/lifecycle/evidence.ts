/**
 * Who owns marked objects, as far as this run knows. A mark names its owner, but stacks are renamed, moved, cloned and restored: only
 * the stack's state, and the record of interrupted attempts, prove that a mark belongs to this stack.
 */
import { isMembers } from "../api";
import { evidenceIn } from "../evidence";
import { codeOf, markTextOf, parseMark, relationOf, type Mark } from "../marks";
import type { OwnRules } from "../rulesets";
import type { Context, Properties } from "./lifecycle";
import { markOf } from "./marks";
import { MARK, UNMARKED } from "../properties/hidden";

/** Records the stack of this run, which the engine does not tell a dynamic provider. */
export function noteStack({ run }: Context, name: unknown): void {
  if (typeof name === "string") run.stack = name;
}

/** Returns the mark as an input: the old one, or the identity that the program hands over with a new nonce. */
export function markInputs(context: Context, olds: Properties, news: Properties): Properties {
  holdMark(context, olds);
  const known = [olds, news].find((properties) => markOf(properties) !== undefined);
  if (known) return { [MARK]: known[MARK] };
  const identity = news[MARK];
  return typeof identity === "string" ? { [MARK]: markTextOf(identity, context.newNonce()) } : {};
}

/** Returns what tells the resource's rules from foreign ones; `inputs` are the new inputs, `olds` the last outputs. */
export function ownRules(context: Context, inputs: Properties, olds: Properties): OwnRules {
  const { ruleIds } = olds;
  return {
    mark: markOf(inputs),
    exactRefs: inputs["refs"] === "exact",
    ours: unmarkedRefs(olds),
    ids: new Set(isMembers(ruleIds) ? Object.values(ruleIds).map(String) : []),
    // These sets grow while the run learns.
    held: context.run.held,
    interrupted: context.run.interrupted,
    recordedOwner: recordedOwner(context, markOf(inputs)),
    named: context.takeOver,
  };
}

/** Returns what finds the other stack that owns a rule with an exact ref. */
function recordedOwner({ exactRules }: Context, own: Mark | undefined): OwnRules["recordedOwner"] {
  return (id) => {
    const mark = parseMark(exactRules.ownerOf(id) ?? "");
    return own && mark && relationOf(mark, own) === "foreign" ? mark.owner : undefined;
  };
}

/** Returns all refs of a state without a mark, or those that the state lists as unmarked. */
function unmarkedRefs(olds: Properties): ReadonlySet<string> {
  const { rules } = olds;
  if (markOf(olds) === undefined) return new Set(isMembers(rules) ? Object.keys(rules) : []);
  const listed = olds[UNMARKED];
  return new Set(Array.isArray(listed) ? listed.map(String) : []);
}

/** Records that a resource of the state owns what carries this mark. */
export function holdMark({ run }: Context, olds: Properties): void {
  const mark = markOf(olds);
  if (mark) run.held.add(codeOf(mark));
}

/** Records ids of objects that resources of the state own. */
export function holdIds({ run }: Context, ids: unknown): void {
  for (const id of [ids].flat()) if (typeof id === "string") run.heldIds.add(id);
}

export function isHeldId({ run }: Context, id: string): boolean {
  return run.heldIds.has(id);
}

export function isHeld({ run }: Context, mark: Mark): boolean {
  return run.held.has(codeOf(mark));
}

export function isInterrupted({ run }: Context, mark: Mark): boolean {
  return run.interrupted.has(codeOf(mark));
}

/**
 * Finds out whether marks belong to this stack. Asks the record of attempts first, and the stack's state if a mark is still unknown.
 */
export async function learnOwners(
  context: Context,
  own: Mark | undefined,
  marks: readonly Mark[],
): Promise<void> {
  const unknown = () =>
    marks.filter((mark) => own && relationOf(mark, own) !== "own" && !isKnown(context, mark));
  for (const mark of unknown()) {
    const isAttempt = own && relationOf(mark, own) === "attempt";
    if (isAttempt && context.attempts.isInterrupted(codeOf(mark))) context.run.interrupted.add(codeOf(mark));
  }
  if (unknown().length > 0) await learnFromState(context);
}

/**
 * Learns from the stack's state whose marks and ids it has. In a refresh and a destroy, a dynamic provider does not know the stack; then,
 * and if the state cannot be read, nothing is learnt.
 */
export async function learnFromState(context: Context): Promise<void> {
  const { run } = context;
  const answer = run.stack === undefined ? undefined : await context.exportStack(run.stack);
  if (answer === undefined || "reason" in answer) return;
  const { codes, ids, interrupted: attempts } = evidenceIn(answer.document);
  for (const code of codes) run.held.add(code);
  for (const code of attempts) run.interrupted.add(code);
  holdIds(context, [...ids]);
}

function isKnown(context: Context, mark: Mark): boolean {
  return isHeld(context, mark) || isInterrupted(context, mark);
}

/** Whether an update of the resource looks for orphans: an interrupted attempt of it is recorded, or a person has named objects. */
export function mayHaveOrphans(context: Context, olds: Properties): boolean {
  return wasInterrupted(context, olds) || context.takeOver.size > 0;
}

/** Whether an interrupted attempt of a resource in the state is recorded: an update takes over or removes what it made. */
export function wasInterrupted({ attempts }: Context, olds: Properties): boolean {
  const mark = markOf(olds);
  return mark !== undefined && attempts.interruptedOf(mark.stack + mark.resource).length > 0;
}
