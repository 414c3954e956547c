import type { Token, TokenWithValue } from "../../api";
import { FRESH_FOR_REMOVAL_MS, mayHaveHappened, type EdgeClient, type TokenOwner } from "../../client";
import { generationInName, markInTokenName, toReplacement, toWire, type TokenState } from "../../tokens";
import { connectionOf } from "../inputs";
import type { Context, Properties } from "../lifecycle";
import { SharedList } from "../shared-list";
import { unlessNotFound } from "../unless-not-found";

export interface OwnerTokens {
  readonly context: Context;
  readonly client: EdgeClient;
  readonly owner: TokenOwner;
}

export function ownerTokens(context: Context, properties: Properties, owner: TokenOwner): OwnerTokens {
  return { context, client: context.client(connectionOf(properties)), owner };
}

const lists = new SharedList<Token[]>();
/** Any change of a token invalidates the cached list. A creation does not: the new token is in no list yet. */
const ALL = "all";

const removalLists = new SharedList<Token[]>();

/** A lost answer to a roll loses the value, so the token is rolled again. */
const ROLLS = 3;

/** Statuses of a token that nothing revives: it has expired, or the vendor found its value in public and revoked it. */
const DEAD = /^(expired|revoked)/;

export function isDead({ status }: Token): boolean {
  return DEAD.test(status);
}

/** Reads a token, from the shared list if it is in there. */
export async function findToken(tokens: OwnerTokens, id: string): Promise<Token | undefined> {
  const listed = (await sharedTokens(tokens, `id ${id}`))?.find((token) => token.id === id);
  return listed ?? getToken(tokens, id);
}

export function getToken({ client, owner }: OwnerTokens, id: string): Promise<Token | undefined> {
  return unlessNotFound(client.tokens.get(owner, id));
}

/** Reads a token just before its removal. Tokens that are removed at the same time share one list. */
export async function tokenBeforeRemoval(tokens: OwnerTokens, id: string): Promise<Token | undefined> {
  const list = await listBeforeRemoval(tokens, id);
  return list?.find((token) => token.id === id) ?? getToken(tokens, id);
}

function listBeforeRemoval(
  { context, client, owner }: OwnerTokens,
  id: string,
): Promise<Token[] | undefined> {
  const now = context.now().getTime();
  const lookup = { key: JSON.stringify(owner), part: id, reader: id, now, oldest: FRESH_FOR_REMOVAL_MS };
  return removalLists.lookUp(client, lookup, () => client.tokens.list(owner));
}

/** Lists the tokens of that name, which the API does not keep unique. */
export async function namesakes(tokens: OwnerTokens, name: string): Promise<Token[]> {
  return (await aliveTokens(tokens, `name ${name}`)).filter((token) => token.name === name);
}

/** Lists the tokens whose names carry the digests of the same resource of the same stack as this name. */
export async function tokensOfSameResource(tokens: OwnerTokens, name: string): Promise<Token[]> {
  return ofSameResource(await aliveTokens(tokens, `name ${name}`), name);
}

/** Lists the same just before the removal of a token of that name. */
export async function sameResourceBeforeRemoval(tokens: OwnerTokens, name: string): Promise<Token[]> {
  return ofSameResource((await listBeforeRemoval(tokens, `name ${name}`)) ?? [], name);
}

function ofSameResource(list: readonly Token[], name: string): Token[] {
  const own = markInTokenName(name);
  return list.filter((token) => {
    const mark = markInTokenName(token.name);
    return (
      !isDead(token) && mark !== undefined && mark.stack === own?.stack && mark.resource === own.resource
    );
  });
}

/** Lists the tokens of later generations than the first, of the resource with that id. */
export async function laterGenerations(tokens: OwnerTokens, id: string): Promise<Token[]> {
  return ofGenerations(await generationTokens(tokens, id), id);
}

/** Lists the tokens of later generations than the first that are not among the known ones, and the token of the state. */
export async function unknownGenerations(
  tokens: OwnerTokens,
  id: string,
  { current, known }: { readonly current: string; readonly known: readonly string[] },
): Promise<{ readonly unknown: Token[]; readonly current: Token | undefined }> {
  const alive = await generationTokens(tokens, id);
  return {
    unknown: ofGenerations(alive, id).filter((token) => ![current, ...known].includes(token.id)),
    current: alive.find((token) => token.id === current),
  };
}

function generationTokens(tokens: OwnerTokens, id: string): Promise<Token[]> {
  return aliveTokens(tokens, `generations of ${id}`);
}

function ofGenerations(alive: readonly Token[], id: string): Token[] {
  return alive.filter((token) => generationInName(token.name, id) !== undefined);
}

/**
 * Makes a token. If the answer is lost, `find` looks for the token that was made, so that none is made twice. Returns the new token, or
 * the one that was found.
 */
export async function createOrFind(
  { client, owner }: OwnerTokens,
  args: TokenState,
  find: () => Promise<Token | undefined>,
): Promise<{ readonly made: TokenWithValue } | { readonly found: Token }> {
  try {
    return { made: await client.tokens.create(owner, toWire(args)) };
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    const found = await find();
    if (!found) throw error;
    return { found };
  }
}

export function replaceToken(tokens: OwnerTokens, id: string, args: TokenState): Promise<Token> {
  const { client, owner } = tokens;
  return writing(tokens, () => client.tokens.replace(owner, id, toReplacement(args)));
}

/**
 * Removes a token; one that is gone already is a success. With `basedOn`, throws ChangedError if somebody has changed the token since:
 * see `removeAsPlanned`.
 */
export async function removeToken(tokens: OwnerTokens, id: string, basedOn?: Token): Promise<void> {
  const { client, owner } = tokens;
  await unlessNotFound(writing(tokens, () => client.tokens.remove(owner, id, basedOn)));
}

/** Gives a token a new value and returns it. The old value stops working. */
export async function rollToken(tokens: OwnerTokens, id: string): Promise<string> {
  const { client, owner } = tokens;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writing(tokens, () => client.tokens.roll(owner, id));
    } catch (error) {
      if (attempt === ROLLS || !mayHaveHappened(error)) throw error;
    }
  }
}

async function aliveTokens(tokens: OwnerTokens, reader: string): Promise<Token[]> {
  const { client, owner } = tokens;
  const list = (await sharedTokens(tokens, reader)) ?? (await client.tokens.list(owner));
  return list.filter((token) => !isDead(token));
}

function sharedTokens({ context, client, owner }: OwnerTokens, reader: string): Promise<Token[] | undefined> {
  const lookup = { key: JSON.stringify(owner), part: ALL, reader, now: context.now().getTime() };
  return lists.lookUp(client, lookup, () => client.tokens.list(owner));
}

function writing<R>({ client, owner }: OwnerTokens, write: () => Promise<R>): Promise<R> {
  return lists.writing(client, JSON.stringify(owner), ALL, write);
}
