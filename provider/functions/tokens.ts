import type { PermissionGroup } from "../api";
import { scopeType, type PermissionScope } from "../api/plain";
import type { TokenOwner } from "../client";
import { asOutput, lookUp, type LookupOptions } from "./lookup";

/** The owner of tokens: an account, or by default the calling user. */
export interface OwnerArgs extends LookupOptions {
  /** The account that owns the tokens. Default: the calling user owns them. */
  accountId?: string;
}

/** A permission group. */
export interface PermissionGroupResult {
  readonly id: string;
  /** The name. Not unique: a name can exist in several scopes. */
  readonly name: string;
  /** The resource types that the group applies to, such as `com.<vendor>.api.account.zone`. */
  readonly scopes: readonly string[];
}

/** The filters of `getPermissionGroups`. */
export interface GetPermissionGroupsArgs extends OwnerArgs {
  /** Returns only groups with this exact name. */
  name?: string;
  /** Returns only groups that apply to this type of resource. */
  scope?: PermissionScope;
}

/** Returns the permission groups that a token can have, in the order of the API. */
export async function getPermissionGroups(
  args: GetPermissionGroupsArgs = {},
): Promise<PermissionGroupResult[]> {
  return lookUp(args, async (client) => {
    const type = args.scope === undefined ? undefined : scopeType(args.scope, client.settings.vendor);
    const matches = (group: PermissionGroup): boolean =>
      (args.name === undefined || group.name === args.name) &&
      (type === undefined || group.scopes.includes(type));
    // Filtered here, because some deployments of the API lack the filters, and others require an exact encoding.
    const groups = await client.tokens.permissionGroups(ownerOf(args));
    return groups.filter(matches).map(({ id, name, scopes }) => ({ id, name, scopes }));
  });
}
/** The output form of {@link getPermissionGroups}. */
export const getPermissionGroupsOutput = asOutput(getPermissionGroups);

/** The token of the calling credential. */
export interface TokenVerificationResult {
  readonly id: string;
  /** The status: `active`, `disabled` or `expired`. */
  readonly status: string;
  readonly notBefore: string | undefined;
  readonly expiresOn: string | undefined;
}

/**
 * Verifies the token that this program authenticates with, and returns its status and validity period.
 *
 * @throws LookupError if the token is invalid.
 */
export async function verifyToken(args: OwnerArgs = {}): Promise<TokenVerificationResult> {
  const { id, status, not_before, expires_on } = await lookUp(args, (client) =>
    client.tokens.verify(ownerOf(args)),
  );
  return { id, status, notBefore: not_before ?? undefined, expiresOn: expires_on ?? undefined };
}
/** The output form of {@link verifyToken}. */
export const verifyTokenOutput = asOutput(verifyToken);

function ownerOf(args: OwnerArgs): TokenOwner {
  return args.accountId === undefined ? { user: true } : { accountId: args.accountId };
}
