import { timingSafeEqual } from "node:crypto";
import {
  ErrorCode,
  type Operation,
  type OperationName,
  type PermissionScope,
  type Phase,
  type Policy,
  requirementsOf,
  scopeType,
} from "../provider/api";
import {
  type AccessAlternative,
  type AccessDecision,
  alternativesOn,
  decideAccess,
  ipAllowed,
} from "../provider/tokens";
import { seconds } from "./clock";
import { type Failure, failures } from "./failures";
import { sha256, USER } from "./ids";
import type { Platform } from "./platform";
import type { StoredRulesetScope } from "./store/rulesets";
import type { StoredToken, StoredTokenOwner } from "./store/tokens";
import type { Store } from "./store";

/** Seconds between two writes of a token's `last_used_on`, so that most reads cause no write. */
const LAST_USED_INTERVAL = 60;

/** An older key of hexadecimal digits, or a newer one with a prefix. */
const API_KEY = /^([0-9a-f]{32,64}|cfk_[A-Za-z0-9]{40,76})$/;

/** Who sent a request, with the policies that apply. */
export interface Requester {
  readonly policies: readonly Policy[];
  readonly owner: StoredTokenOwner;
  /** Absent for requests with email and key. */
  readonly token?: StoredToken;
}

interface Credentials {
  readonly authorization: string | undefined;
  readonly email: string | undefined;
  readonly key: string | undefined;
  /** The peer address of the connection. Headers such as X-Forwarded-For are ignored. */
  readonly address: string;
}

type AuthErrors = Pick<Operation, "errorStyle" | "verifiesToken">;

/** Returns who sent a request. @throws Failure in the words of `operation` */
export function authenticate(platform: Platform, credentials: Credentials, operation: AuthErrors): Requester {
  const { authorization, email, key } = credentials;
  if (authorization !== undefined) return authenticateToken(platform, credentials, operation);
  if (email === undefined || key === undefined) throw failures.missingHeaders();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw failures.malformedHeader(ErrorCode.invalidEmailFormat, "X-Auth-Email");
  }
  if (!API_KEY.test(key)) throw failures.malformedHeader(ErrorCode.invalidKeyFormat, "X-Auth-Key");
  if (email !== USER.email || !isSameSecret(key, platform.store.settings.get("apiKey") ?? "")) {
    throw failures.unknownKey();
  }
  return { policies: allPolicies(platform), owner: `user:${USER.id}` };
}

/** Returns the key of a rate limit: the user's key and tokens share one, each account token has its own. */
export function rateLimitKey({ store }: Platform, authorization: string | undefined): string {
  const value = bearerValue(authorization ?? "");
  const token = value === undefined ? undefined : store.tokens.getByValueHash(sha256(value));
  return token?.owner.startsWith("account:") ? token.id : `user:${USER.id}`;
}

/** Returns the status that the API reports: an active token past its `expires_on` is `expired`. */
export function statusOf(token: StoredToken, now: Date): string {
  const expired = token.expiresOn !== null && Date.parse(token.expiresOn) <= now.getTime();
  return expired && token.status === "active" ? "expired" : token.status;
}

export function isBeforeStart({ notBefore }: StoredToken, now: Date): boolean {
  return notBefore !== null && Date.parse(notBefore) > now.getTime();
}

function authenticateToken(
  platform: Platform,
  { authorization = "", address }: Credentials,
  operation: AuthErrors,
): Requester {
  const value = bearerValue(authorization);
  if (value === undefined) {
    throw failures.malformedHeader(ErrorCode.invalidAuthorizationFormat, "Authorization");
  }
  const token = platform.store.tokens.getByValueHash(sha256(value));
  if (!token) throw invalidToken(operation);
  const now = platform.clock.now();
  if (!ipAllowed(token.condition, address)) {
    platform.log(`refused: token ${token.id} may not be used from ${address} by its condition`);
    throw failures.wrongLocation(address);
  }
  const reason = operation.verifiesToken ? undefined : whyUnusable(token, now);
  if (reason !== undefined) {
    platform.log(`refused: token ${token.id} ${reason}`);
    throw invalidToken(operation);
  }
  updateLastUsed(platform, token, now);
  return { policies: token.policies, owner: token.owner, token };
}

/** Returns undefined unless the value has the length and the characters of a token. */
function bearerValue(authorization: string): string | undefined {
  return /^Bearer +([A-Za-z0-9_-]{40,80})$/i.exec(authorization)?.[1];
}

function invalidToken({ errorStyle, verifiesToken }: AuthErrors): Failure {
  if (verifiesToken) return failures.invalidTokenAtVerify();
  return errorStyle === "rulesets" ? failures.authentication() : failures.invalidAccessToken();
}

function whyUnusable(token: StoredToken, now: Date): string | undefined {
  const status = statusOf(token, now);
  if (status !== "active") return `is ${status}`;
  return isBeforeStart(token, now) ? `is not valid before ${token.notBefore}` : undefined;
}

function updateLastUsed(platform: Platform, token: StoredToken, now: Date): void {
  const last = token.lastUsedOn === null ? -Infinity : Date.parse(token.lastUsedOn);
  if (Math.abs(now.getTime() - last) >= LAST_USED_INTERVAL * 1000)
    platform.store.tokens.updateLastUsed(token.id, seconds(now));
}

function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(expected)));
}

/** Returns policies that allow everything: those of the API key and of the bootstrap token. */
export function allPolicies({ store, vendor }: { readonly store: Store; readonly vendor: string }): Policy[] {
  const groups = store.permissionGroups.list();
  const policy = (scope: PermissionScope, key: string): Policy => ({
    effect: "allow",
    resources: { [`${scopeType(scope, vendor)}.${key}`]: "*" },
    permission_groups: groups.filter((group) => group.scope === scope).map(({ id, name }) => ({ id, name })),
  });
  return [policy("user", USER.id), policy("account", "*"), policy("zone", "*")];
}

/** An account, or a zone with its account. */
export type AccountOrZone =
  | { readonly type: "account"; readonly id: string }
  | { readonly type: "zone"; readonly id: string; readonly accountId: string };

/** The resource that an operation works on. */
export type TargetResource = { readonly type: "user" } | AccountOrZone;

/** Lists the alternatives that grant access to an operation. An empty list means that every requester has access. */
export function needsOf(
  operation: OperationName,
  target: TargetResource,
  phase?: Phase,
): AccessAlternative[] {
  const resource = target.type === "user" ? ({ type: "user", id: USER.id } as const) : target;
  return alternativesOn(resource, requirementsOf(operation, target.type, phase));
}

export function decide(
  { store, vendor }: Platform,
  requester: Requester,
  needs: readonly AccessAlternative[],
): AccessDecision {
  return decideAccess(requester.policies, needs, store.permissionGroups.byId(), vendor);
}

export function scopeOf(place: AccountOrZone): StoredRulesetScope {
  return `${place.type}:${place.id}`;
}
