import { codeOf, identityText, parseMark, parseRef, type Identity, type Mark } from "../provider/marks";
import { markInTokenName } from "../provider/tokens";
import type { StackState, StateResource } from "./stack-state";

/** A stack by its names. */
export type StackNames = Omit<Identity, "urn">;

/** What states say about whose an object is. */
export interface Ownership {
  /** A mark of each stack: its owner and its stack's digest say which objects are the stack's. */
  readonly stacks: readonly Mark[];
  /** Every mark and every id that a resource of a state names. */
  readonly held: Holding;
  /** Those that an interrupted operation names. */
  readonly pending: Holding;
}

export interface Holding {
  has(object: { readonly id: string; readonly mark: Mark | undefined }): boolean;
}

/** @param states each with the names of its stack */
export function ownershipOf(
  states: readonly { readonly state: StackState; readonly names: StackNames }[],
): Ownership {
  const stacks = states.flatMap(({ state, names }) => stackMarks(state, names));
  const pending = states.flatMap(({ state }) => state.pending.map(({ resource }) => resource));
  return {
    stacks: [...new Map(stacks.map((mark) => [mark.stack, mark])).values()],
    held: holdingOf(states.flatMap(({ state }) => state.resources)),
    pending: holdingOf(pending),
  };
}

/**
 * The marks of a stack in its state. A resource that came from another stack (`pulumi state move`, a rename of the stack) keeps
 * the mark of that one, which must not make the other stack's objects this one's orphans: so the owner has to be this stack. Where
 * no resource tells, the mark is computed from the names.
 */
function stackMarks({ resources, pending }: StackState, names: StackNames): Mark[] {
  const computed = markOfStack(names);
  const own = [...resources, ...pending.map(({ resource }) => resource)]
    .flatMap(({ inputs, outputs }) => [inputs["__mark"], outputs["__mark"]])
    .flatMap((text) => (typeof text === "string" ? [parseMark(text)] : []))
    .filter((mark) => mark?.owner === computed.owner)
    .filter((mark) => mark !== undefined);
  return own.length > 0 ? own : [computed];
}

/** A mark that no resource has, of a stack by its names. */
function markOfStack(names: StackNames): Mark {
  const mark = parseMark(`${identityText({ ...names, urn: "" })}000000`);
  if (mark) return mark;
  throw new Error("the text of an identity and a nonce are a mark");
}

function holdingOf(resources: readonly StateResource[]): Holding {
  const marks = new Set<string>();
  const ids = new Set<string>();
  for (const { id, inputs, outputs } of resources)
    for (const text of textsIn([id, inputs, outputs])) {
      for (const found of text.match(/[0-9a-f]{32}/g) ?? []) ids.add(found);
      for (const mark of [parseMark(text), parseRef(text).mark, markInTokenName(text)])
        if (mark) marks.add(codeOf(mark));
    }
  return { has: ({ id, mark }) => ids.has(id) || (mark !== undefined && marks.has(codeOf(mark))) };
}

/** All texts in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
