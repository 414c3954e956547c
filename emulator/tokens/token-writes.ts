import { KNOWN_GROUPS_BY_ID, type Policy, type TokenCreate, type TokenReplace } from "../../provider/api";
import { seconds } from "../clock";
import { failures } from "../failures";
import { sha256 } from "../ids";
import type { Platform } from "../platform";
import type { StoredToken, StoredTokenOwner } from "../store/tokens";
import { checkTokenRequest } from "./check-token-request";

const LIMITS = { user: 50, account: 500 } as const;

/** Creates and stores a token. The value is returned once and stored only as a hash. @throws Failure */
export function createToken(
  platform: Platform,
  owner: StoredTokenOwner,
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
    status: body.status ?? "active",
    issuedOn: now,
    modifiedOn: now,
    lastUsedOn: null,
  };
  platform.store.tokens.create(token, sha256(value));
  return { token, value };
}

/** Returns the token after a PUT, which resets every omitted member except the status. @throws Failure */
export function replacedToken(platform: Platform, existing: StoredToken, body: TokenReplace): StoredToken {
  checkTokenRequest(platform, existing.owner, body);
  return {
    ...existing,
    ...contentOf(platform, body, existing.policies),
    status: body.status ?? existing.status,
    modifiedOn: seconds(platform.clock.now()),
  };
}

export function newTokenValue({ ids }: Platform, owner: StoredTokenOwner): string {
  return ids.newSecret(owner.startsWith("user:") ? "cfut_" : "cfat_");
}

function checkCount(platform: Platform, owner: StoredTokenOwner): void {
  const limit = owner.startsWith("user:") ? LIMITS.user : LIMITS.account;
  if (platform.strictLimits && platform.store.tokens.count(owner) >= limit) {
    throw failures.invalidTokenRequest(`The limit of ${limit} API tokens is reached`);
  }
}

/** A policy of a PUT that names no id and equals one of `existing` keeps the id of that policy. */
function contentOf(platform: Platform, body: TokenCreate | TokenReplace, existing: readonly Policy[] = []) {
  const policies: TokenReplace["policies"] = body.policies;
  const left = [...existing];
  const idOf = (policy: Policy): string => {
    const equal = left.findIndex((one) => policyKey(one) === policyKey(policy));
    const [kept] = equal < 0 ? [] : left.splice(equal, 1);
    return policy.id ?? kept?.id ?? platform.ids.newId();
  };
  return {
    name: body.name,
    notBefore: utc(body.not_before),
    expiresOn: utc(body.expires_on),
    condition: body.condition ?? null,
    // The API returns policies in another order than they were sent. Here it is the reverse order.
    policies: policies.toReversed().map((policy) => ({
      id: idOf(policy),
      effect: policy.effect,
      resources: policy.resources,
      permission_groups: policy.permission_groups.map(({ id, meta }) => ({
        id,
        // The id is known to exist. A name in the request is ignored.
        name: KNOWN_GROUPS_BY_ID.get(id)?.name ?? id,
        ...(meta && { meta }),
      })),
    })),
  };
}

/** Equal for policies that grant the same, in whatever order they say it. */
function policyKey({ effect, resources, permission_groups: groups }: Policy): string {
  const keys = Object.entries(resources)
    .map(([key, value]) => [key, value === "*" ? value : Object.keys(value).sort()])
    .sort();
  return JSON.stringify([effect, keys, groups.map(({ id }) => id).sort()]);
}

function utc(time: string | null | undefined): string | null {
  return time == null ? null : seconds(new Date(time));
}
