import type { Policy } from "../../api";
import type { AccessResource } from "./decide-access";
import { expandKey, parseResourceKey } from "../token/resource-keys";

/** A question about access that has no answer; the message says why, and what would have one. */
export class AccessQuestionError extends Error {
  override readonly name = "AccessQuestionError";
}

/** The id of the calling user where nothing tells it: a token names its own user alone. */
export const SELF = "self";

/** One resource by its key, short or full. @throws AccessQuestionError */
export function readAccessResource(
  key: string,
  policies: readonly Policy[],
  { vendor, accountId }: { readonly vendor: string; readonly accountId?: string | undefined },
): AccessResource {
  const named = keysOf(policies).map((one) => parseResourceKey(one, vendor));
  const self = named.find((one) => one?.type === "user")?.id ?? SELF;
  const parsed = parseResourceKey(expandKey(key, vendor, self), vendor);
  if (!parsed || parsed.id === "*") {
    throw new AccessQuestionError(
      `${JSON.stringify(key)} names no single resource: write zone.<id>, account.<id> or user.`,
    );
  }
  if (parsed.type !== "zone") return { type: parsed.type, id: parsed.id };
  if (accountId === undefined && named.some((one) => one?.type === "account" && one.id !== "*")) {
    throw new AccessQuestionError(
      `Whether the token reaches ${key} depends on the account of that zone, for a policy names an account: give accountId.`,
    );
  }
  return { type: "zone", id: parsed.id, accountId: accountId ?? "" };
}

/** The short key of one resource. */
export function resourceKeyOf({ type, id }: AccessResource): string {
  if (type === "account" && id === "") return "its account";
  return type === "user" && id === SELF ? "user" : `${type}.${id}`;
}

function keysOf(policies: readonly Policy[]): string[] {
  return policies.flatMap(({ resources }) => Object.keys(resources));
}
