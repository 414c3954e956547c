import type { LiveAccount, LivePlaces, LiveTokens, LiveZone } from "../../adopt/adopt-live";
import type { LiveAccountList } from "../../adopt/selection";
import { isOfState } from "../../adopt/terraform-lists";
import type { StateObjects } from "../../adopt/terraform-objects";
import { type AccountList, Id, type Zone } from "../../provider/api";
import {
  type EdgeClient,
  isAuthenticationError,
  isPermissionError,
  type RulesetScope,
  type TokenOwner,
} from "../../provider/client";
import {
  findZones,
  listIfReadable,
  ownerText,
  readIfAllowed,
  readOwasp,
  rulesetsIfReadable,
  type ScopeRulesets,
  tokensIfReadable,
} from "../live-rulesets";
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

/** Zones, accounts and the user, from which objects are adopted. */
export interface Places {
  readonly zones: readonly Zone[];
  readonly accounts: readonly SelectedAccount[];
  readonly user: boolean;
}

interface SelectedAccount {
  readonly id: string;
  readonly name: string;
  /** What is read of the account. */
  readonly rulesets: boolean;
  readonly tokens: boolean;
  readonly lists: ((list: AccountList) => boolean) | undefined;
}

const NO_TOKENS: LiveTokens = { tokens: [], groups: [] };

/** Looks up what the options select. @throws UsageError if a name is unknown */
export async function selectPlaces(client: EdgeClient, scope: AdoptScope): Promise<Places> {
  const accounts = await selectedAccounts(client, scope);
  return { accounts, zones: await selectedZones(client, scope, accounts), user: scope.user };
}

/** Looks up the zones of the objects in a state of Terraform. A zone that does not exist is left out. */
export async function placesOf(
  client: EdgeClient,
  { rulesets, tokens, lists }: StateObjects,
  unread: string[],
): Promise<Places> {
  const placeIds = (isZone: boolean) =>
    rulesets.filter(({ isOfZone }) => isOfZone === isZone).map(({ placeId }) => placeId);
  const ofRulesets = new Set(placeIds(false));
  const ofTokens = new Set(tokens.flatMap(({ accountId }) => accountId ?? []));
  const ofLists = new Set(lists.map(({ accountId }) => accountId));
  const zones = [...new Set(placeIds(true))].map((id) =>
    readIfAllowed(`zone ${id}`, () => client.zones.get(id), unread),
  );
  return {
    zones: (await Promise.all(zones)).filter((zone) => zone !== undefined),
    accounts: [...new Set([...ofRulesets, ...ofTokens, ...ofLists])].map((id) => ({
      id,
      name: id,
      rulesets: ofRulesets.has(id),
      tokens: ofTokens.has(id),
      lists: ofLists.has(id)
        ? (list) => lists.some((one) => one.accountId === id && isOfState(one, list))
        : undefined,
    })),
    user: tokens.some(({ accountId }) => accountId === undefined),
  };
}

/**
 * Reads what is live: one request for each ruleset, and those for each list. What the credential may not read is added to `unread`.
 */
export async function readPlaces(
  client: EdgeClient,
  { zones, accounts, user }: Places,
  unread: string[],
): Promise<LivePlaces> {
  const read = async (scope: RulesetScope & { readonly name?: string }) =>
    placed(await rulesetsIfReadable(client, scope, unread));
  const tokensOf = async (owner: TokenOwner): Promise<LiveTokens> => {
    const tokens = await tokensIfReadable(client, owner, unread);
    if (tokens.length === 0) return NO_TOKENS;
    const ofRun = await tokenOfRun(client, owner);
    const groupsName = `the permission groups of ${ownerText(owner)}`;
    return {
      tokens,
      ofRun,
      groups: await listIfReadable(groupsName, () => client.tokens.permissionGroups(owner), unread),
    };
  };
  const [liveZones, liveAccounts, userTokens] = await Promise.all([
    Promise.all(
      zones.map(async (zone): Promise<LiveZone> => {
        return { zone, ...(await read({ zoneId: zone.id, name: zone.name })) };
      }),
    ),
    Promise.all(
      accounts.map(async ({ id, name, rulesets, tokens, lists }): Promise<LiveAccount> => {
        const [found, owned, liveLists] = await Promise.all([
          rulesets ? read({ accountId: id }) : placed(undefined),
          tokens ? tokensOf({ accountId: id }) : NO_TOKENS,
          lists
            ? listIfReadable(`the lists of account ${id}`, () => readLists(client, id, lists), unread)
            : [],
        ]);
        return { id, name, ...found, tokens: owned, lists: liveLists };
      }),
    ),
    user ? tokensOf({ user: true }) : undefined,
  ]);
  return {
    zones: liveZones,
    accounts: liveAccounts,
    ...(userTokens && { userTokens }),
    owasp: await readOwasp(
      client,
      liveZones.map(({ zone, listed }) => ({ scope: { zoneId: zone.id }, listed })),
    ),
    vendor: client.settings.vendor,
    now: new Date(),
  };
}

/** `accounts` limit `--all-zones` to their zones, if there are any. */
async function selectedZones(
  client: EdgeClient,
  { zone, allZones }: AdoptScope,
  accounts: readonly { readonly id: string }[],
): Promise<Zone[]> {
  const named = await findZones(client, zone);
  const all = allZones ? await client.zones.list() : [];
  const listed = all.filter(
    (one) => accounts.length === 0 || accounts.some(({ id }) => id === one.account.id),
  );
  return [...new Map([...named, ...listed].map((one) => [one.id, one])).values()];
}

async function selectedAccounts(client: EdgeClient, { account }: AdoptScope): Promise<SelectedAccount[]> {
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
  const unique = new Map(found.map((one) => [one.id, one]));
  return [...unique.values()].map((one) => ({ ...one, rulesets: true, tokens: true, lists: () => true }));
}

/** Returns the id of the token that the client calls with, if the owner has it. */
async function tokenOfRun(client: EdgeClient, owner: TokenOwner): Promise<string | undefined> {
  if (client.settings.credential?.kind !== "token") return undefined;
  try {
    return (await client.tokens.verify(owner)).id;
  } catch (error) {
    // Another owner has the token.
    if (isAuthenticationError(error) || isPermissionError(error)) return undefined;
    throw error;
  }
}

async function readLists(
  client: EdgeClient,
  accountId: string,
  isWanted: (list: AccountList) => boolean,
): Promise<LiveAccountList[]> {
  const lists = (await client.lists.list(accountId)).filter(isWanted);
  return Promise.all(
    lists.map(async (list) => ({ list, items: await client.lists.items(accountId, list.id) })),
  );
}

function placed(found: ScopeRulesets | undefined): Pick<LiveZone, "listed" | "rulesets"> {
  const { managed = [], own = [] } = found ?? {};
  return { listed: [...managed, ...own], rulesets: own };
}
