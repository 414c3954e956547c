import { isMembers } from "../../provider/api";
import { isAuthenticationError, isEdgeError, type EdgeClient, type TokenOwner } from "../../provider/client";
import type { Properties } from "../../provider/lifecycle";
import { SIGNATURE } from "../../provider/properties/envelope";

/** What is found out about the value of a token. The value itself is in no text. */
export interface ValueFinding {
  /** Why the value in the state is dead. */
  readonly texts?: readonly string[];
  /** Why it is not known whether it works. */
  readonly unknown?: readonly string[];
}

const ENCRYPTED =
  "whether the value of a token in the state still works, since the export encrypts it: run `pulumi stack export --show-secrets`";

/**
 * Finds out whether the value in a state still is that of the live token, which somebody may have rolled by hand: the API returns no
 * value again, and verifies one that it is sent. `value` is as the export shows it; `live` are the outputs of a read.
 */
export async function examineValue(
  client: EdgeClient,
  owner: TokenOwner,
  value: unknown,
  live: Properties,
  now: Date,
): Promise<ValueFinding> {
  if (value === undefined || value === null) return {};
  const plain = plainValue(value);
  if (plain === undefined) return { unknown: [ENCRYPTED] };
  if (!isUsable(live, now))
    return { unknown: ["whether the value of a token works that is disabled, expired, or not valid yet"] };
  try {
    // No wait: the API knows a token for long.
    const { id } = await client.tokens.verifyValue(owner, plain, []);
    return id === live["tokenId"] ? {} : { texts: ["The value in the state is that of another token."] };
  } catch (error) {
    if (isAuthenticationError(error)) return { texts: [DEAD] };
    if (!isEdgeError(error)) throw error;
    return { unknown: ["whether the value of a token works that the API did not verify from here"] };
  }
}

const DEAD =
  "The value in the state no longer works: the token was rolled outside of Pulumi. A change of rotationTrigger rolls it again and " +
  "stores the new value.";

/** Returns a secret that `--show-secrets` shows, or a value that is no secret in the state. */
function plainValue(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!isMembers(value) || !Object.hasOwn(value, SIGNATURE) || typeof value["plaintext"] !== "string")
    return undefined;
  // The engine writes the plain text as JSON.
  const parsed: unknown = JSON.parse(value["plaintext"]);
  return typeof parsed === "string" ? parsed : undefined;
}

/** Whether the API accepts the token at this time. */
function isUsable({ status, notBefore, expiresOn }: Properties, now: Date): boolean {
  if (status !== undefined && status !== "active") return false;
  const [start, end] = [notBefore, expiresOn].map((time) => Date.parse(typeof time === "string" ? time : ""));
  return !(Number(start) > now.getTime()) && !(Number(end) <= now.getTime());
}
