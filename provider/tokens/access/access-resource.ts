import type { Policy } from "../../api/wire";
import type { AccessResource } from "./decide-access";
import { expandKey, parseResourceKey } from "../token/resource-keys";

/** Thrown if a question about access cannot be answered. The message says why, and what to ask instead. */
export class AccessQuestionError extends Error {
  override readonly name = "AccessQuestionError";
}

/** A placeholder for the unknown id of the calling user. A token can only name its own user, so it needs no id. */
export const SELF = "self";

/**
 * Parses the short or full key of a single resource.
 *
 * @throws AccessQuestionError if the key names no single resource, or if the account of a zone matters and is unknown
 */
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
      `${JSON.stringify(key)} does not name a single resource: write zone.<id>, account.<id> or user.`,
    );
  }
  if (parsed.type !== "zone") return { type: parsed.type, id: parsed.id };
  if (accountId === undefined && named.some((one) => one?.type === "account" && one.id !== "*")) {
    throw new AccessQuestionError(
      `A policy names an account, so access to ${key} depends on the account of that zone: set accountId.`,
    );
  }
  return { type: "zone", id: parsed.id, accountId: accountId ?? "" };
}

export function resourceKeyOf({ type, id }: AccessResource): string {
  if (type === "account" && id === "") return "its account";
  return type === "user" && id === SELF ? "user" : `${type}.${id}`;
}

function keysOf(policies: readonly Policy[]): string[] {
  return policies.flatMap(({ resources }) => Object.keys(resources));
}
