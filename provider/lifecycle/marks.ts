import { codeOf, madeByStack, parseMark, type Mark } from "../marks";
import { isMembers, type RulesetSummary } from "../api";
import { SECRET_MEMBERS, type OwnRules } from "../rulesets";
import type { Context, Properties } from "./lifecycle";

/** In inputs: the ownership mark of the resource. The engine leaves properties with two underscores out of diffs. */
export const MARK = "__mark";
/** The hidden inputs that the state keeps. */
export const HIDDEN: readonly string[] = [MARK, SECRET_MEMBERS];
/** In outputs: refs of the resource's rules that carry no mark on the wire. Not set if all of them do. */
export const UNMARKED = "__unmarked";

/**
 * Codes of the marks in the old inputs and outputs of this run. An object with such a mark is no orphan: a resource of the state
 * owns it, for example a predecessor that the engine deletes after its successor exists.
 */
const held = new Set<string>();

/** Ids of objects that resources of the state own: no orphans either. */
const heldIds = new Set<string>();

/** Returns the mark as an input: the old one, or the identity that the program hands over with a new nonce. */
export function markInputs(context: Context, olds: Properties, news: Properties): Properties {
  holdMark(olds);
  const known = [olds, news].find((properties) => markOf(properties) !== undefined);
  if (known) return { [MARK]: known[MARK] };
  const identity = news[MARK];
  return typeof identity === "string" ? { [MARK]: identity + context.newNonce() } : {};
}

/** Records that a resource of the state owns what carries this mark. */
export function holdMark(olds: Properties): void {
  const mark = markOf(olds);
  if (mark) held.add(codeOf(mark));
}

/** Records ids of objects that resources of the state own; `ids` come from the program or from outputs. */
export function holdIds(ids: unknown): void {
  for (const id of [ids].flat()) if (typeof id === "string") heldIds.add(id);
}

export function isHeldId(id: string): boolean {
  return heldIds.has(id);
}

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

/** Whether a resource of the mark's stack made the entry point. */
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

export function isHeld(mark: Mark): boolean {
  return held.has(codeOf(mark));
}

/** Returns what tells the resource's rules from foreign ones; `inputs` are the new inputs, `olds` the last outputs. */
export function ownRules(context: Context, inputs: Properties, olds: Properties): OwnRules {
  return {
    mark: markOf(inputs),
    exactRefs: inputs["refs"] === "exact",
    ours: unmarkedRefs(olds),
    ids: new Set(isMembers(olds["ruleIds"]) ? Object.values(olds["ruleIds"]).map(String) : []),
    held,
    now: context.now().getTime(),
  };
}

/** Returns all refs of a state without a mark, or those that the state lists as unmarked. */
function unmarkedRefs(olds: Properties): ReadonlySet<string> {
  const { rules } = olds;
  if (markOf(olds) === undefined) return new Set(isMembers(rules) ? Object.keys(rules) : []);
  const listed = olds[UNMARKED];
  return new Set(Array.isArray(listed) ? listed.map(String) : []);
}
