import type { Token } from "../api";
import type { EdgeClient, TokenOwner } from "../client";
import { unlessNotFound } from "./not-found";
import { sharedList } from "./shared-list";

const lists = sharedList<Token[]>();
/** A change of any token ends what is known of all: only a new one is in no list, and changes none. */
const ALL = "all";

/** A token as the list shows it, which is as it is; what the list does not hold is asked for by its id. */
export async function findToken(
  client: EdgeClient,
  owner: TokenOwner,
  id: string,
  now: Date,
): Promise<Token | undefined> {
  const listed = (await tokensOf(client, owner, `id ${id}`, now))?.find((token) => token.id === id);
  return listed ?? unlessNotFound(client.tokens.get(owner, id));
}

/** Tokens of that name, which the API does not keep unique. */
export async function namesakes(
  client: EdgeClient,
  owner: TokenOwner,
  name: string,
  now: Date,
): Promise<Token[]> {
  const tokens = (await tokensOf(client, owner, `name ${name}`, now)) ?? (await client.tokens.list(owner));
  return tokens.filter((token) => token.name === name);
}

/** Around each change and removal of a token. */
export function changingTokens<R>(
  client: EdgeClient,
  owner: TokenOwner,
  change: () => Promise<R>,
): Promise<R> {
  return lists.writing(client, JSON.stringify(owner), ALL, change);
}

function tokensOf(client: EdgeClient, owner: TokenOwner, reader: string, now: Date) {
  const look = { key: JSON.stringify(owner), part: ALL, reader, now: now.getTime() };
  return lists.look(client, look, () => client.tokens.list(owner));
}
