import { publishedGroups } from "../../provider/tokens";
import type { Live, LiveToken } from "../../review/posture/live";
import { OWASP_ID } from "../../emulator/catalogue";
import type { Platform } from "../../emulator/platform";
import { serializeRuleset } from "../../emulator/rulesets/serialize";
import type { StoredRulesetScope } from "../../emulator/store/rulesets";
import type { StoredTokenOwner } from "../../emulator/store/tokens";
import type { ZoneRow } from "../../emulator/store/zones";
import { serializeToken } from "../../emulator/tokens/token-routes";
import { USER } from "../../emulator/ids";
import { serializeZone } from "../../emulator/zones/zone";

/** Returns the zones whose names contain a text, in any case, or that have it as their id. */
export function findZones({ store }: Platform, search: string): ZoneRow[] {
  const text = search.trim().toLowerCase();
  return store.zones.list().filter(({ id, name }) => name.toLowerCase().includes(text) || id === text);
}

/** Returns what the platform stores as what is live, in the form of the API, with these zones. */
export function liveView(platform: Platform, zones: readonly ZoneRow[]): Live {
  const { store, clock, vendor } = platform;
  const accounts = store.accounts.list();
  const owners: StoredTokenOwner[] = [
    `user:${USER.id}`,
    ...accounts.map(({ id }) => `account:${id}` as const),
  ];
  const owasp = store.rulesets.get(OWASP_ID);
  return {
    at: clock.now(),
    vendor,
    zones: zones.map((zone) => ({
      zone: serializeZone(zone),
      rulesets: rulesetsOf(platform, `zone:${zone.id}`),
    })),
    accounts: accounts.map(({ id, name }) => ({ id, name, rulesets: rulesetsOf(platform, `account:${id}`) })),
    tokens: owners.flatMap((owner) => tokensOf(platform, owner)),
    groups: publishedGroups(vendor),
    managedNames: new Map(store.rulesets.list("vendor").map(({ id, name }) => [id, name])),
    owasp: owasp && serializeRuleset(owasp),
    unread: [],
  };
}

function rulesetsOf({ store }: Platform, scope: StoredRulesetScope) {
  return store.rulesets.list(scope).flatMap(({ id }) => {
    const stored = store.rulesets.get(id);
    return stored ? [serializeRuleset(stored)] : [];
  });
}

function tokensOf(platform: Platform, owner: StoredTokenOwner): LiveToken[] {
  const accountId = owner.startsWith("account:") ? owner.slice("account:".length) : undefined;
  return platform.store.tokens
    .list(owner)
    .map((token) => ({ token: serializeToken(platform, token), accountId }));
}
