import { setTimeout as wait } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv, Platform } from "./platform";
import type { InjectedFault } from "./fault-plan";

type FaultOf<Kind> = Extract<InjectedFault, { readonly kind: Kind }>;

export function injectFaults({ faults }: Platform, base: string): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const url = new URL(context.req.url);
    const fault = faults.take(context.req.method, url.pathname.slice(base.length) + url.search);
    switch (fault?.kind) {
      case undefined:
        return next();
      case "status":
        return statusFault(fault);
      case "html":
        return htmlFault(fault);
      case "delay":
        // The timer alone must not keep the process alive. An open connection does.
        await wait(fault.ms, undefined, { ref: false });
        return next();
      case "drop-before":
        return breakOff(context);
      case "drop-after":
        await next();
        replaceAnswer(context, breakOff(context));
        return;
      case "truncate":
        await next();
        replaceAnswer(context, await truncate(context));
        return;
    }
  };
}

function statusFault({ status = 500, retryAfter, errors: given }: FaultOf<"status">): Response {
  const errors = given ?? [{ code: 10_000 + status, message: `fault injected with status ${status}` }];
  const body = { result: null, success: false, errors, messages: [] };
  return Response.json(body, { status, headers: waiting(retryAfter) });
}

/** Returns an HTML page, as the edge answers if its origin fails. */
function htmlFault({ status = 520, retryAfter }: FaultOf<"html">): Response {
  const page = `<!DOCTYPE html>\n<html><head><title>${status}: Web server is returning an unknown error</title></head><body></body></html>\n`;
  const headers = { "Content-Type": "text/html; charset=UTF-8", ...waiting(retryAfter) };
  return new Response(page, { status, headers });
}

function waiting(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "Retry-After": String(seconds) };
}

function breakOff(context: Context<AppEnv>): Response {
  connection(context).destroy();
  context.set("unanswered", true);
  return RESPONSE_ALREADY_SENT;
}

/** Sends the headers of the whole body, and half of the body. */
async function truncate(context: Context<AppEnv>): Promise<Response> {
  const outgoing = connection(context);
  const { status, headers } = context.res;
  const body = Buffer.from(await context.res.arrayBuffer());
  outgoing.writeHead(status, { ...Object.fromEntries(headers), "content-length": body.length });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** Clears the response first. Hono would merge a second response into a new one, which the server would send again. */
function replaceAnswer(context: Context<AppEnv>, answer: Response): void {
  context.res = undefined;
  context.res = answer;
}

function connection({ env }: Context<AppEnv>) {
  if (!env.outgoing) throw new Error("an injected fault cannot break off a connection: the request has none");
  return env.outgoing;
}
