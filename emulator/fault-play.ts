import { setTimeout as wait } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "./bindings";
import type { Fault } from "./faults";
import type { Platform } from "./platform";

type AnsweredFault = Extract<Fault, { readonly kind: "status" | "html" }>;

/** Plays the fault that is planned for a request, if any. */
export function playFaults({ faults }: Platform, base: string): MiddlewareHandler<AppEnv> {
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
        // It does not hold up the end of the platform: while there is a caller, its connection keeps the process.
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

function statusFault({ status = 500, retryAfter }: AnsweredFault): Response {
  const errors = [{ code: 10_000 + status, message: `fault injected with status ${status}` }];
  return Response.json(
    { result: null, success: false, errors, messages: [] },
    { status, ...(retryAfter !== undefined && { headers: { "Retry-After": String(retryAfter) } }) },
  );
}

/** As the edge answers when what is behind it fails. */
function htmlFault({ status = 520, retryAfter }: AnsweredFault): Response {
  const page = `<!DOCTYPE html>\n<html><head><title>${status}: Web server is returning an unknown error</title></head><body></body></html>\n`;
  return new Response(page, {
    status,
    headers: {
      "Content-Type": "text/html; charset=UTF-8",
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
    },
  });
}

function breakOff(context: Context<AppEnv>): Response {
  connection(context).destroy();
  context.set("unanswered", true);
  return RESPONSE_ALREADY_SENT;
}

/** Announces the whole body and sends half of it. */
async function truncate(context: Context<AppEnv>): Promise<Response> {
  const outgoing = connection(context);
  const { status, headers } = context.res;
  const body = Buffer.from(await context.res.arrayBuffer());
  outgoing.writeHead(status, { ...Object.fromEntries(headers), "content-length": body.length });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** Setting one response over another would merge them into a third, which the server does not know as sent. */
function replaceAnswer(context: Context<AppEnv>, answer: Response): void {
  context.res = undefined;
  context.res = answer;
}

function connection({ env }: Context<AppEnv>) {
  if (!env.outgoing) throw new Error("a fault that breaks off a connection needs one");
  return env.outgoing;
}
