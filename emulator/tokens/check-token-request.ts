import { KNOWN_GROUPS_BY_ID, type TokenCreate, type TokenReplace } from "../../provider/api";
import { failures } from "../failures";
import { USER } from "../ids";
import type { Platform } from "../platform";
import type { StoredTokenOwner } from "../store/tokens";

type Policies = TokenCreate["policies"];

/** Checks what the schema cannot express. @throws Failure */
export function checkTokenRequest(
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
      if (!KNOWN_GROUPS_BY_ID.has(id)) {
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
