import type { Token } from "../../api";
import type { EdgeClient, TokenOwner } from "../../client";
import { generationInName, markInTokenName } from "../../tokens";
import { unlessNotFound } from "../unless-not-found";
import { sharedList } from "../shared-list";
import { isDead } from "./status";

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
  const tokens = await listed(client, owner, `name ${name}`, now);
  return tokens.filter((token) => token.name === name);
}

/** Tokens whose names carry the digests of the same resource of the same stack as this name. */
export async function sameResource(
  client: EdgeClient,
  owner: TokenOwner,
  name: string,
  now: Date,
): Promise<Token[]> {
  const own = markInTokenName(name);
  const tokens = await listed(client, owner, `name ${name}`, now);
  return tokens.filter((token) => {
    const mark = markInTokenName(token.name);
    return mark !== undefined && mark.stack === own?.stack && mark.resource === own.resource;
  });
}

/** How old the list may be that a removal relies on, in milliseconds. */
const FRESH_FOR_REMOVAL_MS = 15_000;
const removalLists = sharedList<Token[]>();

/** The token as it is just before its removal: one list serves those that are removed at the same time. */
export async function tokenBeforeRemoval(
  client: EdgeClient,
  owner: TokenOwner,
  id: string,
  now: Date,
): Promise<Token | undefined> {
  const key = JSON.stringify(owner);
  const look = { key, part: id, reader: id, now: now.getTime(), oldest: FRESH_FOR_REMOVAL_MS };
  const list = await removalLists.look(client, look, () => client.tokens.list(owner));
  return list?.find((token) => token.id === id) ?? unlessNotFound(client.tokens.get(owner, id));
}

/** Tokens of later generations than the first, of the resource with that id. */
export async function laterGenerations(
  client: EdgeClient,
  owner: TokenOwner,
  id: string,
  now: Date,
): Promise<Token[]> {
  const tokens = await listed(client, owner, `generations of ${id}`, now);
  return tokens.filter((token) => generationInName(token.name, id) !== undefined);
}

/** Around each change and removal of a token. */
export function changingTokens<R>(
  client: EdgeClient,
  owner: TokenOwner,
  change: () => Promise<R>,
): Promise<R> {
  return lists.writing(client, JSON.stringify(owner), ALL, change);
}

/** All that are alive. */
async function listed(client: EdgeClient, owner: TokenOwner, reader: string, now: Date): Promise<Token[]> {
  const tokens = (await tokensOf(client, owner, reader, now)) ?? (await client.tokens.list(owner));
  return tokens.filter((token) => !isDead(token));
}

function tokensOf(client: EdgeClient, owner: TokenOwner, reader: string, now: Date) {
  const look = { key: JSON.stringify(owner), part: ALL, reader, now: now.getTime() };
  return lists.look(client, look, () => client.tokens.list(owner));
}
