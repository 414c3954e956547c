import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env";
import { isLocalRequest } from "../local-requests";
import type { Platform } from "../platform";
import type * as RenderPage from "./render-page";

/** Answers the platform's page to a browser on this machine. Any other client is answered as if there were no page. */
export function answerPage(platform: Platform): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { req, env } = context;
    const asksForPage = req.header("accept")?.includes("text/html") ?? false;
    if (!asksForPage || !isLocalRequest(req, env.remoteAddress)) return next();
    // Loaded at the first use, so that a platform without a browser starts as fast as before.
    const { renderPage } = require("./render-page") as typeof RenderPage;
    const { text, headers } = renderPage(platform, new URL(req.url));
    return context.html(text, 200, headers);
  };
}
