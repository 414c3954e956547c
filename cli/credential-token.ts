import type { PermissionGroup, Token } from "../provider/api";
import { createClient, isPermissionError, type EdgeClient, type TokenOwner } from "../provider/client";
import { readToken, verifyOwnToken } from "../provider/lifecycle/foresight/credential";
import { publishedGroups } from "../provider/tokens";
import { CommandError } from "./question";
import { UsageError } from "./usage-error";

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
  const {
    verification: { id },
    owner,
  } = await verifyOwnToken(held);
  const token = (await readToken(reader, owner, id)) ?? (await readToken(held, owner, id));
  if (token) return { token, owner };
  throw new CommandError(
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
