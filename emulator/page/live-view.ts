import { publishedGroups } from "../../provider/tokens";
import type { Live, LiveToken } from "../../review/posture/live";
import { OWASP_ID } from "../catalogue";
import type { Platform } from "../platform";
import { serializeRuleset } from "../rulesets/serialize";
import type { StoredRulesetScope } from "../store/rulesets";
import type { StoredTokenOwner } from "../store/tokens";
import { serializeToken } from "../tokens/token-routes";
import { USER } from "../user";
import { serializeZone } from "../zones/zone";

/** The zones that the page shows. More would make it slow, and nobody would read them. */
export const MAX_ZONES = 300;

/** Returns what the platform stores as what is live, in the form of the API, with the first zones by name. */
export function liveView(platform: Platform): Live {
  const { store, clock, vendor } = platform;
  const zones = store.zones.list().slice(0, MAX_ZONES);
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
