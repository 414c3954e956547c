import type { Token, TokenWithValue } from "../../api";
import { relationOf } from "../../marks";
import { isRecent } from "../../rulesets";
import { isDerivedName, markInTokenName, type TokenState } from "../../tokens";
import { text } from "../inputs";
import { PartialFailure, type Properties } from "../lifecycle";
import { isHeld, isHeldId, MARK, markOf } from "../marks";
import {
  createOrFind,
  namesakes,
  removeToken,
  rollToken,
  tokensOfSameResource,
  type OwnerTokens,
} from "./requests";
import { idOf, outputsOf, sentArgs } from "./state";
import { addedSince, adoptedToken, conform, madeByThisRun, refuseNamesakes } from "./takeover";

/** The mark of the resource that holds a token, by the token's id: a held token is no orphan. */
const holders = new Map<string, unknown>();

/** Records that the resource with that mark holds the token, by its state, or because it has just made or adopted it. */
export function noteHolder(id: unknown, mark: unknown): void {
  if (typeof id === "string") holders.set(id, mark);
}

/** Returns whether another resource of this run holds the token: then it has adopted the token. */
export function isHeldByOther(id: string, mark: unknown): boolean {
  return holders.has(id) && holders.get(id) !== mark;
}

/** In outputs: ids of orphans that could not be removed yet. */
export const ORPHANS = "__orphans";
/**
 * In outputs: ids of the tokens of the same name that the state held when this one was made. If the engine cannot delete a
 * predecessor in that run, the next run knows the predecessor by this list.
 */
export const REPLACED = "__replaced";

export interface Obtained {
  /** Without a value if the token is adopted with `keepValue`. */
  readonly token: Token & Partial<Pick<TokenWithValue, "value">>;
  /** Ids, for `REPLACED`. */
  readonly predecessors: readonly string[];
}

/** Returns the token that `adopt` names, or a new one. Orphans of interrupted attempts are removed once the new one exists. */
export async function obtainToken(tokens: OwnerTokens, inputs: Properties): Promise<Obtained> {
  const { context } = tokens;
  // The first generation keeps the program's name; the names of later ones carry the resource's id.
  const args = sentArgs(context, "", inputs);
  const adopt = text(inputs, "adopt");
  if (adopt !== undefined) {
    const adopted = await adoptedToken(tokens, adopt);
    if (inputs["keepValue"] !== true)
      return { token: await takeOver(tokens, adopted, args, inputs), predecessors: [] };
    const token = await conform(tokens, adopted, args);
    noteHolder(token.id, inputs[MARK]);
    return { token, predecessors: [] };
  }
  const isDerived = isDerivedName(args.name, markOf(inputs));
  const list = () => (isDerived ? tokensOfSameResource : namesakes)(tokens, args.name);
  const all = await list();
  const before = withoutHeld(all);
  const predecessors = all.flatMap(({ id }) => (isHeldId(id) && !holders.has(id) ? [id] : []));
  if (!isDerived) refuseNamesakes(before, args);
  const created = await createOrFind(tokens, args, async () => {
    // This is the second look of this reader, so the list is read again.
    const added = addedSince(before, withoutHeld(await list()));
    return isDerived ? added.find(({ name }) => name === args.name) : madeByThisRun(added, args);
  });
  const token = "made" in created ? created.made : await takeOver(tokens, created.found, args, inputs);
  noteHolder(token.id, inputs[MARK]);
  const orphans = isDerived ? before.filter((one) => isOrphan(one, inputs, context.now())) : [];
  await removeOrphans(
    tokens,
    orphans.map(({ id }) => id),
    (left, error) => {
      const outputs = { ...outputsOf(inputs, token, token.value, []), [ORPHANS]: left };
      const what = "The token was made, but an orphan of an interrupted run is not removed yet";
      throw new PartialFailure(idOf(tokens.owner, token.id), outputs, what, error);
    },
  );
  return { token, predecessors };
}

/** Throws if tokens have the name that the program gives, and no resource of the state holds them. */
export async function refuseTakenName(tokens: OwnerTokens, inputs: Properties): Promise<void> {
  const args = sentArgs(tokens.context, "", inputs);
  if (!isDerivedName(args.name, markOf(inputs)))
    refuseNamesakes(withoutHeld(await namesakes(tokens, args.name)), args);
}

function withoutHeld(found: readonly Token[]): Token[] {
  return found.filter(({ id }) => !holders.has(id) && !isHeldId(id));
}

/** Makes an existing token the one that the program describes, and rolls its value. */
async function takeOver(
  tokens: OwnerTokens,
  token: Token,
  args: TokenState,
  inputs: Properties,
): Promise<TokenWithValue> {
  const current = await conform(tokens, token, args);
  // From here on no other resource of this run may remove the token, whatever fails.
  noteHolder(token.id, inputs[MARK]);
  try {
    return { ...current, value: await rollToken(tokens, token.id) };
  } catch (error) {
    const what = "The token exists, but rolling its value failed; the next update rolls it again";
    const outputs = outputsOf(inputs, current, undefined, []);
    throw new PartialFailure(idOf(tokens.owner, token.id), outputs, what, error);
  }
}

/** Removes orphans. `onFailure` gets the ids of those that are left. */
export async function removeOrphans(
  tokens: OwnerTokens,
  ids: readonly string[],
  onFailure: (left: readonly string[], error: unknown) => never,
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    try {
      await removeToken(tokens, id);
    } catch (error) {
      onFailure(ids.slice(index), error);
    }
  }
}

/** An interrupted attempt of this resource made it: its mark is in no state, it is recent, and nobody has used it. */
function isOrphan(token: Token, inputs: Properties, now: Date): boolean {
  const own = markOf(inputs);
  const mark = markInTokenName(token.name);
  if (!own || !mark || relationOf(mark, own) !== "attempt" || isHeld(mark)) return false;
  return !token.last_used_on && isRecent(token.issued_on, now.getTime());
}
