import type { Token, TokenWithValue } from "../../api";
import type { EdgeClient, TokenOwner } from "../../client";
import { relationOf } from "../../marks";
import { isRecent } from "../../rulesets";
import { isDerivedName, markInTokenName } from "../../tokens";
import { text } from "../inputs";
import { PartialFailure, type Context, type Properties } from "../lifecycle";
import { isHeld, isHeldId, MARK, markOf } from "../marks";
import { unlessNotFound } from "../unless-not-found";
import { changingTokens, namesakes, sameResource } from "./lists";
import { idOf, outputsOf, sentArgs } from "./state";
import { adopted, candidatesRefused, conformed, foundOrMade, madeNow, rollForValue } from "./takeover";

/** The tokens that resources of this run have, by id, each with the mark of its resource: they are no orphans either. */
const holders = new Map<string, unknown>();

/** Notes that the resource with that mark has the token: by the state, or because it has just made it or taken it over. */
export function noteHolder(id: unknown, mark: unknown): void {
  if (typeof id === "string") holders.set(id, mark);
}

/** Whether another resource of this run than the one with that mark has the token: it adopted it from the one that goes. */
export function isHeldByOther(id: string, mark: unknown): boolean {
  return holders.has(id) && holders.get(id) !== mark;
}

/** In outputs: ids of orphans that could not be removed yet. */
export const ORPHANS = "__orphans";
/**
 * In outputs: ids of the tokens of the same name that the state held when this one was made. If the engine cannot delete a
 * predecessor in that run, the next run knows it by this.
 */
export const REPLACED = "__replaced";

export interface Obtained {
  readonly token: TokenWithValue;
  /** Ids, for `REPLACED`. */
  readonly predecessors: readonly string[];
}

/** The token that `adopt` names, or a new one; orphans of interrupted attempts are removed when the new one is there. */
export async function obtainToken(
  context: Context,
  client: EdgeClient,
  owner: TokenOwner,
  inputs: Properties,
): Promise<Obtained> {
  // The first generation is named as the program names it, without an id.
  const args = sentArgs(context, "", inputs);
  const adopt = text(inputs, "adopt");
  const take = async (token: Token): Promise<TokenWithValue> => {
    const current = await conformed(client, owner, token, args);
    // From here on no other resource of this run may end it, whatever fails.
    noteHolder(token.id, inputs[MARK]);
    try {
      return { ...current, value: await rollForValue(client, owner, token.id) };
    } catch (error) {
      const what = "The token is there, but its value could not be had; the next update rolls it again";
      const outputs = outputsOf(inputs, current, undefined, []);
      throw new PartialFailure(idOf(owner, token.id), outputs, what, error);
    }
  };
  if (adopt !== undefined)
    return { token: await take(await adopted(client, owner, adopt)), predecessors: [] };
  const isDerived = isDerivedName(args.name, markOf(inputs));
  const list = () => (isDerived ? sameResource : namesakes)(client, owner, args.name, context.now());
  const look = async () => (await list()).filter(({ id }) => !holders.has(id) && !isHeldId(id));
  const all = await list();
  const before = all.filter(({ id }) => !holders.has(id) && !isHeldId(id));
  const predecessors = all.flatMap(({ id }) => (isHeldId(id) && !holders.has(id) ? [id] : []));
  // A name that the program gives proves nothing: what had it before this run is left alone, and named.
  if (!isDerived) candidatesRefused(before, args);
  const token = await foundOrMade(client, owner, args, {
    before,
    // The second look of one resource is at a new list.
    look,
    choose: (found) => (isDerived ? found.find(({ name }) => name === args.name) : madeNow(found, args)),
    take,
  });
  noteHolder(token.id, inputs[MARK]);
  const orphans = isDerived ? before.filter((one) => isOrphan(one, inputs, context.now())) : [];
  await removeOrphans(
    client,
    owner,
    orphans.map(({ id }) => id),
    (left, error) => {
      const outputs = { ...outputsOf(inputs, token, token.value, []), [ORPHANS]: left };
      const what = "The token was made, but one that an interrupted run left is not removed yet";
      throw new PartialFailure(idOf(owner, token.id), outputs, what, error);
    },
  );
  return { token, predecessors };
}

/** Removes tokens that no state holds; `onFailure` gets the ids of those that are left. */
export async function removeOrphans(
  client: EdgeClient,
  owner: TokenOwner,
  ids: readonly string[],
  onFailure: (left: readonly string[], error: unknown) => never,
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    try {
      await changingTokens(client, owner, () => unlessNotFound(client.tokens.remove(owner, id)));
    } catch (error) {
      onFailure(ids.slice(index), error);
    }
  }
}

/** Made by an interrupted attempt of this resource: its mark is in no state, it is young, and nobody has used it. */
function isOrphan(token: Token, inputs: Properties, now: Date): boolean {
  const own = markOf(inputs);
  const mark = markInTokenName(token.name);
  if (!own || !mark || relationOf(mark, own) !== "attempt" || isHeld(mark)) return false;
  return !token.last_used_on && isRecent(token.issued_on, now.getTime());
}
