import type { Ruleset, RulesetSummary } from "../provider/api";
import {
  isNotFound,
  isPermissionError,
  type EdgeClient,
  type RulesetScope,
  type TokenOwner,
} from "../provider/client";

/** The rulesets of a zone or of an account. */
export interface ScopeRulesets {
  /** Managed rulesets, without their rules. */
  readonly managed: readonly RulesetSummary[];
  /** All others, with their rules. */
  readonly own: readonly Ruleset[];
}

/** Reads the rulesets of a zone or of an account: one request, and one for each ruleset that is not managed. */
export async function readRulesets(client: EdgeClient, scope: RulesetScope): Promise<ScopeRulesets> {
  const list = await client.rulesets.list(scope);
  const own = list.filter(({ kind }) => kind !== "managed");
  return {
    managed: list.filter(({ kind }) => kind === "managed"),
    own: await Promise.all(own.map(({ id }) => client.rulesets.get(scope, id))),
  };
}

/** Reads a list. If the credential may not read it, adds its name to `unread`, and returns an empty list. */
export async function listIfReadable<T>(
  name: string,
  list: () => Promise<T[]>,
  unread: string[],
): Promise<T[]> {
  try {
    return await list();
  } catch (error) {
    // A deleted zone contains nothing.
    if (isNotFound(error)) return [];
    if (!isPermissionError(error)) throw error;
    unread.push(name);
    return [];
  }
}

export function ownerText(owner: TokenOwner): string {
  return "user" in owner ? "the user" : `account ${owner.accountId}`;
}

export function scopeText(scope: RulesetScope & { readonly name?: string }): string {
  return "zoneId" in scope ? `zone ${scope.name ?? scope.zoneId}` : `account ${scope.accountId}`;
}
