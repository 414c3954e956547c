import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env";
import { isLocalRequest } from "./local-requests";
import type { Platform } from "./platform";

/** Returns the page of a platform that listens at the origin of `url`, with the headers that protect the page. */
export type RenderPage = (
  platform: Platform,
  url: URL,
) => { readonly text: string; readonly headers: Readonly<Record<string, string>> };

/** Answers the platform's page to a browser on this machine. Any other client is answered as if there were no page. */
export function answerPage(platform: Platform, renderPage: RenderPage): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { req, env } = context;
    const asksForPage = req.header("accept")?.includes("text/html") ?? false;
    if (!asksForPage || !isLocalRequest(req, env.remoteAddress)) return next();
    const { text, headers } = renderPage(platform, new URL(req.url));
    return context.html(text, 200, { ...headers });
  };
}
