import { isUnknown, type Token, type TokenWithValue } from "../../api";
import { isPermissionError } from "../../client";
import { redacted } from "../../redaction";
import { endOfOverlap, generationInName, generationOf, rotationOf, type TokenState } from "../../tokens";
import { clientOf } from "../foresight/foresee-place";
import { attempt, foundIn } from "../foresight/live-reads";
import { requiredText, text } from "../inputs";
import { LifecycleError, type Context, type Properties } from "../lifecycle";
import { tell } from "../redaction";
import { expire, type Predecessor, predecessorsOf } from "./generation";
import { ownerOf } from "./inputs";
import {
  createOrFind,
  ownerTokens,
  removeToken,
  rollToken,
  unknownGenerations,
  type OwnerTokens,
} from "./requests";
import { sentArgs } from "./state";
import { conform, divideGenerations, type UnknownGenerations } from "./takeover";

/**
 * Makes the token of the generation that `news` ask for, or takes over the orphan of an interrupted rotation, verifies that its
 * value works, and gives the generation before it an end. The caller publishes the new value only after all of that. If a step
 * fails, the state keeps the old value and the next run does the remaining steps. A successor that the state does not know, and whose
 * value somebody may use, gets the same end as the generation before: it is named, and from then on the state knows it.
 */
export async function succeed(
  tokens: OwnerTokens,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<{ successor: TokenWithValue; predecessors: Predecessor[] }> {
  const { context } = tokens;
  const args = sentArgs(context, id, news);
  const { orphan, published } = await unknownTokens(tokens, id, olds, news);
  const before = published.map((token) => token.id);
  const created = orphan
    ? { found: orphan }
    : await createOrFind(tokens, args, async () => {
        const now = await unknownTokens(tokens, id, olds, news);
        return [now.orphan, ...now.published].find((token) => token && !before.includes(token.id));
      });
  const { id: successorId } = "made" in created ? created.made : created.found;
  return recordRotation(context, successorId, async () => {
    const successor = "made" in created ? created.made : await takeOver(tokens, created.found, args);
    await verifyValue(tokens, args, successor);
    return { successor, predecessors: await endOthers(tokens, id, { olds, news, published }) };
  });
}

/** Records the rotation to a token until it ends: a later run then knows that nobody got the value of the token. */
async function recordRotation<R>(context: Context, tokenId: string, rotate: () => Promise<R>): Promise<R> {
  const { attempts } = context;
  attempts.begin(tokenId);
  try {
    const result = await rotate();
    if (await context.hasEngineEnded()) attempts.fail(tokenId);
    else attempts.end(tokenId);
    return result;
  } catch (error) {
    attempts.fail(tokenId);
    throw error;
  }
}

/** Gives the token of the state, and successors that the state does not know, the end of the overlap. Returns them, the newest first. */
async function endOthers(
  tokens: OwnerTokens,
  id: string,
  {
    olds,
    news,
    published,
  }: { readonly olds: Properties; readonly news: Properties; readonly published: readonly Token[] },
): Promise<Predecessor[]> {
  const { context } = tokens;
  const overlap = rotationOf(news)?.overlap ?? 0;
  const generation = generationOf(olds);
  const expiresOn = endOfOverlap(text(news, "expiresOn"), overlap, context.now());
  const end = (one: Predecessor) =>
    expire(tokens, one, sentArgs(context, id, { ...news, generation: one.generation }));
  const predecessor = { tokenId: requiredText(olds, "tokenId"), generation, expiresOn };
  await end(predecessor);
  const unknown: Predecessor[] = [];
  for (const token of published) {
    const one = { tokenId: token.id, generation: generationInName(token.name, id) ?? generation, expiresOn };
    // A write would make a token active that somebody has disabled.
    if (token.status !== "disabled") await end(one);
    tellUnknown(
      context,
      { name: olds["name"], ...one },
      `Somebody may use its value, so another successor is made beside it. It ends at ${expiresOn}: give the new value to what uses it ` +
        "until then.",
    );
    unknown.push(one);
  }
  return [...unknown, predecessor];
}

/** Logs that a token of a later generation is not in the state, and what becomes of it. */
function tellUnknown(
  context: Context,
  { name, tokenId, generation }: { readonly name: unknown } & Pick<Predecessor, "tokenId" | "generation">,
  then: string,
): void {
  context.log(
    redacted(
      `warning: ApiToken ${JSON.stringify(name)}: the token ${tokenId}, of generation ${generation}, is not in the state: the state may ` +
        `be older than the token, for example restored from a backup. ${then}`,
    ),
  );
}

async function takeOver(tokens: OwnerTokens, token: Token, args: TokenState): Promise<TokenWithValue> {
  const current = await conform(tokens, token, args);
  return { ...current, value: await rollToken(tokens, token.id) };
}

/** Removes what an interrupted rotation left and the program no longer asks for. Names the tokens whose values somebody may use. */
export async function withdraw(
  tokens: OwnerTokens,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<void> {
  const { orphan, published } = await unknownTokens(tokens, id, olds, { ...news, adopt: undefined });
  if (orphan) {
    await removeToken(tokens, orphan.id, orphan);
    tokens.context.attempts.end(orphan.id);
  }
  const then =
    "Somebody may use its value, and no rotation is due, so it stays: the next rotation gives it an end, `pulumi destroy` removes " +
    "it, and `edge-platform orphans` lists it.";
  tellPublished(tokens.context, id, olds, published, then);
}

/** In a preview of a rotation, names the tokens that the state does not know and whose values somebody may use. */
export async function foreseeUnknown(
  context: Context,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<void> {
  const client = ["connection", "accountId"].some((name) => isUnknown(news[name]))
    ? undefined
    : clientOf(context, news);
  if (!client) return;
  const tokens = ownerTokens(context, news, ownerOf(news));
  const found = foundIn(await attempt(context, client, () => unknownTokens(tokens, id, olds, news)));
  const then =
    "Somebody may use its value, so the update makes another successor beside it, and gives it the same end as the token of the state.";
  tellPublished(context, id, olds, found?.published ?? [], then);
}

function tellPublished(
  context: Context,
  id: string,
  olds: Properties,
  published: readonly Token[],
  then: string,
): void {
  for (const { id: tokenId, name } of published)
    tellUnknown(
      context,
      { name: olds["name"], tokenId, generation: generationInName(name, id) ?? generationOf(olds) },
      then,
    );
}

async function unknownTokens(
  tokens: OwnerTokens,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<UnknownGenerations> {
  const known = predecessorsOf(olds).map((one) => one.tokenId);
  const found = await unknownGenerations(tokens, id, { current: requiredText(olds, "tokenId"), known });
  return divideGenerations(found, {
    id,
    generation: generationOf(olds),
    adopt: text(news, "adopt"),
    expiresOn: text(news, "expiresOn"),
    isInterrupted: (tokenId) => tokens.context.attempts.isInterrupted(tokenId),
  });
}

/** Throws if the value does not work. Warns if the token's condition keeps this machine from trying. */
async function verifyValue(
  { context, client, owner }: OwnerTokens,
  { name, condition }: TokenState,
  { id, value }: TokenWithValue,
): Promise<void> {
  try {
    const { status } = await client.tokens.verifyValue(owner, value);
    if (status !== "active") throw new LifecycleError(`the API reports it as ${status}.`);
  } catch (error) {
    if (condition && isPermissionError(error)) {
      const what = `ApiToken ${JSON.stringify(name)}: its value is published without verification`;
      context.log(redacted(`${what}, because its condition does not admit this machine.`));
      return;
    }
    throw new LifecycleError(
      `The successor of this token (${id}) was made, but its value does not work yet: ${tell(error)} ` +
        "The current value stays in use; the next `pulumi up` takes the successor over.",
    );
  }
}
