import { LIVE_POLICIES } from "../../review/posture/live-policies";
import { postureOf } from "../../review/posture/posture-of";
import { platformPage, platformPagePolicy } from "../../review/pages/platform-page";
import { serializeClock } from "../../emulator/control/clock";
import type { Platform } from "../../emulator/platform";
import { findZones, liveView } from "./live-view";

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
