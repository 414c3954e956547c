/**
 * Who owns marked objects, as far as this run knows. A mark names its owner, but stacks are renamed, moved, cloned and restored: only
 * the stack's state, and the record of interrupted attempts, prove that a mark belongs to this stack.
 */
import { isMembers } from "../api";
import type { RulesetSummary } from "../api/wire";
import { evidenceIn } from "../evidence";
import { codeOf, markTextOf, parseMark, relationOf, type Mark, madeByStack } from "../marks";
import type { OwnRules } from "../rulesets";
import { changedNames } from "./inputs";
import type { Context, Properties } from "./lifecycle";
import { LEFT, MARK, RESTORING, UNMARKED, SECRET_MEMBERS } from "../properties/hidden";
import { redacted } from "../redaction";
import { counted } from "../words";

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
  const ids = isMembers(ruleIds) ? Object.values(ruleIds).map(String) : [];
  return {
    mark: markOf(inputs),
    exactRefs: inputs["refs"] === "exact",
    ours: unmarkedRefs(olds),
    ids: new Set([...ids, ...leftIdsOf(olds)]),
    // These sets grow while the run learns.
    held: context.run.held,
    heldIds: context.run.heldIds,
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
export async function learnFromState(context: Context, stack = context.run.stack): Promise<void> {
  const { run } = context;
  const answer = stack === undefined ? undefined : await context.exportStack(stack);
  if (answer === undefined || "reason" in answer) return;
  const { codes, ids, left, interrupted: attempts } = evidenceIn(answer.document);
  run.isStateRead = true;
  for (const code of codes) run.held.add(code);
  for (const code of attempts) run.interrupted.add(code);
  for (const id of left) run.leftIds.add(id);
  holdIds(context, [...ids]);
}

/**
 * Learns once a run which ids the stack's state has: those of resources from before the run. An unmarked object of them belongs to this
 * stack.
 */
export async function learnHeldIds(context: Context, stack = context.run.stack): Promise<void> {
  if (!context.run.isStateRead) await learnFromState(context, stack);
}

/**
 * Whether a write of an exclusive owner keeps what others have added. It only gives back what the resource had, so that no preview has shown
 * what it would remove: nothing that the program declares has changed, or another resource of the run hands its objects back.
 */
export function keepsOthers(olds: Properties, inputs: Properties, compared: readonly string[]): boolean {
  if (inputs["takeOver"] === true) return false;
  return olds[RESTORING] === true || changedNames(olds, inputs, compared).length === 0;
}

/** Returns the ids of what a resource has left to another one of the program, as its outputs have them. */
export function leftIdsOf({ [LEFT]: left }: Properties): string[] {
  return Array.isArray(left) ? left.map(String) : [];
}

/**
 * Returns the ids of what a resource has left to another one that never wrote it: no other resource of the state has them. In a destroy, a
 * dynamic provider knows the stack only by the name in its marks. What the state does not prove is not returned.
 */
export async function stillLeft(context: Context, outputs: Properties): Promise<ReadonlySet<string>> {
  const { run } = context;
  const ids = leftIdsOf(outputs);
  if (ids.length > 0) await learnHeldIds(context, run.stack ?? markOf(outputs)?.owner.split("/").at(-1));
  return new Set(ids.filter((id) => run.leftIds.has(id)));
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

/** The hidden inputs that the state keeps. */
export const HIDDEN: readonly string[] = [MARK, SECRET_MEMBERS];

/** Returns undefined for a state of a release without marks, and for `.get`. */
export function markOf(properties: Properties): Mark | undefined {
  const text = properties[MARK];
  return typeof text === "string" ? parseMark(text) : undefined;
}

/** Whether all marks of an object are those of other resources, or of other attempts of this one. */
export function isMarkedByOther(marks: readonly Mark[], outputs: Properties): boolean {
  const own = markOf(outputs);
  // A resource without a mark marks nothing, so whoever marked its object has taken it over.
  return marks.length > 0 && !marks.some((mark) => own && codeOf(mark) === codeOf(own));
}

export function isMadeByStack(live: { readonly name: string } | undefined, mark: Mark | undefined): boolean {
  return live !== undefined && mark !== undefined && madeByStack(live.name, mark);
}

/**
 * Whether an entry point is removed once it is empty: this resource made it according to the state, or a resource of some stack
 * according to its name. Nobody else would remove it later. One of another stack stays if it has a description.
 */
export function goesWhenEmpty(
  live: Pick<RulesetSummary, "name" | "description">,
  outputs: Properties,
): boolean {
  if (outputs["createdEntrypoint"] === true || isMadeByStack(live, markOf(outputs))) return true;
  return madeByStack(live.name) && (live.description ?? "") === "";
}

/** A live object that an attempt made of which the state has nothing. */
export interface Unowned {
  readonly id: string;
  /** For a message: `rule "admin"`, `token "deploy-…"`. */
  readonly what: string;
  /** When it was made, or last changed: an ISO 8601 time. */
  readonly since: string | null | undefined;
}

const UNITS = [
  ["day", 24 * 60 * 60_000],
  ["hour", 60 * 60_000],
  ["minute", 60_000],
] as const;

/** Names objects that may be orphans. They stay: nothing proves who owns them. */
export function tellSuspects(context: Context, subject: string, objects: readonly Unowned[]): void {
  for (const { id, what, since } of objects)
    context.log(
      redacted(
        `warning: ${subject}: the ${what} (${id}, from ${ageText(since, context.now())}) is a suspected orphan. It has the mark of this ` +
          "resource, but neither the state nor a recorded attempt has that mark: an interrupted run may have left it, or another " +
          `stack that has, or had, the names of this one. It stays. If it is an orphan, \`EDGE_TAKE_OVER=${id} pulumi up\` takes it ` +
          "over or removes it; `edge-platform orphans` shows all.",
      ),
    );
}

/** Names the orphans of interrupted attempts, which a write takes over or removes. */
export function tellOrphans(context: Context, subject: string, objects: readonly Unowned[]): void {
  for (const { id, what, since } of objects)
    context.log(
      redacted(
        `${subject}: the ${what} (${id}, from ${ageText(since, context.now())}) is an orphan of an interrupted run: an update takes it ` +
          "over or removes it",
      ),
    );
}

/** Returns how long ago a time was: `3 days ago`. */
function ageText(since: string | null | undefined, now: Date): string {
  const age = now.getTime() - Date.parse(since ?? "");
  if (!Number.isFinite(age)) return "an unknown time";
  const found = UNITS.find(([, one]) => age >= one);
  if (!found) return "less than a minute ago";
  const [unit, length] = found;
  const count = Math.floor(age / length);
  return `${counted(count, unit)} ago`;
}
