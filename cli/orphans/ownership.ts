import {
  codeOf,
  identityText,
  markTextOf,
  parseMark,
  parseRef,
  type Identity,
  type Mark,
} from "../../provider/marks";
import { generationInName, markInTokenName } from "../../provider/tokens";
import { edgeKind, type StackState, type StateResource } from "../stack-state";
import { isSecretInput } from "../../provider/lifecycle/inputs";
import { MARK } from "../../provider/properties/hidden";

export type StackNames = Omit<Identity, "urn">;

/** What the given states say about the ownership of objects. */
export interface StackOwnership {
  /** A mark of each stack. Owner and stack digest identify the stack's objects. */
  readonly stacks: readonly Mark[];
  /** Objects that a resource of a state references by mark or id. */
  readonly managed: ObjectSet;
  /** Objects that an interrupted operation references. */
  readonly pending: ObjectSet;
  /** Whether a resource of a state keeps the items of that list, or those with that mark, secret. */
  readonly hasSecretItems: (listId: string, mark: Mark) => boolean;
  /** Returns the mark of the token resource whose rotation has made a token of that name, also if a person has chosen the name. */
  readonly rotatedBy: (tokenName: string) => Mark | undefined;
}

export interface ObjectSet {
  has(object: { readonly id: string; readonly mark: Mark | undefined }): boolean;
}

/** Derives ownership from states. @param states each with the names of its stack */
export function ownershipOf(
  states: readonly { readonly state: StackState; readonly names: StackNames }[],
): StackOwnership {
  const stacks = states.flatMap(({ state, names }) => stackMarks(state, names));
  const pending = states.flatMap(({ state }) => state.pending.map(({ resource }) => resource));
  return {
    stacks: [...new Map(stacks.map((mark) => [mark.stack, mark])).values()],
    managed: objectsIn(states.flatMap(({ state }) => state.resources)),
    pending: objectsIn(pending),
    hasSecretItems: secretItemsIn([...states.flatMap(({ state }) => state.resources), ...pending]),
    rotatedBy: successorsIn(states.flatMap(({ state }) => state.resources)),
  };
}

function secretItemsIn(resources: readonly StateResource[]): StackOwnership["hasSecretItems"] {
  const lists = resources
    .filter((resource) => edgeKind(resource) === "List")
    .filter(({ inputs, outputs }) => [inputs, outputs].some((one) => isSecretInput(one, "items")));
  const ids = new Set(lists.map(({ outputs }) => outputs["listId"]));
  const makers = new Set(
    lists
      .flatMap(({ inputs, outputs }) => [inputs[MARK], outputs[MARK]])
      .flatMap((text) => (typeof text === "string" ? (parseMark(text)?.resource ?? []) : [])),
  );
  return (listId, { resource }) => ids.has(listId) || makers.has(resource);
}

/** The name of a later generation carries digits of the id of its resource, of which the state need not know the token. */
function successorsIn(resources: readonly StateResource[]): StackOwnership["rotatedBy"] {
  const tokens = resources.filter((resource) => edgeKind(resource) === "ApiToken");
  return (tokenName) => {
    const made = tokens.find(({ id }) => id !== undefined && generationInName(tokenName, id) !== undefined);
    const mark = made && [made.outputs[MARK], made.inputs[MARK]].find((text) => typeof text === "string");
    return typeof mark === "string" ? parseMark(mark) : undefined;
  };
}

/**
 * Returns the marks of a stack in its state. A resource that was moved from another stack (`pulumi state move`, a renamed stack)
 * keeps the mark of that stack, which must not turn the other stack's objects into orphans, so marks of other owners are ignored.
 * Without a resource, the mark is computed from the names.
 */
function stackMarks({ resources, pending }: StackState, names: StackNames): Mark[] {
  const computed = markOfStack(names);
  const own = [...resources, ...pending.map(({ resource }) => resource)]
    .flatMap(({ inputs, outputs }) => [inputs[MARK], outputs[MARK]])
    .flatMap((text) => (typeof text === "string" ? [parseMark(text)] : []))
    .filter((mark) => mark?.owner === computed.owner)
    .filter((mark) => mark !== undefined);
  return own.length > 0 ? own : [computed];
}

/** Computes a mark of the stack that belongs to no resource. */
function markOfStack(names: StackNames): Mark {
  const mark = parseMark(markTextOf(identityText({ ...names, urn: "" }), "00000000"));
  if (mark) return mark;
  throw new Error("an identity text with a nonce must be a valid mark");
}

function objectsIn(resources: readonly StateResource[]): ObjectSet {
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

/** Returns all strings in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
