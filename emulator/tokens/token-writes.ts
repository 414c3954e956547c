import { type Policy, type TokenCreate, type TokenReplace } from "../../provider/api";
import { seconds } from "../clock";
import { failures } from "../failures";
import { sha256, USER } from "../ids";
import type { Platform } from "../platform";
import type { StoredToken, StoredTokenOwner } from "../store/tokens";

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
  const groups = platform.store.permissionGroups.byId();
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
        name: groups.get(id)?.name ?? id,
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

type Policies = TokenCreate["policies"];

/** Checks what the schema cannot express. @throws Failure */
function checkTokenRequest(
  platform: Platform,
  owner: StoredTokenOwner,
  body: TokenCreate | TokenReplace,
): void {
  checkWindow(body, platform.clock.now());
  checkCondition(body.condition);
  if (body.policies.length === 0 && owner.startsWith("user:")) {
    throw failures.invalidTokenRequest("A token needs at least one policy", "/policies");
  }
  checkPolicies(platform, owner, body.policies);
}

function checkWindow({ not_before: start, expires_on: end }: TokenCreate | TokenReplace, now: Date): void {
  if (end == null) return;
  if (start != null && Date.parse(end) <= Date.parse(start)) {
    throw failures.invalidTokenRequest(`expires_on ${end} is not after not_before ${start}`, "/expires_on");
  }
  if (Date.parse(end) <= now.getTime()) {
    throw failures.invalidTokenRequest(`expires_on ${end} is in the past`, "/expires_on");
  }
}

function checkCondition(condition: TokenCreate["condition"]): void {
  if (condition?.["request.ip"] && condition.request_ip) {
    throw failures.invalidTokenRequest(
      "condition has both request.ip and request_ip: send one",
      "/condition",
    );
  }
}

function checkPolicies(platform: Platform, owner: StoredTokenOwner, policies: Policies): void {
  policies.forEach((policy, index) => {
    const at = `/policies/${index}`;
    const keys = Object.entries(policy.resources);
    if (keys.length === 0)
      throw failures.invalidTokenRequest("A policy needs at least one resource", `${at}/resources`);
    for (const [key, value] of keys) {
      checkResourceKey(platform, owner, key, `${at}/resources`);
      if (value !== "*") checkNested(platform, owner, key, value, `${at}/resources`);
    }
    if (policy.permission_groups.length === 0) {
      throw failures.invalidTokenRequest(
        "A policy needs at least one permission group",
        `${at}/permission_groups`,
      );
    }
    policy.permission_groups.forEach(({ id }, group) => {
      if (!platform.store.permissionGroups.byId().has(id)) {
        const pointer = `${at}/permission_groups/${group}/id`;
        throw failures.invalidTokenRequest(`There is no permission group with id '${id}'`, pointer);
      }
    });
  });
}

function checkNested(
  platform: Platform,
  owner: StoredTokenOwner,
  key: string,
  inner: Readonly<Record<string, "*">>,
  pointer: string,
): void {
  const account = `com.${platform.vendor}.api.account.`;
  const zone = `${account}zone.`;
  const keys = Object.keys(inner);
  if (!key.startsWith(account) || key.startsWith(zone) || keys.length === 0) {
    throw failures.invalidTokenRequest(
      `'${key}' takes "*": only the key of an account takes zones below it`,
      pointer,
    );
  }
  for (const below of keys) {
    if (!below.startsWith(zone)) {
      throw failures.invalidTokenRequest(`'${below}' cannot stand below an account: only zones can`, pointer);
    }
    checkResourceKey(platform, owner, below, pointer);
  }
}

const ID = /^[0-9a-f]{32}$/;

/** Refuses a resource key that names no resource, or a resource outside the owner's account or user. @throws Failure */
function checkResourceKey(platform: Platform, owner: StoredTokenOwner, key: string, pointer: string): void {
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
