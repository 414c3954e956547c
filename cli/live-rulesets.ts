import type { Ruleset, RulesetSummary, Token, Zone } from "../provider/api";
import {
  isNotFound,
  isPermissionError,
  type EdgeClient,
  type RulesetScope,
  type TokenOwner,
} from "../provider/client";
import { findManagedRuleset } from "../provider/rulesets";
import { findZone } from "./connection";

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

/** Reads something. Returns undefined if it does not exist, or if the credential may not read it: then its name is added to `unread`. */
export async function readIfAllowed<T>(
  name: string,
  read: () => Promise<T>,
  unread: string[] = [],
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (!isPermissionError(error)) throw error;
    unread.push(name);
    return undefined;
  }
}

/** Reads a list, which is empty if the credential may not read it. */
export async function listIfReadable<T>(
  name: string,
  list: () => Promise<T[]>,
  unread: string[],
): Promise<T[]> {
  return (await readIfAllowed(name, list, unread)) ?? [];
}

/** Reads the rulesets of a zone or of an account, if the credential may. */
export function rulesetsIfReadable(
  client: EdgeClient,
  scope: RulesetScope & { readonly name?: string },
  unread: string[],
): Promise<ScopeRulesets | undefined> {
  return readIfAllowed(`the rulesets of ${scopeText(scope)}`, () => readRulesets(client, scope), unread);
}

/** Reads the tokens of an owner, also expired ones, if the credential may. */
export function tokensIfReadable(client: EdgeClient, owner: TokenOwner, unread: string[]): Promise<Token[]> {
  const list = () => client.tokens.list(owner, { include_expired: "true" });
  return listIfReadable(`the tokens of ${ownerText(owner)}`, list, unread);
}

/** Reads the OWASP ruleset once: its rules are the same in every zone. `places` have the rulesets that they list. */
export async function readOwasp(
  client: EdgeClient,
  places: readonly { readonly scope: RulesetScope; readonly listed: readonly RulesetSummary[] }[],
): Promise<Ruleset | undefined> {
  for (const { scope, listed } of places) {
    const owasp = findManagedRuleset(listed);
    if (owasp) return client.rulesets.get(scope, owasp.id);
  }
  return undefined;
}

/** Looks up zones by name or id. @throws UsageError for an unknown name */
export async function findZones(client: EdgeClient, names: readonly string[]): Promise<Zone[]> {
  const found = await Promise.all(names.map((name) => findZone(client, name)));
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

export function ownerText(owner: TokenOwner): string {
  return "user" in owner ? "the user" : `account ${owner.accountId}`;
}

export function scopeText(scope: RulesetScope & { readonly name?: string }): string {
  return "zoneId" in scope ? `zone ${scope.name ?? scope.zoneId}` : `account ${scope.accountId}`;
}
