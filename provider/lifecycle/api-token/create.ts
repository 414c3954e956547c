import type { Token, TokenWithValue } from "../../api";
import { relationOf, type Mark } from "../../marks";
import { isDerivedName, markInTokenName, type TokenState } from "../../tokens";
import {
  isHeld,
  isHeldId,
  isInterrupted,
  learnFromState,
  learnOwners,
  markOf,
  tellOrphans,
  tellSuspects,
  type Unowned,
} from "../evidence";
import { text } from "../inputs";
import { PartialFailure, type Context, type Properties } from "../lifecycle";
import {
  createOrFind,
  getToken,
  namesakes,
  removeToken,
  rollToken,
  tokensOfSameResource,
  type OwnerTokens,
} from "./requests";
import { foreseenArgs, idOf, outputsOf, sentArgs } from "./state";
import {
  addedSince,
  adoptedToken,
  conform,
  madeByThisRun,
  refuseMarked,
  refuseNamesakes,
  usedByOthers,
} from "./takeover";
import { MARK, ORPHANS } from "../../properties/hidden";

/** Records that the resource with that mark holds the token, by its state, or because it has just made or adopted it. */
export function noteHolder({ run }: Context, id: unknown, mark: unknown): void {
  if (typeof id === "string") run.tokenHolders.set(id, mark);
}

/** Returns whether another resource of this run holds the token: then it has adopted the token. */
export function isHeldByOther({ run }: Context, id: string, mark: unknown): boolean {
  return run.tokenHolders.has(id) && run.tokenHolders.get(id) !== mark;
}

/** Returns the token that `adopt` names, or a new one. Orphans of interrupted attempts are removed once the new one exists. */
export async function obtainToken(
  tokens: OwnerTokens,
  inputs: Properties,
): Promise<Token & Partial<Pick<TokenWithValue, "value">>> {
  const { context } = tokens;
  // The first generation keeps the program's name; the names of later ones carry the resource's id.
  const args = sentArgs(context, "", inputs);
  const adopt = text(inputs, "adopt");
  if (adopt !== undefined) {
    const adopted = await adoptable(tokens, adopt, inputs);
    if (inputs["keepValue"] !== true) return takeOver(tokens, adopted, args, inputs);
    const token = await conform(tokens, adopted, args);
    noteHolder(context, token.id, inputs[MARK]);
    return token;
  }
  const isDerived = isDerivedName(args.name, markOf(inputs));
  const list = () => (isDerived ? tokensOfSameResource : namesakes)(tokens, args.name);
  const before = isDerived
    ? await unheldAttempts(tokens, inputs, tokensOfSameResource, ["attempt", "own"])
    : await unheldNamesakes(tokens, args.name);
  if (!isDerived) refuseNamesakes(before, args);
  const created = await createOrFind(tokens, args, async () => {
    // This is the second look of this reader, so the list is read again.
    const added = addedSince(before, withoutHeld(context, await list()));
    return isDerived ? added.find(({ name }) => name === args.name) : madeByThisRun(added, args);
  });
  const token = "made" in created ? created.made : await takeOver(tokens, created.found, args, inputs);
  noteHolder(context, token.id, inputs[MARK]);
  const orphans = isDerived ? tellAttempts(tokens, inputs, before) : [];
  await removeOrphans(tokens, orphans, (left, error) => {
    const outputs = { ...outputsOf(inputs, token, token.value, []), [ORPHANS]: left };
    const what = "The token was made, but an orphan of an interrupted run is not removed yet";
    throw new PartialFailure(idOf(tokens.owner, token.id), outputs, what, error);
  });
  return token;
}

/** Returns the token that `adopt` names. Throws if there is none, or if its name shows that another stack manages it. */
export async function adoptable(tokens: OwnerTokens, id: string, inputs: Properties): Promise<Token> {
  const { context } = tokens;
  const token = await adoptedToken(tokens, id);
  const own = markOf(inputs);
  const mark = markInTokenName(token.name);
  if (!mark || context.takeOver.has(id)) return token;
  // The mark of this resource, or of an attempt of it: the program has named the token, which decides.
  const relation = own && relationOf(mark, own);
  if (relation === "own" || relation === "attempt") return token;
  await learnOwners(context, own, [mark]);
  if (!isHeld(context, mark)) refuseMarked(token);
  return token;
}

