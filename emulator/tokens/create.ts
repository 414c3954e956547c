import type { TokenCreate, TokenReplace } from "../../provider/api";
import { seconds } from "../clock";
import { failures } from "../failures";
import { sha256 } from "../ids";
import { GROUPS } from "../permission-groups";
import type { Platform } from "../platform";
import type { StoredToken, TokenOwner } from "../store/tokens";
import { checkTokenRequest } from "./check";

const LIMITS = { user: 50, account: 500 } as const;

/** Makes a token and stores it; its value is nowhere but in the answer. @throws Failure */
export function createToken(
  platform: Platform,
  owner: TokenOwner,
  body: TokenCreate,
  value = newTokenValue(platform, owner),
): { token: StoredToken; value: string } {
  checkTokenRequest(platform, owner, body);
  checkCount(platform, owner);
  const now = seconds(platform.clock.now());
  const token: StoredToken = {
    ...contentOf(platform, body),
    id: platform.ids.newId(),
    owner,
    status: "active",
    issuedOn: now,
    modifiedOn: now,
    lastUsedOn: null,
  };
  platform.store.tokens.create(token, sha256(value));
  return { token, value };
}

/** What PUT makes of a token: what the body leaves out is gone, but for the status. @throws Failure */
export function replacedToken(platform: Platform, existing: StoredToken, body: TokenReplace): StoredToken {
  checkTokenRequest(platform, existing.owner, body);
  return {
    ...existing,
    ...contentOf(platform, body),
    status: body.status ?? existing.status,
    modifiedOn: seconds(platform.clock.now()),
  };
}

export function newTokenValue({ ids }: Platform, owner: TokenOwner): string {
  return ids.newSecret(owner.startsWith("user:") ? "cfut_" : "cfat_");
}

function checkCount(platform: Platform, owner: TokenOwner): void {
  const limit = owner.startsWith("user:") ? LIMITS.user : LIMITS.account;
  if (platform.strictLimits && platform.store.tokens.count(owner) >= limit) {
    throw failures.invalidTokenRequest(`The limit of ${limit} API tokens is reached`);
  }
}

function contentOf(platform: Platform, body: TokenCreate | TokenReplace) {
  return {
    name: body.name,
    notBefore: body.not_before ?? null,
    expiresOn: body.expires_on ?? null,
    condition: body.condition ?? null,
    policies: body.policies.map((policy) => ({
      id: ("id" in policy ? policy.id : undefined) ?? platform.ids.newId(),
      effect: policy.effect,
      resources: policy.resources,
      permission_groups: policy.permission_groups.map(({ id, meta }) => ({
        id,
        // Checked to be known; a name that was sent is not looked at.
        name: GROUPS.get(id)?.name ?? id,
        ...(meta && { meta }),
      })),
    })),
  };
}
