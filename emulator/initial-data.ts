import { managedRulesets } from "./catalogue";
import { microseconds, seconds, type Clock } from "./clock";
import { DEFAULT_ACCOUNT, fixedId, type Ids, sha256, USER } from "./ids";
import { allPolicies } from "./authenticate";
import type { Platform } from "./platform";
import type { Store } from "./store";
import { clearTables } from "./store/database";

/** Zones of a new platform. Their ids are the same on every platform, so guides can name them. */
const SEED_ZONES = ["example.com", "example.org", "shop.example"];

export const BOOTSTRAP_ID = fixedId("token", "bootstrap");

/** Fills a new data folder: the account, the managed rulesets and some zones. */
export function seedStore(store: Store, clock: Clock): void {
  seedBasics(store, clock);
  const now = microseconds(clock.now());
  for (const name of SEED_ZONES) {
    store.zones.create({
      id: fixedId("zone", name),
      name,
      account_id: DEFAULT_ACCOUNT.id,
      plan: "enterprise",
      type: "full",
      created_on: now,
      modified_on: now,
    });
  }
}

/**
 * Resets a platform to the account, the first versions of the managed rulesets and the bootstrap token. Ends injected faults,
 * returns to real time, and clears the request log and the rate limiter.
 */
export function resetPlatform({ store, clock, faults, requests, rateLimiter, vendor }: Platform): void {
  clock.reset();
  clearTables(store.data);
  store.settings.set("profile", "{}");
  seedBasics(store, clock);
  ensureBootstrapToken(store, clock, vendor, store.settings.get("bootstrapToken") ?? "");
  faults.replace([]);
  requests.clear();
  rateLimiter.clear();
}

/** Creates the bootstrap token, which allows everything, or gives the existing one this value and all permissions. */
export function ensureBootstrapToken(store: Store, clock: Clock, vendor: string, value: string): void {
  const policies = allPolicies({ store, vendor }).map((policy, index) => ({
    id: fixedId("policy", `bootstrap ${index}`),
    ...policy,
  }));
  const existing = store.tokens.get(BOOTSTRAP_ID);
  if (existing) {
    // An earlier release knew fewer permission groups.
    store.tokens.replace({ ...existing, policies });
    store.tokens.replaceValue(BOOTSTRAP_ID, sha256(value));
    return;
  }
  const now = seconds(clock.now());
  store.tokens.create(
    {
      id: BOOTSTRAP_ID,
      owner: `user:${USER.id}`,
      name: "Bootstrap token of the local platform",
      status: "active",
      issuedOn: now,
      modifiedOn: now,
      lastUsedOn: null,
      notBefore: null,
      expiresOn: null,
      condition: null,
      policies,
    },
    sha256(value),
  );
}

/** Returns the API key and the bootstrap token, which are stored at the first start. `given` replaces the stored token. */
export function keepCredentials(
  store: Store,
  ids: Ids,
  given: string | undefined,
): { apiKey: string; token: string } {
  const keep = (key: "apiKey" | "bootstrapToken", value: string) => {
    store.settings.set(key, value);
    return value;
  };
  return {
    apiKey: store.settings.get("apiKey") ?? keep("apiKey", `${ids.newId()}${ids.newId().slice(0, 5)}`),
    token:
      given === undefined
        ? (store.settings.get("bootstrapToken") ?? keep("bootstrapToken", ids.newSecret("cfut_")))
        : keep("bootstrapToken", given),
  };
}

function seedBasics(store: Store, clock: Clock): void {
  store.accounts.create({ ...DEFAULT_ACCOUNT, created_on: microseconds(clock.now()) });
  for (const versions of managedRulesets()) {
    versions.forEach((ruleset, index) => {
      const previous = versions[index - 1];
      if (previous) store.rulesets.replace(ruleset, previous);
      else store.rulesets.create(ruleset);
    });
  }
}
