import { failures } from "../failures";
import type { Platform } from "../platform";
import type { StoredTokenOwner } from "../store/tokens";
import { USER } from "../user";

const ID = /^[0-9a-f]{32}$/;

/** Refuses a resource key that names no resource, or a resource outside the owner's account or user. @throws Failure */
export function checkResourceKey(
  platform: Platform,
  owner: StoredTokenOwner,
  key: string,
  pointer: string,
): void {
  // The hosted API answers this one mistake as a missing permission.
  if (owner.startsWith("user:") && key === `com.${platform.vendor}.edge.r2.bucket.*`)
    throw failures.unauthorized();
  const why = whyInvalid(platform, owner, key);
  if (why !== undefined)
    throw failures.invalidTokenRequest(`'${key}' is not a valid resource: ${why}`, pointer);
}

function whyInvalid(platform: Platform, owner: StoredTokenOwner, key: string): string | undefined {
  const prefix = `com.${platform.vendor}.`;
  if (!key.startsWith(prefix)) return `keys start with ${prefix}`;
  const parts = key.slice(prefix.length).split(".");
  const id = parts.pop() ?? "";
  const account = owner.startsWith("account:") ? owner.slice("account:".length) : undefined;
  switch (parts.join(".")) {
    case "api.user":
      if (account !== undefined) return "an account's token cannot work on a user";
      return id === USER.id ? undefined : "only the calling user itself may be named";
    case "api.account":
      return whyInvalidAccount(platform, id, account);
    case "api.account.zone":
      return whyInvalidZone(platform, id, account);
    case "edge.r2.bucket":
      return id === "*" ? "a bucket is named in full" : undefined;
    default:
      return "the type is none of user, account, zone and bucket";
  }
}

function whyInvalidAccount(platform: Platform, id: string, only: string | undefined): string | undefined {
  if (id === "*") return undefined;
  if (!ID.test(id)) return "an id has 32 lower-case hexadecimal digits";
  if (!platform.store.accounts.get(id)) return "there is no such account";
  return only === undefined || only === id ? undefined : "it is another account than the token's";
}

function whyInvalidZone(platform: Platform, id: string, only: string | undefined): string | undefined {
  if (id === "*") return undefined;
  if (!ID.test(id)) return "an id has 32 lower-case hexadecimal digits";
  const zone = platform.store.zones.get(id);
  if (!zone) return "there is no such zone";
  return only === undefined || only === zone.account_id
    ? undefined
    : "it belongs to another account than the token";
}
