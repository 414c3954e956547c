import { createClient, ConnectionError, isRateLimit, ServerError } from "../../../provider/client";
import {
  ok,
  refused,
  rejection,
  settingsFor,
  startServer,
  testEnvironment,
  withServer,
  type ScriptedAnswer,
} from "../../contract/client/scripted-server";
import { busy, ME, PHASE, rule, RULE, ruleset, RULESET, tokenBody, ZONE } from "./samples";

describe("retries", () => {
  it("retries after a server error, with growing waits", () =>
    withServer([busy, busy, ok(ME)], async ({ server, client, environment }) => {
      expect(await client.user.get()).toEqual(ME);
      expect(server.seen).toHaveLength(3);
      expect(environment.slept).toEqual([250, 500]);
    }));

  it("gives up after four attempts and says so", () =>
    withServer([busy, busy, busy, busy, ok(ME)], async ({ server, client }) => {
      const error = await rejection(client.user.get());
      expect(error).toBeInstanceOf(ServerError);
      expect(String(error)).toContain("GET /user (tried 4 times)");
      expect(server.seen).toHaveLength(4);
    }));

  it("retries after a broken connection", () =>
    withServer([{ drop: "before" }, { drop: "half" }, ok(ME)], async ({ client }) => {
      expect(await client.user.get()).toEqual(ME);
    }));

  it("retries any request after a refused connection", async () => {
    const gone = await startServer([]);
    await gone.close();
    const environment = testEnvironment();
    const client = createClient(settingsFor(gone.origin), environment);
    const error = await rejection(client.tokens.create({ user: true }, tokenBody));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: "ECONNREFUSED", outcome: "refused" });
    expect(environment.slept).toHaveLength(3);
  });

  it("does not retry after a TLS error", async () => {
    const server = await startServer([]);
    const environment = testEnvironment();
    try {
      const origin = server.origin.replace("http:", "https:");
      const error = await rejection(createClient(settingsFor(origin), environment).user.get());
      expect(error).toBeInstanceOf(ConnectionError);
      expect(String(error)).toContain(`GET /user: cannot establish a TLS connection to ${origin}`);
      expect(environment.slept).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it.each<[string, ScriptedAnswer]>([
    ["a server error", busy],
    ["a broken connection", { drop: "before" }],
    ["an incomplete response", { drop: "half" }],
    ["a timeout reported by the server", { status: 408, text: "" }],
  ])("does not create a second token after %s", (_, answer) =>
    withServer([answer, ok({})], async ({ server, client }) => {
      const error = await rejection(client.tokens.create({ user: true }, tokenBody));
      expect(error).toMatchObject({ outcome: "unknown" });
      expect(server.seen).toHaveLength(1);
    }),
  );

  it.each<[string, (client: ReturnType<typeof createClient>) => Promise<unknown>]>([
    ["rolls a token", (client) => client.tokens.roll({ user: true }, RULESET)],
    [
      "creates a ruleset",
      (client) => client.rulesets.create({ zoneId: ZONE }, { name: "n", kind: "zone", phase: PHASE }),
    ],
    ["adds a rule", (client) => client.rulesets.addRule({ zoneId: ZONE }, RULESET, rule)],
    ["replaces an entry point", (client) => client.rulesets.replaceEntrypoint({ zoneId: ZONE }, PHASE, {})],
  ])("sends a request once that %s, if the outcome is unknown", (_, work) =>
    withServer([busy, busy], async ({ server, client }) => {
      expect(await rejection(work(client))).toMatchObject({ outcome: "unknown" });
      expect(server.seen).toHaveLength(1);
    }),
  );

  it.each<[string, (client: ReturnType<typeof createClient>) => Promise<unknown>]>([
    ["patches a rule", (client) => client.rulesets.patchRule({ zoneId: ZONE }, RULESET, RULE, rule)],
    ["removes a rule", (client) => client.rulesets.removeRule({ zoneId: ZONE }, RULESET, RULE)],
    ["replaces a ruleset", (client) => client.rulesets.replace({ zoneId: ZONE }, RULESET, {})],
  ])("retries a request that %s", (_, work) =>
    withServer([busy, ok(ruleset)], async ({ server, client }) => {
      expect(await work(client)).toEqual(ruleset);
      expect(server.seen).toHaveLength(2);
    }),
  );

  it("reports an unknown outcome of a write whose first response was lost, even if the retry is refused", () =>
    withServer([{ drop: "before" }, refused(400, { message: "no" })], async ({ client }) => {
      expect(await rejection(client.rulesets.patchRule({ zoneId: ZONE }, RULESET, RULE, rule))).toMatchObject(
        {
          name: "InvalidRequestError",
          outcome: "unknown",
        },
      );
    }));

  it("reports a refused outcome for a read, even by POST", () =>
    withServer(
      () => ({ drop: "before" }),
      async ({ server, client }) => {
        expect(await rejection(client.filters.validate("true"))).toMatchObject({
          name: "ConnectionError",
          outcome: "refused",
          hint: "Try again.",
        });
        expect(server.seen).toHaveLength(4);
      },
    ));

  it("retries even a create after status 429, when the server allows it", () =>
    withServer(
      [
        { status: 429, json: { success: false, result: null, errors: [] }, headers: { "Retry-After": "30" } },
        ok({ ...tokenBody, id: "i", status: "active", value: "v" }),
      ],
      async ({ server, client, environment }) => {
        await client.tokens.create({ user: true }, tokenBody);
        expect(server.seen).toHaveLength(2);
        expect(environment.slept.reduce((a, b) => a + b)).toBeGreaterThanOrEqual(30_000);
      },
    ));

  it("waits for the five minutes for which the API refuses who has exceeded the documented limit", () =>
    withServer(
      [{ status: 429, text: "", headers: { "Retry-After": "300" } }, ok({ id: "u", email: "a@b.example" })],
      async ({ server, client, environment }) => {
        await client.user.get();
        expect(server.seen).toHaveLength(2);
        expect(environment.slept.reduce((a, b) => a + b)).toBeGreaterThanOrEqual(300_000);
      },
    ));

  it("fails instead of waiting for a pause of an hour", () =>
    withServer(
      [{ status: 429, text: "", headers: { "Retry-After": "3600" } }],
      async ({ server, client, environment }) => {
        const error = await rejection(client.user.get());
        expect(isRateLimit(error)).toBe(true);
        expect(String(error)).toContain("The API asks to wait 3600 s.");
        const next = await rejection(client.accounts.list());
        expect(isRateLimit(next)).toBe(true);
        expect(String(next)).toContain("GET /accounts: the API asked for a pause, which ends in 3600 s");
        expect(server.seen).toHaveLength(1);
        expect(environment.slept).toEqual([]);
      },
    ));

  it.each([400, 401, 403, 404, 409])("does not retry after %i", (status) =>
    withServer([refused(status, { code: 1, message: "no" })], async ({ server, client }) => {
      await rejection(client.user.get());
      expect(server.seen).toHaveLength(1);
    }),
  );
});

describe("the log", () => {
  it("has one line per call, including its retries", () =>
    withServer(
      [busy, ok(ME)],
      async ({ client, environment }) => {
        await client.user.get();
        expect(environment.lines).toEqual([
          expect.stringMatching(/^edge GET \/user 200 \d+ ms, 2 attempts$/),
        ]);
      },
      { logLevel: "info" },
    ));
});
