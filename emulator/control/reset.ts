import type { Platform } from "../platform";
import { ensureBootstrapToken, seedBasics } from "../state";
import { clearTables } from "./tables";

/** No zones, no tokens but the bootstrap token, the first managed versions, no faults, real time, an empty request log. */
export function resetPlatform(platform: Platform): void {
  const { store, clock, faults, requests, rateLimiter, vendor } = platform;
  clock.reset();
  clearTables(store.data);
  seedBasics(store, clock);
  ensureBootstrapToken(store, clock, vendor, store.settings.get("bootstrapToken") ?? "");
  faults.replace([]);
  requests.clear();
  rateLimiter.clear();
}
