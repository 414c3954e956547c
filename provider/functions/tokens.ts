import type { PermissionGroup } from "../api";
import { scopeType, type PermissionScope } from "../api/plain";
import type { TokenOwner } from "../client";
import { asOutput, lookUp, type LookupOptions } from "./lookup";

export interface OwnerArgs extends LookupOptions {
  /** The account's own tokens. Default: those of the calling user. */
  accountId?: string;
}

export interface PermissionGroupResult {
  readonly id: string;
  /** Not unique: the same name may stand in several scopes. */
  readonly name: string;
  /** Resource types, such as `com.<vendor>.api.account.zone`. */
  readonly scopes: readonly string[];
}

export interface GetPermissionGroupsArgs extends OwnerArgs {
  /** Only groups of exactly this name. */
  name?: string;
  /** Only groups that act on this type of resource. */
  scope?: PermissionScope;
}

/** The permission groups that a token may carry, in the API's order. */
export async function getPermissionGroups(
  args: GetPermissionGroupsArgs = {},
): Promise<PermissionGroupResult[]> {
  return lookUp(args, async (client) => {
    const type = args.scope === undefined ? undefined : scopeType(args.scope, client.settings.vendor);
    const matches = (group: PermissionGroup): boolean =>
      (args.name === undefined || group.name === args.name) &&
      (type === undefined || group.scopes.includes(type));
    // Filtered here: the API's own filters are newer than some of its deployments, and want an exact encoding.
    const groups = await client.tokens.permissionGroups(ownerOf(args));
    return groups.filter(matches).map(({ id, name, scopes }) => ({ id, name, scopes }));
  });
}
/** The output form of {@link getPermissionGroups}. */
export const getPermissionGroupsOutput = asOutput(getPermissionGroups);

export interface TokenVerificationResult {
  readonly id: string;
  /** `active`, `disabled` or `expired`. */
  readonly status: string;
  readonly notBefore: string | undefined;
  readonly expiresOn: string | undefined;
}

/** What the API says of the token that this program calls with. Throws LookupError when it is not valid. */
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
