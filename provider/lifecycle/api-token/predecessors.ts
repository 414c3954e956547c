import { z } from "zod";
import type { EdgeClient, TokenOwner } from "../../client";
import { timestamp, toReplacement, type TokenState } from "../../tokens";
import type { Properties } from "../lifecycle";
import { unlessNotFound } from "../unless-not-found";
import { changingTokens } from "./lists";
import { isDead } from "./status";

/** A token that had been the resource's, and ends. */
export const Predecessor = z.object({ tokenId: z.string(), generation: z.number(), expiresOn: z.string() });
export type Predecessor = z.infer<typeof Predecessor>;

/** Those that the state knows of, the oldest first. */
export function predecessorsOf(outputs: Properties): Predecessor[] {
  return z.array(Predecessor).catch([]).parse(outputs["previous"]);
}

/** When a token ends that is succeeded now: both are good for `overlap` milliseconds, but for an end of the program's own. */
export function endOfOverlap(expiresOn: string | undefined, overlap: number, now: Date): string {
  const end = now.getTime() + overlap;
  return timestamp(new Date(expiresOn === undefined ? end : Math.min(end, Date.parse(expiresOn))));
}

/**
 * Makes a token what `args` say, with its end. One that is gone, or dead, stays so: to write to it could bring a credential
 * back that somebody has ended.
 */
export async function ended(
  client: EdgeClient,
  owner: TokenOwner,
  { tokenId, expiresOn }: Predecessor,
  args: TokenState,
): Promise<void> {
  const token = await unlessNotFound(client.tokens.get(owner, tokenId));
  if (!token || isDead(token)) return;
  await changingTokens(client, owner, () =>
    unlessNotFound(client.tokens.replace(owner, tokenId, toReplacement({ ...args, expiresOn }))),
  );
}

/** Removes those that have ended, and gives back the others. One that cannot be removed is dead already: it waits for the next time. */
export async function tidied(
  client: EdgeClient,
  owner: TokenOwner,
  previous: readonly Predecessor[],
  now: Date,
): Promise<Predecessor[]> {
  const left: Predecessor[] = [];
  for (const one of previous) {
    const gone = Date.parse(one.expiresOn) <= now.getTime() && (await removed(client, owner, one.tokenId));
    if (!gone) left.push(one);
  }
  return left;
}

async function removed(client: EdgeClient, owner: TokenOwner, tokenId: string): Promise<boolean> {
  try {
    await changingTokens(client, owner, () => unlessNotFound(client.tokens.remove(owner, tokenId)));
    return true;
  } catch {
    return false;
  }
}
