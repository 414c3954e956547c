import type { MiddlewareHandler } from "hono";
import { LIVE_POLICIES } from "../../review/posture/live-policies";
import { postureOf } from "../../review/posture/posture-of";
import { platformPage, platformPagePolicy } from "../../review/pages/platform-page";
import type { AppEnv } from "../app-env";
import { serializeClock } from "../control/clock";
import { isLocalRequest } from "../local-requests";
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

/** Answers the platform's page to a browser on this machine. Any other client is answered as if there were no page. */
export function answerPage(platform: Platform): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { req, env } = context;
    const asksForPage = req.header("accept")?.includes("text/html") ?? false;
    if (!asksForPage || !isLocalRequest(req, env.remoteAddress)) return next();
    const { requests, faults, clock, store } = platform;
    const page = platformPage({
      origin: new URL(req.url).origin,
      posture: postureOf(liveView(platform), LIVE_POLICIES),
      hiddenZones: Math.max(0, store.zones.list().length - MAX_ZONES),
      clock: serializeClock(clock),
      faults: faults.list(),
      since: Math.max(0, requests.list(Number.MAX_SAFE_INTEGER).next - SHOWN_REQUESTS),
    });
    return context.html(page, 200, HEADERS);
  };
}
