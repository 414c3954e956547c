import type { Token, TokenWithValue } from "../../api";
import { isPermissionError, type EdgeClient, type TokenOwner } from "../../client";
import { redacted } from "../../redaction";
import type { TokenState } from "../../tokens";
import { requiredText, text } from "../inputs";
import { LifecycleError, type Context, type Properties } from "../lifecycle";
import { unlessNotFound } from "../unless-not-found";
import { tell } from "../redaction";
import { generationOf, rotationOf } from "./generation";
import { changingTokens, laterGenerations } from "./lists";
import { ended, endOfOverlap, predecessorsOf, type Predecessor } from "./predecessors";
import { sentArgs } from "./state";
import { conformed, foundOrMade, rollForValue, unpublished, usedByOthers } from "./takeover";

/** The token that takes the place of another, and the one whose place it took. */
export interface Succession {
  readonly successor: TokenWithValue;
  readonly predecessor: Predecessor;
}

/**
 * Makes the token of the generation that `news` ask for, or takes over what an interrupted run left of it; proves that its
 * value works; and gives the token before it an end. It is published when all of that is done. Until then the state's value
 * goes on, and whatever failed, the next run does what is left.
 */
export async function succeed(
  context: Context,
  client: EdgeClient,
  owner: TokenOwner,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<Succession> {
  const args = sentArgs(context, id, news);
  const look = () => unknownToState(context, client, owner, id, olds);
  const choose = (found: readonly Token[]) => unpublished(found, text(news, "adopt"));
  const take = async (token: Token) => {
    const current = await conformed(client, owner, token, args);
    return { ...current, value: await rollForValue(client, owner, token.id) };
  };
  const before = await look();
  const left = choose(before);
  const successor = left
    ? await take(left)
    : await foundOrMade(client, owner, args, { before, look, choose, take });
  await prove(context, client, owner, args, successor);
  const overlap = rotationOf(news)?.overlap ?? 0;
  const tokenId = requiredText(olds, "tokenId");
  const generation = generationOf(olds);
  const expiresOn = endOfOverlap(args.expiresOn, overlap, context.now());
  const predecessor = { tokenId, generation, expiresOn };
  await ended(client, owner, predecessor, sentArgs(context, id, { ...news, generation }));
  return { successor, predecessor };
}

/** Removes what an interrupted rotation left that is no longer wanted. Nobody has its value; one in use is somebody's. */
export async function withdraw(
  context: Context,
  client: EdgeClient,
  owner: TokenOwner,
  id: string,
  olds: Properties,
): Promise<void> {
  for (const token of await unknownToState(context, client, owner, id, olds)) {
    if (usedByOthers(token)) continue;
    await changingTokens(client, owner, () => unlessNotFound(client.tokens.remove(owner, token.id)));
  }
}

async function unknownToState(
  context: Context,
  client: EdgeClient,
  owner: TokenOwner,
  id: string,
  olds: Properties,
): Promise<Token[]> {
  const known = [text(olds, "tokenId"), ...predecessorsOf(olds).map((one) => one.tokenId)];
  const tokens = await laterGenerations(client, owner, id, context.now());
  return tokens.filter((token) => !known.includes(token.id));
}

/** Throws where the value does not work; where that cannot be seen from here, says so. */
async function prove(
  context: Context,
  client: EdgeClient,
  owner: TokenOwner,
  { name, condition }: TokenState,
  { id, value }: TokenWithValue,
): Promise<void> {
  try {
    const { status } = await client.tokens.verifyValue(owner, value);
    if (status !== "active") throw new LifecycleError(`the API says that it is ${status}.`);
  } catch (error) {
    if (condition && isPermissionError(error)) {
      const what = `ApiToken ${JSON.stringify(name)}: its value is published without having been tried`;
      context.log(redacted(`${what}, for its condition does not admit this machine.`));
      return;
    }
    throw new LifecycleError(
      `The successor of this token (${id}) was made, but its value does not work yet: ${tell(error)} ` +
        "The value in use goes on; the next `pulumi up` takes the successor over.",
    );
  }
}
