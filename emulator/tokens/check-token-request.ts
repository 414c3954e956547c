import { KNOWN_GROUPS_BY_ID, type TokenCreate, type TokenReplace } from "../../provider/api";
import { failures } from "../failures";
import type { Platform } from "../platform";
import type { StoredTokenOwner } from "../store/tokens";
import { checkResourceKey } from "./check-resource-key";

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
