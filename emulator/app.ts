import { Hono, type MiddlewareHandler } from "hono";
import { bearerOwner } from "./auth";
import type { AppEnv } from "./bindings";
import { controlApp } from "./control";
import { BASE, serveOperations } from "./dispatch";
import { bugResponse, failureResponse } from "./envelope";
import { Failure, failures } from "./failures";
import { playFaults } from "./fault-play";
import { gatewayApp } from "./gateway";
import type { Platform } from "./platform";

export const GATEWAY = "/gateway";

export type App = Hono<AppEnv>;

/** The emulated API, the chain gateway and the control plane as one HTTP application. */
export function createApp(platform: Platform): App {
  const app: App = new Hono({ strict: false });
  app.onError((error) => refuse(platform, error));
  app.notFound((context) => failureResponse(failures.couldNotRoute(context.req.path, 404)));
  app.use(`${BASE}/*`, logRequests(platform, BASE), playFaults(platform, BASE), limitRate(platform));
  serveOperations(app, platform);
  app.all(`${BASE}/*`, (context) => {
    throw failures.couldNotRoute(context.req.path.slice(BASE.length), 404);
  });
  app.use(`${GATEWAY}/*`, logRequests(platform, GATEWAY), playFaults(platform, GATEWAY));
  app.route(GATEWAY, gatewayApp(platform));
  app.route("/_platform", controlApp(platform));
  return app;
}

/** The one place where what went wrong becomes an answer. */
function refuse({ log }: Platform, error: Error): Response {
  if (error instanceof Failure) return failureResponse(error);
  log(`fault of the platform: ${error.stack ?? error.message}`);
  return bugResponse();
}

/** The entry is there before the caller has the answer. */
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

/** The user's key and tokens count together, each token of an account by itself. */
function limitRate(platform: Platform): MiddlewareHandler<AppEnv> {
  const { rateLimiter, clock } = platform;
  return async (context, next) => {
    if (rateLimiter.limit === undefined) return next();
    const who = bearerOwner(platform, context.req.header("authorization"));
    const { refused, headers } = rateLimiter.count(who, clock.now().getTime());
    if (refused)
      context.res = failureResponse(failures.rateLimited(rateLimiter.limit, rateLimiter.windowSeconds));
    else await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  };
}
