import type { LiveAccount, LivePlaces, LiveZone } from "../../adopt/adopt-live";
import { Id, type Ruleset, type Zone } from "../../provider/api";
import type { EdgeClient, RulesetScope, TokenOwner } from "../../provider/client";
import { findManagedRuleset } from "../../provider/rulesets";
import { findZone } from "../connection";
import { listIfReadable, ownerText, readRulesets, scopeText, type ScopeRulesets } from "../live-rulesets";
import { UsageError } from "../usage-error";

/** Command-line options that select what is adopted. */
export interface AdoptScope {
  /** Names or ids. */
  readonly zone: readonly string[];
  readonly account: readonly string[];
  readonly allZones: boolean;
  /** The tokens of the calling user. */
  readonly user: boolean;
}

/** What was read, and what the credential may not read. */
export interface ReadPlaces {
  readonly live: LivePlaces;
  readonly unread: readonly string[];
}

/** Reads what is live: one request for each ruleset, and one for each list. @throws UsageError if a name is unknown */
export async function readPlaces(client: EdgeClient, scope: AdoptScope): Promise<ReadPlaces> {
  const unread: string[] = [];
  const accounts = await selectedAccounts(client, scope);
  const zones = await selectedZones(client, scope, accounts);
  const read = (one: RulesetScope & { readonly name?: string }) =>
    listIfReadable(
      `the rulesets of ${scopeText(one)}`,
      async () => [await readRulesets(client, one)],
      unread,
    );
  const tokensOf = (owner: TokenOwner) =>
    listIfReadable(`the tokens of ${ownerText(owner)}`, () => client.tokens.list(owner), unread);
  const [zoneRulesets, accountRulesets, accountTokens, userTokens] = await Promise.all([
    Promise.all(zones.map(({ id, name }) => read({ zoneId: id, name }))),
    Promise.all(accounts.map(({ id }) => read({ accountId: id }))),
    Promise.all(accounts.map(({ id }) => tokensOf({ accountId: id }))),
    scope.user ? tokensOf({ user: true }) : undefined,
  ]);
  const liveZones = zones.map((zone, index): LiveZone => ({ zone, ...placed(zoneRulesets[index]?.[0]) }));
  const live: LivePlaces = {
    zones: liveZones,
    accounts: accounts.map((account, index): LiveAccount => ({
      ...account,
      ...placed(accountRulesets[index]?.[0]),
      tokens: accountTokens[index] ?? [],
    })),
    ...(userTokens && { userTokens }),
    owasp: await readOwasp(client, liveZones),
    vendor: client.settings.vendor,
    now: new Date(),
  };
  return { live, unread };
}

/** `accounts` limit `--all-zones` to their zones, if there are any. */
async function selectedZones(
  client: EdgeClient,
  { zone, allZones }: AdoptScope,
  accounts: readonly { readonly id: string }[],
): Promise<Zone[]> {
  const named = await Promise.all(zone.map((one) => findZone(client, one)));
  const all = allZones ? await client.zones.list() : [];
  const listed = all.filter(
    (one) => accounts.length === 0 || accounts.some(({ id }) => id === one.account.id),
  );
  return [...new Map([...named, ...listed].map((one) => [one.id, one])).values()];
}

/** Looks up accounts by name or id. */
async function selectedAccounts(
  client: EdgeClient,
  { account }: AdoptScope,
): Promise<{ id: string; name: string }[]> {
  if (account.length === 0) return [];
  const listed = await client.accounts.list();
  const found = account.map((wanted) => {
    const matching = listed.filter(({ id, name }) => id === wanted || name === wanted);
    const [only, ...more] = matching;
    if (only && more.length === 0) return { id: only.id, name: only.name };
    // A credential may reach an account that it may not list.
    if (!only && Id.safeParse(wanted).success) return { id: wanted, name: wanted };
    if (!only) throw new UsageError(`There is no account '${wanted}' that this credential can see.`);
    const ids = matching.map(({ id }) => id).join(", ");
    throw new UsageError(`${matching.length} accounts are named '${wanted}': ${ids}. Use the id instead.`);
  });
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

function placed(found: ScopeRulesets | undefined): Pick<LiveZone, "listed" | "rulesets"> {
  const { managed = [], own = [] } = found ?? {};
  return { listed: [...managed, ...own], rulesets: own };
}

/** Reads the OWASP ruleset once: its rules are the same in every zone. */
async function readOwasp(client: EdgeClient, zones: readonly LiveZone[]): Promise<Ruleset | undefined> {
  for (const { zone, listed } of zones) {
    const owasp = findManagedRuleset(listed);
    if (owasp) return client.rulesets.get({ zoneId: zone.id }, owasp.id);
  }
  return undefined;
}
