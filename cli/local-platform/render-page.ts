import { OWASP_ID } from "../../emulator/catalogue";
import { serializeClock } from "../../emulator/control/clock";
import { USER } from "../../emulator/ids";
import type { Platform } from "../../emulator/platform";
import { serializeRuleset } from "../../emulator/rulesets/serialize";
import type { StoredRulesetScope } from "../../emulator/store/rulesets";
import type { StoredTokenOwner } from "../../emulator/store/tokens";
import type { ZoneRow } from "../../emulator/store/zones";
import { serializeToken } from "../../emulator/tokens/token-routes";
import { serializeZone } from "../../emulator/zones/zone";
import { publishedGroups } from "../../provider/tokens";
import { platformPage, platformPagePolicy } from "../../review/pages/platform-page";
import type { Live, LiveToken } from "../../review/posture/posture";
import { LIVE_POLICIES, postureOf } from "../../review/posture/posture-of";

/** The zones that the page shows at once. More would make it slow, and nobody would read them. */
const MAX_ZONES = 300;
/** The requests that the page shows when it opens. */
const SHOWN_REQUESTS = 200;

const HEADERS = {
  "Cache-Control": "no-store",
  // A page in a frame of another site could be clicked without being seen.
  "Content-Security-Policy": `${platformPagePolicy()}; frame-ancestors 'none'`,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  Vary: "Accept",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Returns the page of a platform that listens at the origin of `url`, with the headers that protect it. `?zones=` names zones. */
export function renderPage(platform: Platform, url: URL): { text: string; headers: typeof HEADERS } {
  const { requests, faults, clock, store } = platform;
  const search = url.searchParams.get("zones") ?? "";
  const found = findZones(platform, search);
  const shown = found.slice(0, MAX_ZONES);
  const log = requests.list(Number.MAX_SAFE_INTEGER);
  const text = platformPage({
    origin: url.origin,
    posture: postureOf(liveView(platform, shown), LIVE_POLICIES),
    zones: { search, shown: shown.length, found: found.length, stored: store.zones.list().length },
    clock: serializeClock(clock),
    faults: faults.list(),
    since: Math.max(0, log.next - SHOWN_REQUESTS),
    changes: log.changes,
  });
  return { text, headers: HEADERS };
}

/** Returns the zones whose names contain a text, in any case, or that have it as their id. */
function findZones({ store }: Platform, search: string): ZoneRow[] {
  const text = search.trim().toLowerCase();
  return store.zones.list().filter(({ id, name }) => name.toLowerCase().includes(text) || id === text);
}

/** Returns what the platform stores as what is live, in the form of the API, with these zones. */
function liveView(platform: Platform, zones: readonly ZoneRow[]): Live {
  const { store, clock, vendor, language } = platform;
  const accounts = store.accounts.list();
  const owners: StoredTokenOwner[] = [
    `user:${USER.id}`,
    ...accounts.map(({ id }) => `account:${id}` as const),
  ];
  const owasp = store.rulesets.get(OWASP_ID);
  return {
    at: clock.now(),
    vendor,
    language,
    zones: zones.map((zone) => ({
      zone: serializeZone(zone, []),
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
