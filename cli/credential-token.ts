import type { PermissionGroup, Token } from "../provider/api";
import {
  createClient,
  isAuthenticationError,
  isNotFound,
  isPermissionError,
  type EdgeClient,
  type TokenOwner,
} from "../provider/client";
import { publishedGroups } from "../provider/tokens";
import { UnansweredError } from "./question";
import { UsageError } from "./usage-error";

/** A token and its owner. */
export interface OwnedToken {
  readonly token: Token;
  readonly owner: TokenOwner;
}

/** Returns a client for the same API with the token value in an environment variable. @throws UsageError */
export function clientWithValueOf(client: EdgeClient, variable: string): EdgeClient {
  const token = process.env[variable];
  if (!token) throw new UsageError(`The variable ${variable} is not set. Set it to the value of a token.`);
  return createClient({ ...client.settings, credential: { kind: "token", token, source: variable } });
}

/**
 * Returns the token that `held` calls with. Reads it with the credential of `reader`, or with the token itself if that has the
 * permission. Returns undefined for email and key, which have all permissions of their user.
 */
export async function credentialToken(reader: EdgeClient, held: EdgeClient): Promise<OwnedToken | undefined> {
  if (held.settings.credential?.kind === "key") return undefined;
  const { id, owner } = await verifiedId(held);
  const token = (await readToken(reader, owner, id)) ?? (await readToken(held, owner, id));
  if (token) return { token, owner };
  throw new UnansweredError(
    `The token ${id} (from ${held.settings.credential?.source ?? ""}) exists, but no available credential has the permission to ` +
      'read its policies ("API Tokens Read", or "Account API Tokens Read" for an account-owned token). Use a credential with that ' +
      "permission, and name the variable with this token's value: --value-from-env NAME.",
  );
}

/** Returns the permission groups of the API, or the published ones if the credential may not list them. */
export async function knownGroups(client: EdgeClient, owner: TokenOwner): Promise<PermissionGroup[]> {
  try {
    return await client.tokens.permissionGroups(owner);
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    return publishedGroups(client.settings.vendor);
  }
}

/** Tries the user's route, then the route of the default account: each token is known to only one of them. */
async function verifiedId(held: EdgeClient): Promise<{ id: string; owner: TokenOwner }> {
  const user = { user: true } as const;
  try {
    return { id: (await held.tokens.verify(user)).id, owner: user };
  } catch (error) {
    const { accountId } = held.settings;
    if (accountId === undefined || !isAuthenticationError(error)) throw error;
    const owner = { accountId };
    return { id: (await held.tokens.verify(owner)).id, owner };
  }
}

async function readToken(client: EdgeClient, owner: TokenOwner, id: string): Promise<Token | undefined> {
  try {
    return await client.tokens.get(owner, id);
  } catch (error) {
    if (isPermissionError(error) || isNotFound(error)) return undefined;
    throw error;
  }
}
