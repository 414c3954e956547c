import { scopeType, type PermissionGroup } from "../api";
import type { PermissionScope } from "../api/permission-groups";
import type { TokenOwner } from "../client";
import type { LookupInvokeOptions } from "./invoke-options";
import { asOutput, lookUp, type LookupOptions } from "./lookup";

/** The owner of tokens: an account, or by default the calling user. */
export interface OwnerArgs extends LookupOptions {
  /** The account that owns the tokens. Default: the calling user owns them. */
  accountId?: string;
}

/** A permission group. */
export interface PermissionGroupResult {
  /** The id of the group. */
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
  opts?: LookupInvokeOptions,
): Promise<PermissionGroupResult[]> {
  return lookUp("getPermissionGroups", args, opts, async (client) => {
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
export const getPermissionGroupsOutput = asOutput("getPermissionGroups", getPermissionGroups);

/** A token that is valid. */
export interface TokenVerificationResult {
  /** The id of the token. */
  readonly id: string;
  /** The status: `active`, `disabled` or `expired`. */
  readonly status: string;
  /** When the token becomes valid: UTC; undefined without such a time. */
  readonly notBefore: string | undefined;
  /** When the token expires: UTC; undefined if it never does. */
  readonly expiresOn: string | undefined;
}

/** Which token `verifyToken` verifies. */
export interface VerifyTokenArgs extends OwnerArgs {
  /** The value of the token, such as the `value` of an `ApiToken`. Default: the token that this program authenticates with. */
  value?: string;
}

/**
 * Verifies the token that this program authenticates with, or another one by its value, and returns its status and validity period.
 * The value of a token that somebody rolled outside of Pulumi is invalid, although the token exists.
 *
 * @throws LookupError if the token is invalid. A value is tried for about 15 s, since the API may not accept a new token at once.
 */
export async function verifyToken(
  args: VerifyTokenArgs = {},
  opts?: LookupInvokeOptions,
): Promise<TokenVerificationResult> {
  const { value } = args;
  return lookUp("verifyToken", args, opts, async ({ tokens }) => {
    const owner = ownerOf(args);
    const verified = await (value === undefined ? tokens.verify(owner) : tokens.verifyValue(owner, value));
    const { id, status, not_before, expires_on } = verified;
    return { id, status, notBefore: not_before ?? undefined, expiresOn: expires_on ?? undefined };
  });
}
/** The output form of {@link verifyToken}. */
export const verifyTokenOutput = asOutput("verifyToken", verifyToken);

function ownerOf(args: OwnerArgs): TokenOwner {
  return args.accountId === undefined ? { user: true } : { accountId: args.accountId };
}

/** A user. */
export interface UserResult {
  /** The id of the user. */
  readonly id: string;
  /** The e-mail address; undefined if the API does not return it. */
  readonly email: string | undefined;
}

/**
 * Returns the user whose credential the program authenticates with.
 *
 * @throws LookupError if the credential is a token that an account owns.
 */
export async function getUser(args: LookupOptions = {}, opts?: LookupInvokeOptions): Promise<UserResult> {
  return lookUp("getUser", args, opts, async (client) => {
    const { id, email } = await client.user.get();
    return { id, email };
  });
}
/** The output form of {@link getUser}. */
export const getUserOutput = asOutput("getUser", getUser);
