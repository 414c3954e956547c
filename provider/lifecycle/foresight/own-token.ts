import type { Token, TokenVerification } from "../../api";
import {
  isAuthenticationError,
  isNotFound,
  isPermissionError,
  type EdgeClient,
  type TokenOwner,
} from "../../client";

/** The answer to a verification, and the owner at whose route the token is known. */
export interface VerifiedToken {
  readonly verification: TokenVerification;
  readonly owner: TokenOwner;
}

/** Verifies the token of a client at the user's route, then at that of the default account: only one of them knows a token. */
export async function verifyOwnToken(client: EdgeClient): Promise<VerifiedToken> {
  const user = { user: true } as const;
  try {
    return { verification: await client.tokens.verify(user), owner: user };
  } catch (error) {
    const { accountId } = client.settings;
    if (accountId === undefined || !isAuthenticationError(error)) throw error;
    const owner = { accountId };
    return { verification: await client.tokens.verify(owner), owner };
  }
}

/** Reads a token with its policies; returns undefined if the credential of the client may not. */
export async function readToken(
  client: EdgeClient,
  owner: TokenOwner,
  id: string,
): Promise<Token | undefined> {
  try {
    return await client.tokens.get(owner, id);
  } catch (error) {
    if (isPermissionError(error) || isNotFound(error)) return undefined;
    throw error;
  }
}
