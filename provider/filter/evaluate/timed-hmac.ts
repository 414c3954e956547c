import { createHmac } from "node:crypto";
import { decodeBase64 } from "./byte-functions";
import { fromLatin1, toLatin1 } from "./latin1";
import { sameBytes } from "./runtime-value";
import { urlDecode } from "./url-decode";

/** Message and separator, time of issue, MAC. The greedy first group makes the last possible split win. */
const TOKEN = /^(.+)([0-9]{10})-(.{43,})$/s;
/** 32 bytes in the URL-safe alphabet, without padding. */
const URL_SAFE_MAC = /^[A-Za-z0-9_-]{43}$/;

interface TimedHmacCheck {
  readonly key: Uint8Array;
  /** Message, separator, ten digits, a hyphen and the MAC in Base64: `/a.jpg?verify=1484063787-IaLG…`. */
  readonly token: Uint8Array;
  /** In seconds. */
  readonly lifetime: bigint;
  /** Time of the request, in seconds since 1970. */
  readonly now: bigint;
  /** Number of bytes between the message and the time of issue. */
  readonly separatorLength: bigint;
  /** The MAC is URL-safe Base64 without padding. Otherwise it is URL-encoded standard Base64. */
  readonly urlSafe: boolean;
}

/** Tells whether the MAC matches the message and the time of issue, and the token has not expired. */
export function isTimedHmacValid(check: TimedHmacCheck): boolean {
  const { key, token, lifetime, now, separatorLength, urlSafe } = check;
  const [, front = "", issued = "", written = ""] = TOKEN.exec(toLatin1(token)) ?? [];
  const messageLength = front.length - Number(separatorLength);
  if (separatorLength < 0n || messageLength <= 0) return false;
  if (now >= BigInt(issued) + lifetime) return false;
  const mac = decodeMac(written, urlSafe);
  const expected = createHmac("sha256", key).update(token.subarray(0, messageLength)).update(issued).digest();
  return mac !== undefined && sameBytes(mac, expected);
}

function decodeMac(written: string, urlSafe: boolean): Uint8Array | undefined {
  if (!urlSafe) return decodeBase64(urlDecode(fromLatin1(written), ""));
  return URL_SAFE_MAC.test(written) ? Buffer.from(written, "base64url") : undefined;
}
