import { z } from "zod";
import { timestamp, type TokenState } from "../../tokens";
import type { Properties } from "../lifecycle";
import { unlessNotFound } from "../unless-not-found";
import { getToken, isDead, removeToken, replaceToken, type OwnerTokens } from "./requests";

/** A token of an earlier generation, which expires at the end of the overlap. */
const Predecessor = z.object({ tokenId: z.string(), generation: z.number(), expiresOn: z.string() });
export type Predecessor = z.infer<typeof Predecessor>;

/** Returns the predecessors in the state, the oldest first. */
export function predecessorsOf(outputs: Properties): Predecessor[] {
  return z.array(Predecessor).catch([]).parse(outputs["previous"]);
}

/** Returns when a token expires that is succeeded now: after `overlap` milliseconds, or at the program's own end if that is earlier. */
export function endOfOverlap(expiresOn: string | undefined, overlap: number, now: Date): string {
  const end = now.getTime() + overlap;
  return timestamp(new Date(expiresOn === undefined ? end : Math.min(end, Date.parse(expiresOn))));
}

/**
 * Makes a predecessor the token that `args` describe, but with its own end. A dead token is left alone: a write could revive a
 * credential that somebody has ended.
 */
export async function expire(
  tokens: OwnerTokens,
  { tokenId, expiresOn }: Predecessor,
  args: TokenState,
): Promise<void> {
  const token = await getToken(tokens, tokenId);
  if (!token || isDead(token)) return;
  await unlessNotFound(replaceToken(tokens, tokenId, { ...args, expiresOn }));
}

/** Removes predecessors that have expired and returns the others. One that cannot be removed is dead already, and waits. */
export async function removeExpired(
  tokens: OwnerTokens,
  previous: readonly Predecessor[],
): Promise<Predecessor[]> {
  const now = tokens.context.now().getTime();
  const left: Predecessor[] = [];
  for (const one of previous) {
    const isGone = Date.parse(one.expiresOn) <= now && (await tryToRemove(tokens, one.tokenId));
    if (!isGone) left.push(one);
  }
  return left;
}

async function tryToRemove(tokens: OwnerTokens, tokenId: string): Promise<boolean> {
  try {
    await removeToken(tokens, tokenId);
    return true;
  } catch {
    return false;
  }
}
