import { Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import type { AppEnv, Platform } from "../platform";
import { parseJson } from "../read-json";
import { ControlError, Failure } from "../failures";
import { InjectedFault } from "../fault-plan";
import { isFromOwnPage, isLocalRequest } from "../loopback";
import { openApiDocument } from "../openapi";
import { ClockChange, changeClock, serializeClock } from "./clock";
import { PublishedVersion, publishVersion } from "./managed";
import { resetPlatform } from "../initial-data";
import { UnstorableTextError, UnwritableDataError } from "../store/database";
import { SeedDocument, seedPlatform } from "./seed";
import { readSnapshot, Snapshot, writeSnapshot } from "./snapshot";

/** Creates the control plane: plain JSON without authentication, for the operator of the platform. */
export function controlApp(platform: Platform): Hono<AppEnv> {
  const { store, requests, faults } = platform;
  const app = new Hono<AppEnv>();
  const inTransaction = <T>(work: () => T) => store.data.transaction(work);

  app.use(requireLocal);
  app.use(async (context, next) => {
    await next();
    if (context.req.method !== "GET" && context.res.ok) requests.countChange();
  });

  app.get("/health", (context) => context.json({ status: "ok" }));

  app.get("/openapi.json", (context) => context.json(openApiDocument()));

  app.get("/requests", (context) => {
    const since = z.coerce
      .number()
      .int()
      .min(0)
      .safeParse(context.req.query("since") ?? "0");
    if (!since.success) throw new ControlError("since must be a number, such as `next` of the last answer");
    return context.json(requests.list(since.data));
  });
  app.delete("/requests", (context) => {
    requests.clear();
    return context.json({ status: "ok" });
  });

  app.get("/faults", (context) => context.json(faults.list()));
  app.put("/faults", async (context) => {
    faults.replace(parse(z.array(InjectedFault), await context.req.text()));
    return context.json(faults.list());
  });

  app.get("/clock", (context) => context.json(serializeClock(platform.clock)));
  app.put("/clock", async (context) => {
    changeClock(platform.clock, parse(ClockChange, await context.req.text()));
    return context.json(serializeClock(platform.clock));
  });

  app.post("/reset", (context) => {
    inTransaction(() => resetPlatform(platform));
    return context.json({ status: "ok" });
  });
  app.post("/seed", async (context) => {
    const document = parse(SeedDocument, await context.req.text());
    return context.json(inTransaction(() => seedPlatform(platform, document)));
  });
  app.get("/snapshot", (context) => context.json(readSnapshot(platform)));
  app.put("/snapshot", async (context) => {
    const snapshot = parse(Snapshot, await context.req.text());
    inTransaction(() => writeSnapshot(platform, snapshot));
    return context.json({ status: "ok" });
  });

  app.post("/managed/:id", async (context) => {
    const text = await context.req.text();
    const change = parse(PublishedVersion, text.trim() === "" ? "{}" : text);
    return context.json(inTransaction(() => publishVersion(platform, context.req.param("id"), change)));
  });

  app.notFound((context) =>
    context.json({ error: `there is no ${context.req.path} in the control plane` }, 404),
  );
  app.onError((error, context) => {
    if (error instanceof ControlError) return context.json({ error: error.message }, error.status);
    if (error instanceof Failure || error instanceof UnstorableTextError)
      return context.json({ error: error.message }, 400);
    if (error instanceof UnwritableDataError) return context.json({ error: error.message }, 507);
    platform.log(`internal error: ${error.stack ?? error.message}`);
    return context.json({ error: "fault of the platform; see its log" }, 500);
  });
  return app;
}

/** Allows requests from this machine only, and none from web pages except the platform's own. */
const requireLocal: MiddlewareHandler<AppEnv> = async ({ req, env }, next) => {
  if (!isLocalRequest(req, env.remoteAddress) || !isFromOwnPage(req))
    throw new ControlError(
      "the control plane is for loopback names alone, and for no web page but the platform's own",
      403,
    );
  await next();
};

function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(text, "plain"));
  if (parsed.success) return parsed.data;
  throw new ControlError(z.prettifyError(parsed.error));
}
