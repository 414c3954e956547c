import type { Account, Zone } from "../../provider/api";
import type { EdgeClient, TokenOwner } from "../../provider/client";
import type { Live, LiveToken } from "../../review/posture/posture";
import { knownGroups } from "../credential-token";
import { findZones, listIfReadable, readOwasp, rulesetsIfReadable, tokensIfReadable } from "../live-rulesets";

export interface ReportScope {
  /** Names or ids. Without any, all zones. */
  readonly zone: readonly string[];
  readonly account?: string;
}

/** Reads what is live: one request for each ruleset, and one for each list. */
export async function readLive(client: EdgeClient, selected: ReportScope): Promise<Omit<Live, "language">> {
  const unread: string[] = [];
  const zones = await selectedZones(client, selected);
  const accounts = await accountsOf(client, zones, selected, unread);
  const owners: TokenOwner[] = [{ user: true }, ...accounts.map(({ id }) => ({ accountId: id }))];
  const [zoneScopes, accountScopes, tokens, groups] = await Promise.all([
    Promise.all(zones.map(({ id, name }) => rulesetsIfReadable(client, { zoneId: id, name }, unread))),
    Promise.all(accounts.map(({ id }) => rulesetsIfReadable(client, { accountId: id }, unread))),
    Promise.all(owners.map((owner) => readTokens(client, owner, unread))),
    knownGroups(client, { user: true }),
  ]);
  const managed = [...zoneScopes, ...accountScopes].flatMap((scope) => scope?.managed ?? []);
  const places = [
    ...zones.map(({ id }, index) => ({ scope: { zoneId: id }, listed: zoneScopes[index]?.managed ?? [] })),
    ...accounts.map(({ id }, index) => ({
      scope: { accountId: id },
      listed: accountScopes[index]?.managed ?? [],
    })),
  ];
  return {
    at: new Date(),
    vendor: client.settings.vendor,
    groups,
    unread,
    tokens: tokens.flat(),
    // Nothing is claimed about a zone whose rulesets cannot be read: it is in `unread` only.
    zones: zones.flatMap((zone, index) => {
      const scope = zoneScopes[index];
      return scope ? [{ zone, rulesets: scope.own }] : [];
    }),
    accounts: accounts.map(({ id, name }, index) => ({
      id,
      name,
      rulesets: accountScopes[index]?.own ?? [],
    })),
    managedNames: new Map(managed.map(({ id, name }) => [id, name])),
    owasp: await readOwasp(client, places),
  };
}

async function selectedZones(client: EdgeClient, { zone, account }: ReportScope): Promise<Zone[]> {
  if (zone.length > 0) return findZones(client, zone);
  return client.zones.list(account === undefined ? {} : { "account.id": account });
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

async function readTokens(client: EdgeClient, owner: TokenOwner, unread: string[]): Promise<LiveToken[]> {
  const accountId = "user" in owner ? undefined : owner.accountId;
  return (await tokensIfReadable(client, owner, unread)).map((token) => ({ token, accountId }));
}
