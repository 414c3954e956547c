import { Hono, type MiddlewareHandler } from "hono";
import { rateLimitKey } from "./authenticate";
import { controlApp } from "./control";
import { failureResponse, internalErrorResponse, storageErrorResponse } from "./envelope";
import { Failure, failures } from "./failures";
import { gatewayApp } from "./gateway";
import { injectFaults } from "./inject-faults";
import { isLocalRequest } from "./loopback";
import type { AppEnv, Platform } from "./platform";
import { BASE, serveOperations } from "./serve-operations";
import { UnstorableTextError, UnwritableDataError } from "./store/database";

export const GATEWAY = "/gateway";

export type App = Hono<AppEnv>;

/** Creates the HTTP application: the emulated API, the chain gateway, the control plane, and the page if there is one. */
export function createApp(platform: Platform, page?: RenderPage): App {
  const app: App = new Hono({ strict: false });
  app.onError((error) => answerError(platform, error));
  app.notFound((context) => failureResponse(failures.couldNotRoute(context.req.path, 404)));
  app.use(`${BASE}/*`, logRequests(platform, BASE), injectFaults(platform, BASE), limitRate(platform));
  serveOperations(app, platform);
  app.all(`${BASE}/*`, (context) => {
    throw failures.couldNotRoute(context.req.path.slice(BASE.length), 404);
  });
  app.use(`${GATEWAY}/*`, logRequests(platform, GATEWAY), injectFaults(platform, GATEWAY));
  app.route(GATEWAY, gatewayApp(platform));
  app.route("/_platform", controlApp(platform));
  if (page) app.get("/", answerPage(platform, page));
  return app;
}

function answerError({ log }: Platform, error: Error): Response {
  if (error instanceof Failure) return failureResponse(error);
  if (error instanceof UnwritableDataError) return storageErrorResponse(error.message);
  if (error instanceof UnstorableTextError) return failureResponse(failures.badRequest(error.message));
  log(`internal error: ${error.stack ?? error.message}`);
  return internalErrorResponse();
}

/** Logs each request before the client receives the answer. */
function logRequests({ requests, clock }: Platform, base: string): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const at = clock.now().toISOString();
    const started = performance.now();
    await next();
    const url = new URL(context.req.url);
    requests.add({
      at,
      method: context.req.method,
      path: url.pathname.slice(base.length) + url.search,
      status: context.get("unanswered") ? 0 : context.res.status,
      ms: Math.round((performance.now() - started) * 1000) / 1000,
    });
  };
}

function limitRate(platform: Platform): MiddlewareHandler<AppEnv> {
  const { rateLimiter, clock } = platform;
  return async (context, next) => {
    if (rateLimiter.limit === undefined) return next();
    const key = rateLimitKey(platform, context.req.header("authorization"));
    const { refused, headers } = rateLimiter.count(key, clock.now().getTime());
    if (refused)
      context.res = failureResponse(failures.rateLimited(rateLimiter.limit, rateLimiter.windowSeconds));
    else await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  };
}

/** Returns the page of a platform that listens at the origin of `url`, with the headers that protect the page. */
export type RenderPage = (
  platform: Platform,
  url: URL,
) => { readonly text: string; readonly headers: Readonly<Record<string, string>> };

/** Answers the platform's page to a browser on this machine. Any other client is answered as if there were no page. */
function answerPage(platform: Platform, renderPage: RenderPage): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { req, env } = context;
    const asksForPage = req.header("accept")?.includes("text/html") ?? false;
    if (!asksForPage || !isLocalRequest(req, env.remoteAddress)) return next();
    const { text, headers } = renderPage(platform, new URL(req.url));
    return context.html(text, 200, { ...headers });
  };
}
