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

/** A token, and whose it is. */
export interface OwnedToken {
  readonly token: Token;
  readonly owner: TokenOwner;
}

/** A client that calls with the value in a variable, at the same address. @throws UsageError */
export function clientWithValueOf(client: EdgeClient, variable: string): EdgeClient {
  const token = process.env[variable];
  if (!token) throw new UsageError(`The variable ${variable} is not set: it is to hold a token's value.`);
  return createClient({ ...client.settings, credential: { kind: "token", token, source: variable } });
}

/**
 * The token that `held` calls with, read by `reader`, or by itself where that may. Undefined for email and key, which may do all
 * that their user may.
 */
export async function credentialToken(reader: EdgeClient, held: EdgeClient): Promise<OwnedToken | undefined> {
  if (held.settings.credential?.kind === "key") return undefined;
  const { id, owner } = await verifiedId(held);
  const token = (await readToken(reader, owner, id)) ?? (await readToken(held, owner, id));
  if (token) return { token, owner };
  throw new UnansweredError(
    `The token ${id} (from ${held.settings.credential?.source ?? ""}) exists, but no credential here may read what it may do ` +
      '("API Tokens Read", or "Account API Tokens Read" for a token of an account). Call with one that may, and name the variable ' +
      "that holds this one's value: --value-from-env NAME.",
  );
}

/** The groups that the API lists, or those that are published where the credential may not read the list. */
export async function knownGroups(client: EdgeClient, owner: TokenOwner): Promise<PermissionGroup[]> {
  try {
    return await client.tokens.permissionGroups(owner);
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    return publishedGroups(client.settings.vendor);
  }
}

/** By the user's route, and by the account's where there is a default account: a token is known to one of them. */
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
