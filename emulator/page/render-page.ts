import { LIVE_POLICIES } from "../../review/posture/live-policies";
import { postureOf } from "../../review/posture/posture-of";
import { platformPage, platformPagePolicy } from "../../review/pages/platform-page";
import { serializeClock } from "../control/clock";
import type { Platform } from "../platform";
import { liveView, MAX_ZONES } from "./live-view";

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

/** Returns the page of a platform that listens at `origin`, with the headers that protect it. */
export function renderPage(platform: Platform, origin: string): { text: string; headers: typeof HEADERS } {
  const { requests, faults, clock, store } = platform;
  const text = platformPage({
    origin,
    posture: postureOf(liveView(platform), LIVE_POLICIES),
    hiddenZones: Math.max(0, store.zones.list().length - MAX_ZONES),
    clock: serializeClock(clock),
    faults: faults.list(),
    since: Math.max(0, requests.list(Number.MAX_SAFE_INTEGER).next - SHOWN_REQUESTS),
  });
  return { text, headers: HEADERS };
}
