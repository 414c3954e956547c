import type { Token, TokenWithValue } from "../../api";
import { mayHaveHappened, type EdgeClient, type TokenOwner } from "../../client";
import { fromWire, samePolicies, sameToken, toReplacement, toWire, type TokenState } from "../../tokens";
import { LifecycleError } from "../lifecycle";
import { unlessNotFound } from "../unless-not-found";
import { changingTokens } from "./lists";

/** A roll whose answer is lost is made again: the value that nobody saw has ended with it. */
const ROLLS = 3;
/** Our own look at a fresh token counts as a use of it: one that is so much later than its last change is somebody else's. */
const OWN_USE_MS = 5 * 60_000;

/** After a lost answer: the one token of that name and those policies that was not there before. */
export function madeNow(found: readonly Token[], args: TokenState): Token | undefined {
  const [only, ...more] = found.filter((token) => samePolicies(fromWire(token).policies, args.policies));
  return more.length === 0 ? only : undefined;
}

/** Nothing proves whose the tokens are that had the name before this run: one may be an interrupted run's. */
export function candidatesRefused(found: readonly Token[], args: TokenState): void {
  if (found.length === 0) return;
  throw new LifecycleError(
    `${found.length === 1 ? "A token" : `${found.length} tokens`} named ${JSON.stringify(args.name)} exist${found.length === 1 ? "s" : ""} ` +
      `already, and a name proves nothing about who made ${found.length === 1 ? "it" : "them"}:\n${candidates(found)}\n` +
      "No token was made or changed. If an interrupted run of this program made one of them, set `adopt` to its id (its value is " +
      "rolled: whoever uses it now is cut off) or remove it; otherwise choose another name, or leave `name` out.",
  );
}

/**
 * The left-over of an interrupted rotation, among tokens whose names prove whose they are: the one that `adopt` names, or the
 * only one, where nobody uses it. One in use was published, so that the state is older than it.
 */
export function unpublished(found: readonly Token[], adopt: string | undefined): Token | undefined {
  const [only, ...more] = found;
  const named = found.find(({ id }) => id === adopt);
  if (named ?? !only) return named;
  if (more.length === 0 && !usedByOthers(only)) return only;
  throw new LifecycleError(
    `The token that succeeds this one exists already, and ${more.length > 0 ? "there are several" : "it is in use"}:\n` +
      `${candidates(found)}\n` +
      "Is the state older than that, restored from a backup perhaps? No token was made or changed. Set `adopt` to the id of the " +
      "one to take over (its value is rolled: whoever uses it now is cut off), or remove them.",
  );
}

export function usedByOthers({ last_used_on: used, modified_on, issued_on }: Token): boolean {
  if (!used) return false;
  const own = Date.parse(used) - Date.parse(modified_on ?? issued_on ?? "") <= OWN_USE_MS;
  return !own;
}

/** The token that `adopt` names. */
export async function adopted(client: EdgeClient, owner: TokenOwner, id: string): Promise<Token> {
  const token = await unlessNotFound(client.tokens.get(owner, id));
  if (token) return token;
  throw new LifecycleError(
    `adopt names the token ${id}, and there is none of that id: correct it, or leave adopt out.`,
  );
}

/** How to find and take the token that a lost answer told of. */
export interface Search {
  /** Tokens that might be it, as they were before the POST. */
  readonly before: readonly Token[];
  readonly look: () => Promise<Token[]>;
  /** The one that was made, among those that were not there before. */
  readonly choose: (found: readonly Token[]) => Token | undefined;
  /** Makes it ours, value included. */
  readonly take: (token: Token) => Promise<TokenWithValue>;
}

/** Makes a token; if the answer is lost, finds what was made, so that it is never made twice. */
export async function foundOrMade(
  client: EdgeClient,
  owner: TokenOwner,
  args: TokenState,
  { before, look, choose, take }: Search,
): Promise<TokenWithValue> {
  try {
    return await client.tokens.create(owner, toWire(args));
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    const after = await look();
    const made = choose(after.filter((token) => !before.some(({ id }) => id === token.id)));
    if (!made) throw error;
    return take(made);
  }
}

/** An existing token that is to be ours: first what it may do, so that its value is rolled as the last of it. */
export async function conformed(
  client: EdgeClient,
  owner: TokenOwner,
  token: Token,
  args: TokenState,
): Promise<Token> {
  if (sameToken(fromWire(token), args)) return token;
  return changingTokens(client, owner, () => client.tokens.replace(owner, token.id, toReplacement(args)));
}

export async function rollForValue(client: EdgeClient, owner: TokenOwner, id: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await changingTokens(client, owner, () => client.tokens.roll(owner, id));
    } catch (error) {
      if (attempt === ROLLS || !mayHaveHappened(error)) throw error;
    }
  }
}

function candidates(found: readonly Token[]): string {
  return found
    .map(
      ({ id, issued_on, last_used_on }) =>
        `  ${id}  issued ${issued_on ?? "?"}, last used ${last_used_on ?? "never"}`,
    )
    .join("\n");
}
