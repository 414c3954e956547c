import type { Token, TokenWithValue } from "../../api";
import { isPermissionError } from "../../client";
import { redacted } from "../../redaction";
import { endOfOverlap, generationOf, rotationOf, type TokenState } from "../../tokens";
import { requiredText, text } from "../inputs";
import { LifecycleError, type Properties } from "../lifecycle";
import { tell } from "../redaction";
import { expire, type Predecessor, predecessorsOf } from "./generation";
import { createOrFind, laterGenerations, removeToken, rollToken, type OwnerTokens } from "./requests";
import { sentArgs } from "./state";
import { addedSince, conform, unpublished, usedByOthers } from "./takeover";

/**
 * Makes the token of the generation that `news` ask for, or takes over the orphan of an interrupted rotation, verifies that its
 * value works, and gives the generation before it an end. The caller publishes the new value only after all of that. If a step
 * fails, the state keeps the old value and the next run does the remaining steps.
 */
export async function succeed(
  tokens: OwnerTokens,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<{ successor: TokenWithValue; predecessor: Predecessor }> {
  const { context } = tokens;
  const args = sentArgs(context, id, news);
  const adopt = text(news, "adopt");
  const before = await orphanedGenerations(tokens, id, olds);
  const orphan = unpublished(before, adopt);
  const created = orphan
    ? { found: orphan }
    : await createOrFind(tokens, args, async () =>
        unpublished(addedSince(before, await orphanedGenerations(tokens, id, olds)), adopt),
      );
  const successor = "made" in created ? created.made : await takeOver(tokens, created.found, args);
  await verifyValue(tokens, args, successor);
  const overlap = rotationOf(news)?.overlap ?? 0;
  const tokenId = requiredText(olds, "tokenId");
  const generation = generationOf(olds);
  const expiresOn = endOfOverlap(args.expiresOn, overlap, context.now());
  const predecessor = { tokenId, generation, expiresOn };
  await expire(tokens, predecessor, sentArgs(context, id, { ...news, generation }));
  return { successor, predecessor };
}

async function takeOver(tokens: OwnerTokens, token: Token, args: TokenState): Promise<TokenWithValue> {
  const current = await conform(tokens, token, args);
  return { ...current, value: await rollToken(tokens, token.id) };
}

/** Removes what an interrupted rotation left and the program no longer asks for, unless somebody uses it. */
export async function withdraw(tokens: OwnerTokens, id: string, olds: Properties): Promise<void> {
  for (const token of await orphanedGenerations(tokens, id, olds)) {
    if (!usedByOthers(token)) await removeToken(tokens, token.id, token);
  }
}

async function orphanedGenerations(tokens: OwnerTokens, id: string, olds: Properties): Promise<Token[]> {
  const known = [text(olds, "tokenId"), ...predecessorsOf(olds).map((one) => one.tokenId)];
  const later = await laterGenerations(tokens, id);
  return later.filter((token) => !known.includes(token.id));
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
