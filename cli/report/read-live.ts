import type { Account, Ruleset, RulesetSummary, Zone } from "../../provider/api";
import type { EdgeClient, RulesetScope, TokenOwner } from "../../provider/client";
import { findManagedRuleset } from "../../provider/rulesets";
import type { Live, LiveToken } from "../../review/posture/live";
import { findZone } from "../connection";
import { knownGroups } from "../credential-token";
import { listIfReadable, ownerText, readRulesets, scopeText } from "../live-rulesets";

/** Command-line options that select what is read. */
export interface ReportScope {
  /** Names or ids. Without any, all zones. */
  readonly zone: readonly string[];
  readonly account?: string;
}

/** A zone or an account with the rulesets that it has. */
interface ReadScope {
  readonly scope: RulesetScope;
  readonly managed: readonly RulesetSummary[];
  readonly own: readonly Ruleset[];
}

/** Reads what is live: one request for each ruleset, and one for each list. */
export async function readLive(client: EdgeClient, selected: ReportScope): Promise<Live> {
  const unread: string[] = [];
  const zones = await selectedZones(client, selected);
  const accounts = await accountsOf(client, zones, selected, unread);
  const owners: TokenOwner[] = [{ user: true }, ...accounts.map(({ id }) => ({ accountId: id }))];
  const [zoneScopes, accountScopes, tokens, groups] = await Promise.all([
    Promise.all(
      zones.map(({ id, name }) => readScope(client, { zoneId: id }, scopeText({ zoneId: id, name }), unread)),
    ),
    Promise.all(
      accounts.map(({ id }) => readScope(client, { accountId: id }, scopeText({ accountId: id }), unread)),
    ),
    Promise.all(owners.map((owner) => readTokens(client, owner, unread))),
    knownGroups(client, { user: true }),
  ]);
  const scopes = [...zoneScopes, ...accountScopes];
  return {
    ...{ at: new Date(), vendor: client.settings.vendor, groups, unread, tokens: tokens.flat() },
    zones: zones.map((zone, index) => ({ zone, rulesets: zoneScopes[index]?.own ?? [] })),
    accounts: accounts.map(({ id, name }, index) => ({
      ...{ id, name, rulesets: accountScopes[index]?.own ?? [] },
    })),
    managedNames: new Map(scopes.flatMap(({ managed }) => managed.map(({ id, name }) => [id, name]))),
    owasp: await readOwasp(client, scopes),
  };
}

async function selectedZones(client: EdgeClient, { zone, account }: ReportScope): Promise<Zone[]> {
  if (zone.length === 0) return client.zones.list(account === undefined ? {} : { "account.id": account });
  const found = await Promise.all(zone.map((one) => findZone(client, one)));
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

/** Returns the accounts of the zones and, if the report is on everything, all others that the credential can see. */
async function accountsOf(
  client: EdgeClient,
  zones: readonly Zone[],
  { zone, account }: ReportScope,
  unread: string[],
): Promise<Pick<Account, "id" | "name">[]> {
  const listed = await listIfReadable("the accounts", () => client.accounts.list(), unread);
  const names = new Map(listed.map(({ id, name }) => [id, name]));
  const ids = new Set([
    ...zones.map((one) => one.account.id),
    ...(account !== undefined ? [account] : zone.length === 0 ? names.keys() : []),
  ]);
  for (const one of zones) if (one.account.name !== undefined) names.set(one.account.id, one.account.name);
  return [...ids].map((id) => ({ id, name: names.get(id) ?? id }));
}

async function readScope(
  client: EdgeClient,
  scope: RulesetScope,
  name: string,
  unread: string[],
): Promise<ReadScope> {
  const read = async () => [await readRulesets(client, scope)];
  const [found = { managed: [], own: [] }] = await listIfReadable(`the rulesets of ${name}`, read, unread);
  return { scope, ...found };
}

async function readTokens(client: EdgeClient, owner: TokenOwner, unread: string[]): Promise<LiveToken[]> {
  const list = () => client.tokens.list(owner, { include_expired: "true" });
  const tokens = await listIfReadable(`the tokens of ${ownerText(owner)}`, list, unread);
  return tokens.map((token) => ({ token, accountId: "user" in owner ? undefined : owner.accountId }));
}

/** Reads the OWASP ruleset once: its rules are the same in every zone. */
async function readOwasp(client: EdgeClient, scopes: readonly ReadScope[]): Promise<Ruleset | undefined> {
  for (const { scope, managed } of scopes) {
    const owasp = findManagedRuleset(managed);
    if (owasp) return client.rulesets.get(scope, owasp.id);
  }
  return undefined;
}