/**
 * Lists the live tokens of other attempts of a resource with a derived name, which no resource of the state holds. Before the resource
 * has a token, `own` adds those of its own mark: an update by a plan draws the same mark each time, so an interrupted one has made them.
 */
export async function unheldAttempts(
  tokens: OwnerTokens,
  inputs: Properties,
  list = tokensOfSameResource,
  relations: readonly ("attempt" | "own")[] = ["attempt"],
): Promise<Token[]> {
  const own = markOf(inputs);
  const found = withoutHeld(tokens.context, await list(tokens, text(inputs, "name") ?? ""));
  const attempts = found.filter((token) => {
    const mark = markInTokenName(token.name);
    return own !== undefined && mark !== undefined && relations.some((one) => one === relationOf(mark, own));
  });
  const marks = attempts.flatMap(({ name }) => markInTokenName(name) ?? []);
  await learnOwners(tokens.context, own, marks);
  return withoutHeld(tokens.context, attempts);
}

/** Names the tokens of other attempts. Returns the ids of those that are proved to be orphans. */
export function tellAttempts(
  { context }: OwnerTokens,
  inputs: Properties,
  attempts: readonly Token[],
): readonly string[] {
  const own = markOf(inputs);
  const orphans = attempts.filter((token) => isOrphan(context, token, own));
  const suspects = attempts.filter((token) => !orphans.includes(token));
  const subject = `ApiToken ${JSON.stringify(inputs["name"])}`;
  tellOrphans(context, subject, orphans.map(unowned));
  tellSuspects(context, subject, suspects.map(unowned));
  return orphans.map(({ id }) => id);
}

function unowned({ id, name, issued_on: since }: Token): Unowned {
  return { id, what: `token ${JSON.stringify(name)}`, since };
}

/** In a preview: throws if tokens have the name that the program gives, and names those of other attempts. */
export async function foreseeNames(tokens: OwnerTokens, inputs: Properties): Promise<void> {
  const args = foreseenArgs(tokens.context, "", inputs);
  if (isDerivedName(args.name, markOf(inputs)))
    tellAttempts(tokens, inputs, await unheldAttempts(tokens, inputs));
  else refuseNamesakes(await unheldNamesakes(tokens, args.name), args);
}

/** Lists the live tokens of a name that the program gives, which no resource of the state holds. */
async function unheldNamesakes(tokens: OwnerTokens, name: string): Promise<Token[]> {
  const found = withoutHeld(tokens.context, await namesakes(tokens, name));
  if (found.length === 0) return found;
  await learnFromState(tokens.context);
  return withoutHeld(tokens.context, found);
}

function withoutHeld(context: Context, found: readonly Token[]): Token[] {
  return found.filter(({ id, name }) => {
    const mark = markInTokenName(name);
    return !context.run.tokenHolders.has(id) && !isHeldId(context, id) && !(mark && isHeld(context, mark));
  });
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
  noteHolder(tokens.context, token.id, inputs[MARK]);
  try {
    return { ...current, value: await rollToken(tokens, token.id) };
  } catch (error) {
    const what = "The token exists, but rolling its value failed; the next update rolls it again";
    const outputs = outputsOf(inputs, current, undefined, []);
    throw new PartialFailure(idOf(tokens.owner, token.id), outputs, what, error);
  }
}

/** Removes orphans, each as it was right before: somebody may adopt it meanwhile. `onFailure` gets the ids of those that are left. */
export async function removeOrphans(
  tokens: OwnerTokens,
  ids: readonly string[],
  onFailure: (left: readonly string[], error: unknown) => never,
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    try {
      const orphan = await getToken(tokens, id);
      if (orphan) await removeToken(tokens, id, orphan);
    } catch (error) {
      onFailure(ids.slice(index), error);
    }
  }
}

/** Whether an interrupted attempt made the token, or a person has named it. Nobody has its value, so a token in use is none. */
function isOrphan(context: Context, token: Token, own: Mark | undefined): boolean {
  const mark = markInTokenName(token.name);
  if (context.takeOver.has(token.id)) return true;
  if (mark === undefined || usedByOthers(token)) return false;
  return isInterrupted(context, mark) || (own !== undefined && relationOf(mark, own) === "own");
}
