import { codeOf, madeByStack, parseMark, type Mark } from "../marks";
import { isMembers, type RulesetSummary } from "../api";
import type { OwnRules } from "../rulesets";
import type { Context, Properties } from "./lifecycle";

/** Hidden from diffs, as every property whose name begins with two underscores: the ownership mark of the resource. */
export const MARK = "__mark";
/** In outputs: refs of our rules that carry no mark on the wire. Left out where all of them do. */
export const UNMARKED = "__unmarked";

/**
 * Codes of the marks that old inputs and outputs of this run hold. An object with one of them belongs to a resource in the
 * state: a predecessor that the engine deletes after its successor is there.
 */
const held = new Set<string>();

/** Ids of what this run's state holds: a predecessor, or what another resource has, and no orphan. */
const heldIds = new Set<string>();

/** What `check` keeps of the mark: the old one, or the program's identity of the resource with a new nonce. */
export function markInputs(context: Context, olds: Properties, news: Properties): Properties {
  holdMark(olds);
  const known = [olds, news].find((properties) => markOf(properties) !== undefined);
  if (known) return { [MARK]: known[MARK] };
  const identity = news[MARK];
  return typeof identity === "string" ? { [MARK]: identity + context.newNonce() } : {};
}

/** Notes that the state holds what carries this mark. */
export function holdMark(olds: Properties): void {
  const mark = markOf(olds);
  if (mark) held.add(codeOf(mark));
}

/** Notes ids of what the state holds; `ids` as they come from a program or from outputs. */
export function holdIds(ids: unknown): void {
  for (const id of [ids].flat()) if (typeof id === "string") heldIds.add(id);
}

export function isHeldId(id: string): boolean {
  return heldIds.has(id);
}

/** Undefined for a state of a release without marks, and for a resource that is only looked at. */
export function markOf(properties: Properties): Mark | undefined {
  const text = properties[MARK];
  return typeof text === "string" ? parseMark(text) : undefined;
}

/** Whether a resource of the mark's stack made the entry point. */
export function isMadeByStack(live: { readonly name: string } | undefined, mark: Mark | undefined): boolean {
  return live !== undefined && mark !== undefined && madeByStack(live.name, mark);
}

/**
 * Whether an entry point goes when our rules leave it empty: the state says that we made it, or its name that a resource of some
 * stack did. Nobody is left who would remove it later. One of another stack that somebody has described stays.
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

/** How to tell our rules from those of others: `inputs` are what the resource is to be, `olds` its last outputs. */
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

/** All of a state without a mark; of another those that it lists. */
function unmarkedRefs(olds: Properties): ReadonlySet<string> {
  const { rules } = olds;
  if (markOf(olds) === undefined) return new Set(isMembers(rules) ? Object.keys(rules) : []);
  const listed = olds[UNMARKED];
  return new Set(Array.isArray(listed) ? listed.map(String) : []);
}
