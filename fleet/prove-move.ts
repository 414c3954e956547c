import { isDeepStrictEqual } from "node:util";
import { type StateEntry, urnIn } from "./plan-move";

/** The resources of both states. */
export interface BothStates {
  readonly from: readonly StateEntry[];
  readonly to: readonly StateEntry[];
}

/**
 * Compares the states before and after a move. Returns what differs from a move of exactly these resources; an empty list proves that
 * each has kept id, inputs and outputs, so also the mark by which it owns its live object.
 *
 * @param stack the name of the stack that has them now
 */
export function proveMove(
  before: BothStates,
  after: BothStates,
  moved: readonly StateEntry[],
  stack: string,
): string[] {
  const moving = new Set(moved.map(({ urn }) => urn));
  const now = new Map(after.to.map((one) => [one.urn, one]));
  const left = new Set(after.from.map(({ urn }) => urn));
  return [
    ...moved.filter(({ urn }) => left.has(urn)).map(({ urn }) => `${urn} is still in the state that it left`),
    ...moved.flatMap((one) => {
      const copy = now.get(urnIn(stack, one.urn));
      if (!copy) return [`${one.urn} is missing in the state of ${stack}`];
      return isDeepStrictEqual(contentOf(copy), contentOf(one)) ? [] : [`${one.urn} has changed`];
    }),
    ...before.from
      .filter(({ urn }) => !moving.has(urn) && !left.has(urn))
      .map(({ urn }) => `${urn} is gone, although it was not to move`),
    ...before.to.filter(({ urn }) => !now.has(urn)).map(({ urn }) => `${urn} is gone`),
  ];
}

function contentOf({ type, id, inputs, outputs }: StateEntry): unknown {
  return withoutCiphertexts({ type, id, inputs, outputs });
}

/** The key that the engine gives to an object that is a secret. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";

/** Each stack encrypts with its own key, so the ciphertext of an equal secret differs. */
function withoutCiphertexts(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutCiphertexts);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !(key === "ciphertext" && SIGNATURE in value))
      .map(([key, member]) => [key, withoutCiphertexts(member)]),
  );
}
