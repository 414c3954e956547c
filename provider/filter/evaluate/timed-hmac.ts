import { concatenate, decodeBase64 } from "./byte-functions";
import { hmacSha256 } from "./hmac-sha256";
import { fromLatin1, toLatin1 } from "./latin1";
import { sameBytes } from "./runtime-value";
import { urlDecode } from "./url-decode";

/** The message with the separator, the second of issue, and the authentication code. The last fit counts. */
const TOKEN = /^(.+)([0-9]{10})-(.{43,})$/s;
/** 32 bytes in the URL-safe alphabet, without padding. */
const URL_SAFE_MAC = /^[A-Za-z0-9_-]{43}$/;

export interface TimedHmacCheck {
  readonly key: Uint8Array;
  /** Message, separator, ten digits, a hyphen and the code in Base64: `/a.jpg?verify=1484063787-IaLG…`. */
  readonly token: Uint8Array;
  /** Seconds. */
  readonly lifetime: bigint;
  /** Seconds since 1970, of the request. */
  readonly now: bigint;
  /** Bytes between message and time of issue. */
  readonly separatorLength: bigint;
  /** The code is in the URL-safe alphabet without padding. Otherwise it is Base64 that is URL-encoded. */
  readonly urlSafe: boolean;
}

/** Whether the code is that of message and time of issue, and the lifetime is not over. */
export function isTimedHmacValid(check: TimedHmacCheck): boolean {
  const { key, token, lifetime, now, separatorLength, urlSafe } = check;
  const [, front = "", issued = "", written = ""] = TOKEN.exec(toLatin1(token)) ?? [];
  const messageLength = front.length - Number(separatorLength);
  if (separatorLength < 0n || messageLength <= 0) return false;
  if (now >= BigInt(issued) + lifetime) return false;
  const code = decodeCode(written, urlSafe);
  const signed = concatenate([token.subarray(0, messageLength), fromLatin1(issued)]);
  return code !== undefined && sameBytes(code, hmacSha256(key, signed));
}

function decodeCode(written: string, urlSafe: boolean): Uint8Array | undefined {
  if (!urlSafe) return decodeBase64(urlDecode(fromLatin1(written), ""));
  return URL_SAFE_MAC.test(written) ? Buffer.from(written, "base64url") : undefined;
}
