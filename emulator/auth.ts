import { timingSafeEqual } from "node:crypto";
import { ErrorCode, type Policy } from "../provider/api";
import { ipAllowed } from "../provider/tokens";
import { seconds } from "./clock";
import { failures, type Failure } from "./failures";
import { sha256 } from "./ids";
import { allPolicies } from "./permission-groups";
import type { Platform } from "./platform";
import type { StoredToken, TokenOwner } from "./store/tokens";
import { USER } from "./user";

/** `last_used_on` is written again only this many seconds later: a read need not cost a write. */
const USE_GRAIN = 60;

/** Who calls, and what it may do. */
export interface Caller {
  readonly policies: readonly Policy[];
  readonly owner: TokenOwner;
  /** Absent for email and key. */
  readonly token?: StoredToken;
}

export interface Credentials {
  readonly authorization: string | undefined;
  readonly email: string | undefined;
  readonly key: string | undefined;
  /** The address at the other end of the connection; headers about it are not believed. */
  readonly address: string;
}

/** What a route does with a token that is unknown, or no longer good. */
export type AuthStyle = "verify" | "sub-resource" | "other";

/** @throws Failure */
export function authenticate(platform: Platform, credentials: Credentials, style: AuthStyle): Caller {
  const { authorization, email, key } = credentials;
  if (authorization !== undefined) return tokenCaller(platform, credentials, style);
  if (email === undefined || key === undefined) throw failures.missingHeaders();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw failures.malformedHeader(ErrorCode.invalidEmailFormat, "X-Auth-Email");
  }
  if (!/^[A-Za-z0-9_-]+$/.test(key)) throw failures.malformedHeader(ErrorCode.invalidKeyFormat, "X-Auth-Key");
  if (email !== USER.email || !same(key, platform.store.settings.get("apiKey") ?? "")) {
    throw failures.unknownKey();
  }
  return { policies: allPolicies(platform.vendor), owner: `user:${USER.id}` };
}

/** Whose requests a rate limit counts together: by the token's owner, or by the token where that is an account. */
export function bearerOwner({ store }: Platform, authorization: string | undefined): string {
  const value = bearerValue(authorization ?? "");
  const token = value === undefined ? undefined : store.tokens.getByValueHash(sha256(value));
  return token?.owner.startsWith("account:") ? token.id : `user:${USER.id}`;
}

/** As a token shows it: an end in the past counts, whatever was set. */
export function statusOf(token: StoredToken, now: Date): string {
  const ended = token.expiresOn !== null && Date.parse(token.expiresOn) <= now.getTime();
  return ended && token.status === "active" ? "expired" : token.status;
}

function tokenCaller(
  platform: Platform,
  { authorization = "", address }: Credentials,
  style: AuthStyle,
): Caller {
  const value = bearerValue(authorization);
  if (value === undefined) {
    throw failures.malformedHeader(ErrorCode.invalidAuthorizationFormat, "Authorization");
  }
  const token = platform.store.tokens.getByValueHash(sha256(value));
  if (!token) throw unknown(style);
  const now = platform.clock.now();
  if (!ipAllowed(token.condition, address)) {
    platform.log(`refused: token ${token.id} may not be used from ${address} by its condition`);
    throw failures.wrongLocation(address);
  }
  const fault = style === "verify" ? undefined : whyUnusable(token, now);
  if (fault !== undefined) {
    platform.log(`refused: token ${token.id} ${fault}`);
    throw unknown(style);
  }
  noteUse(platform, token, now);
  return { policies: token.policies, owner: token.owner, token };
}

function bearerValue(authorization: string): string | undefined {
  return /^Bearer +([A-Za-z0-9_-]+)$/i.exec(authorization)?.[1];
}

function unknown(style: AuthStyle): Failure {
  if (style === "verify") return failures.invalidTokenAtVerify();
  return style === "sub-resource" ? failures.authentication() : failures.invalidAccessToken();
}

function whyUnusable(token: StoredToken, now: Date): string | undefined {
  const status = statusOf(token, now);
  if (status !== "active") return `is ${status}`;
  const early = token.notBefore !== null && Date.parse(token.notBefore) > now.getTime();
  return early ? `is not valid before ${token.notBefore}` : undefined;
}

function noteUse(platform: Platform, token: StoredToken, now: Date): void {
  const last = token.lastUsedOn === null ? -Infinity : Date.parse(token.lastUsedOn);
  if (Math.abs(now.getTime() - last) >= USE_GRAIN * 1000)
    platform.store.tokens.noteUse(token.id, seconds(now));
}

function same(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(expected)));
}
