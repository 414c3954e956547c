import type { Token } from "../api";
import { mayHaveHappened, type EdgeClient, type TokenOwner } from "../client";
import { fromWire, samePolicies, sameToken, toReplacement, type TokenArgs } from "../tokens";
import { LifecycleError } from "./lifecycle";
import { unlessNotFound } from "./not-found";
import { changingTokens } from "./token-lists";

/** A roll whose answer is lost is made again: the value that nobody saw has ended with it. */
const ROLLS = 3;

/**
 * The left-over of an attempt whose answer or process was lost: the same name, the same policies, never used.
 * Anything else of that name may be somebody's, so it is never rolled without being named.
 */
export function leftOver(found: readonly Token[], args: TokenArgs): Token | undefined {
  if (found.length === 0) return undefined;
  const ours = found.filter(
    (token) => !token.last_used_on && samePolicies(fromWire(token).policies, args.policies),
  );
  const [only] = ours;
  if (only && ours.length === 1 && found.length === 1) return only;
  const list = found.map(
    (token) => `  ${token.id}  issued ${token.issued_on ?? "?"}, last used ${token.last_used_on ?? "never"}`,
  );
  throw new LifecycleError(
    `${found.length === 1 ? "A token" : `${found.length} tokens`} named ${JSON.stringify(args.name)} exist${found.length === 1 ? "s" : ""} ` +
      `already, and nothing proves that this resource made ${found.length === 1 ? "it" : "one of them"}:\n${list.join("\n")}\n` +
      "No token was made or changed. Set `adopt` to the id of the one to take over (its value is rolled: whoever uses it now is " +
      "cut off), remove them, or choose another name.",
  );
}

/** The token that `adopt` names. */
export async function adopted(client: EdgeClient, owner: TokenOwner, id: string): Promise<Token> {
  const token = await unlessNotFound(client.tokens.get(owner, id));
  if (token) return token;
  throw new LifecycleError(
    `adopt names the token ${id}, and there is none of that id: correct it, or leave adopt out.`,
  );
}

/** An existing token that is to be ours: first what it may do, so that its value is rolled as the last of it. */
export async function conformed(
  client: EdgeClient,
  owner: TokenOwner,
  token: Token,
  args: TokenArgs,
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
