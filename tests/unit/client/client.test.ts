import { inspect } from "node:util";
import {
  ConfigurationError,
  createClient,
  EdgeError,
  isConnectionError,
  isRateLimit,
  isServerError,
  isUnexpectedAnswer,
  sharedClient,
} from "../../../provider/client";
import {
  ok,
  refused,
  rejection,
  settingsFor,
  startServer,
  testEnvironment,
  TOKEN,
  withServer,
  type ScriptedAnswer,
} from "../../contract/client/scripted-server";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const RULESET = "2f2feab2026849078ba485f918791bdc";
const RULE = "3a03d665bac047339bb530ecb439a90d";
const PHASE = "http_request_firewall_custom";
const ME = { id: "7c5dae5552338874e5053f2534d2767a", email: "me@example.com" };
const ruleset = { id: RULESET, name: "default", kind: "zone", version: "2", phase: PHASE, rules: [] };
const tokenBody = { name: "t", policies: [] };
const rule = { action: "block", expression: "true" };
const busy: ScriptedAnswer = { status: 503, text: "<html>" };

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe("credentials", () => {
  it("travel as a bearer token", () =>
    withServer([ok(ME)], async ({ server, client }) => {
      await client.user.get();
      expect(server.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}` });
      expect(server.seen[0]?.headers).not.toHaveProperty("x-auth-key");
    }));

  it("travel as email and key", () =>
    withServer(
      [ok(ME)],
      async ({ server, client }) => {
        await client.user.get();
        expect(server.seen[0]?.headers).toMatchObject({
          "x-auth-email": "me@example.com",
          "x-auth-key": "key",
        });
        expect(server.seen[0]?.headers).not.toHaveProperty("authorization");
      },
      {
        settings: {
          credential: { kind: "key", email: "me@example.com", apiKey: "key", source: "EDGE_API_KEY" },
        },
      },
    ));

  it("are asked for before anything is sent", () =>
    withServer(
      [],
      async ({ server, client }) => {
        const error = await rejection(client.user.get());
        expect(error).toBeInstanceOf(ConfigurationError);
        expect(String(error)).toContain("there is no credential");
        expect(server.seen).toEqual([]);
      },
      { settings: { credential: undefined } },
    ));

  it("do not travel to the gateway", () =>
    withServer([{ json: { jsonrpc: "2.0", id: 1, result: "0x1" } }], async ({ server, client }) => {
      await client.gateway.call("sepolia", { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] });
      expect(JSON.stringify(server.seen)).not.toContain(TOKEN);
    }));
});

describe("the base URL", () => {
  it("is checked when the client is made", () =>
    expect(() => createClient(settingsFor("https://user:canary@edge.example.com"))).toThrow(
      ConfigurationError,
    ));

  it("may be missing where the gateway alone is called", () =>
    withServer(
      [{ json: { jsonrpc: "2.0", id: 1, result: "0x1" } }],
      async ({ client }) => {
        const request = { jsonrpc: "2.0", id: 1, method: "eth_blockNumber" } as const;
        expect(await client.gateway.call("sepolia", request)).toEqual({
          jsonrpc: "2.0",
          id: 1,
          result: "0x1",
        });
        expect(String(await rejection(client.user.get()))).toContain(
          "edge:baseUrl (EDGE_BASE_URL) is not set",
        );
      },
      { settings: { baseUrl: undefined } },
    ));
});

describe("trying again", () => {
  it("asks again after a server error, each time a little later", () =>
    withServer([busy, busy, ok(ME)], async ({ server, client, environment }) => {
      expect(await client.user.get()).toEqual(ME);
      expect(server.seen).toHaveLength(3);
      expect(environment.slept).toEqual([250, 500]);
    }));

  it("gives up after four tries and says so", () =>
    withServer([busy, busy, busy, busy, ok(ME)], async ({ server, client }) => {
      const error = await rejection(client.user.get());
      expect(isServerError(error)).toBe(true);
      expect(String(error)).toContain("GET /user (tried 4 times)");
      expect(server.seen).toHaveLength(4);
    }));

  it("asks again after a broken connection", () =>
    withServer([{ drop: "before" }, { drop: "half" }, ok(ME)], async ({ client }) => {
      expect(await client.user.get()).toEqual(ME);
    }));

  it("asks again after nobody listened, whatever the request", async () => {
    const gone = await startServer([]);
    await gone.close();
    const environment = testEnvironment();
    const client = createClient(settingsFor(gone.origin), environment);
    const error = await rejection(client.tokens.create({ user: true }, tokenBody));
    expect(isConnectionError(error)).toBe(true);
    expect(error).toMatchObject({ code: "ECONNREFUSED", outcome: "refused" });
    expect(environment.slept).toHaveLength(3);
  });

  it("does not ask again where no secure connection can be made", async () => {
    const server = await startServer([]);
    const environment = testEnvironment();
    try {
      const origin = server.origin.replace("http:", "https:");
      const error = await rejection(createClient(settingsFor(origin), environment).user.get());
      expect(isConnectionError(error)).toBe(true);
      expect(String(error)).toContain(`GET /user: cannot establish a TLS connection to ${origin}`);
      expect(environment.slept).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it.each<[string, ScriptedAnswer]>([
    ["a server error", busy],
    ["a broken connection", { drop: "before" }],
    ["half an answer", { drop: "half" }],
    ["a time-out told by the server", { status: 408, text: "" }],
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
    ["creates a zone", (client) => client.zones.create({ name: "a.example", account: { id: ZONE } })],
  ])("sends once what %s, when the outcome is open", (_, work) =>
    withServer([busy, busy], async ({ server, client }) => {
      expect(await rejection(work(client))).toMatchObject({ outcome: "unknown" });
      expect(server.seen).toHaveLength(1);
    }),
  );

  it.each<[string, (client: ReturnType<typeof createClient>) => Promise<unknown>]>([
    ["patches a rule", (client) => client.rulesets.patchRule({ zoneId: ZONE }, RULESET, RULE, rule)],
    ["removes a rule", (client) => client.rulesets.removeRule({ zoneId: ZONE }, RULESET, RULE)],
    ["replaces a ruleset", (client) => client.rulesets.replace({ zoneId: ZONE }, RULESET, {})],
  ])("sends again what %s", (_, work) =>
    withServer([busy, ok(ruleset)], async ({ server, client }) => {
      expect(await work(client)).toEqual(ruleset);
      expect(server.seen).toHaveLength(2);
    }),
  );

  it("leaves a write open when its first answer was lost, whatever is said to the second", () =>
    withServer([{ drop: "before" }, refused(400, { message: "no" })], async ({ client }) => {
      expect(await rejection(client.rulesets.patchRule({ zoneId: ZONE }, RULESET, RULE, rule))).toMatchObject(
        {
          name: "InvalidRequestError",
          outcome: "unknown",
        },
      );
    }));

  it("has nothing to leave open for a question, even by POST", () =>
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

  it("sends again even a create that the limit held back, as late as the server asks", () =>
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

  it("does not hold a call for a pause of an hour", () =>
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

  it.each([400, 401, 403, 404, 409])("takes %i for an answer", (status) =>
    withServer([refused(status, { code: 1, message: "no" })], async ({ server, client }) => {
      await rejection(client.user.get());
      expect(server.seen).toHaveLength(1);
    }),
  );
});

describe("calls at the same time", () => {
  it("share one request where they read the same, and each get a copy of their own", () =>
    withServer(
      async () => {
        await settle();
        return ok({ ...ME, settings: { nested: [] } });
      },
      async ({ server, client }) => {
        const [a, b] = await Promise.all([client.user.get(), client.user.get()]);
        expect(a).toEqual(b);
        expect(a).not.toBe(b);
        expect(a["settings"]).not.toBe(b["settings"]);
        expect(server.seen).toHaveLength(1);
      },
    ));

  it("do not share across a write", () =>
    withServer(
      async ({ method }) => {
        await settle();
        return method === "GET" ? ok(ME) : ok(ruleset);
      },
      async ({ server, client }) => {
        const before = client.user.get();
        const write = client.rulesets.patchRule({ zoneId: ZONE }, RULESET, RULE, rule);
        const after = client.user.get();
        await write;
        await Promise.all([before, after, client.user.get()]);
        expect(server.seen.filter(({ method }) => method === "GET")).toHaveLength(3);
      },
    ));

  it("go on sharing when an expression is only judged, which writes nothing", () =>
    withServer(
      async ({ method }) => {
        await settle();
        return ok(method === "GET" ? ME : null);
      },
      async ({ server, client }) => {
        await client.user.get();
        await Promise.all([client.user.get(), client.filters.validate("true"), client.user.get()]);
        expect(server.seen.filter(({ method }) => method === "GET")).toHaveLength(2);
      },
    ));

  it("write to one ruleset in turn, by its id and by its phase", () => {
    let underWay = 0;
    let most = 0;
    return withServer(
      async ({ method }) => {
        if (method === "GET") return ok(ruleset);
        most = Math.max(most, (underWay += 1));
        await settle();
        underWay -= 1;
        return ok(ruleset);
      },
      async ({ client }) => {
        const zone = { zoneId: ZONE };
        await client.rulesets.entrypoint(zone, PHASE);
        await Promise.all([
          client.rulesets.patchRule(zone, RULESET, RULE, rule),
          client.rulesets.replaceEntrypoint(zone, PHASE, {}),
          client.rulesets.addRule(zone, RULESET, rule),
        ]);
        expect(most).toBe(1);
      },
    );
  });

  it("write to different zones in parallel", () => {
    let arrived = 0;
    let release: (() => void) | undefined;
    const bothArrived = new Promise<void>((resolve) => (release = resolve));
    return withServer(
      async ({ method }) => {
        if (method === "GET") return ok(ruleset);
        if ((arrived += 1) === 2) release?.();
        await bothArrived;
        return ok(ruleset);
      },
      async ({ client }) => {
        await client.rulesets.get({ zoneId: ZONE }, RULESET);
        await Promise.all(
          [ZONE, RULESET].map((zoneId) => client.rulesets.patchRule({ zoneId }, RULESET, RULE, rule)),
        );
        expect(arrived).toBe(2);
      },
    );
  });

  it("are all held back when the server says that nothing is left", () =>
    withServer(
      [{ json: { result: ME, success: true }, headers: { Ratelimit: '"default";r=0;t=30' } }, ok([])],
      async ({ client, environment }) => {
        await client.user.get();
        await client.accounts.list();
        expect(environment.slept).toEqual([30_000]);
      },
    ));
});

describe("sharedClient", () => {
  it("is one client for one connection", () => {
    const settings = settingsFor("http://127.0.0.1:9");
    expect(sharedClient(settings)).toBe(sharedClient({ ...settings }));
    expect(sharedClient(settings)).not.toBe(sharedClient({ ...settings, accountId: ZONE }));
  });

  it("lets connections with one credential share what is under way, and others not", async () => {
    const server = await startServer(async () => {
      await settle();
      return ok(ME);
    });
    try {
      const settings = settingsFor(server.origin);
      const other = { kind: "token", token: "other", source: "EDGE_API_TOKEN" } as const;
      await Promise.all(
        [settings, { ...settings, name: "prod" }, { ...settings, credential: other }].map((one) =>
          sharedClient(one).user.get(),
        ),
      );
      expect(server.seen).toHaveLength(2);
    } finally {
      await server.close();
    }
  });
});

describe("secrets", () => {
  /** Everything that can be seen of an error. */
  const seen = (error: unknown): string =>
    [
      inspect(error, { depth: Infinity, showHidden: true, getters: true }),
      inspect(structuredClone(error), { depth: Infinity, showHidden: true }),
      JSON.stringify(error),
      String(error),
      (error as Error).stack,
    ].join();

  it.each<[string, ScriptedAnswer]>([
    ["a refusal that repeats it", refused(400, { code: TOKEN, message: `bad token ${TOKEN}` })],
    ["an answer of another shape that holds it", { json: { result: { token: TOKEN }, success: true } }],
    ["a page that holds it", { text: `<html>${TOKEN}</html>` }],
    ["a broken connection", { drop: "before" }],
    ["a server error", { status: 500, text: TOKEN }],
  ])("do not stand in the error or the log after %s", (_, answer) =>
    withServer(
      () => answer,
      async ({ client, environment }) => {
        const error = await rejection(client.user.get());
        expect(error).toBeInstanceOf(EdgeError);
        expect(seen(error)).not.toContain(TOKEN);
        expect(environment.lines).toHaveLength(1);
        expect(environment.lines.join()).not.toContain(TOKEN);
      },
      { logLevel: "debug" },
    ),
  );

  it("do not stand in the error of a call without an answer, which keeps nothing of the library's own", async () => {
    const server = await startServer([]);
    await server.close();
    const error = await rejection(createClient(settingsFor(server.origin), testEnvironment()).user.get());
    expect(isConnectionError(error)).toBe(true);
    expect(error).not.toHaveProperty("cause");
    expect(seen(error)).not.toContain(TOKEN);
  });

  it("do not stand in a client that somebody prints", () =>
    withServer([ok(ME)], async ({ client }) => {
      await client.user.get();
      const printed = inspect(client, { depth: Infinity, showHidden: true, getters: true });
      expect(printed + JSON.stringify(client)).not.toContain(TOKEN);
    }));

  it("do not stand in error or log when they were given for an id, a network or a tag", () =>
    withServer(
      () => refused(404, { message: "no" }),
      async ({ client, environment }) => {
        const zone = { zoneId: ZONE };
        const request = { jsonrpc: "2.0", id: 1, method: TOKEN.slice(0, 3) } as const;
        const errors = await Promise.all(
          [
            client.zones.get(TOKEN),
            client.rulesets.entrypoint(zone, TOKEN),
            client.rulesets.byTag(zone, RULESET, "1", TOKEN),
            client.gateway.call(TOKEN, request),
          ].map(rejection),
        );
        expect(errors.map(seen).join()).not.toContain(TOKEN);
        expect(environment.lines.join()).not.toContain(TOKEN);
      },
      { logLevel: "debug" },
    ));

  it("do not stand in the log when they travel in query or body", () =>
    withServer(
      ({ url }) => (url.includes("tokens") ? ok("canary-new-value") : ok(null)),
      async ({ client, environment }) => {
        await client.filters.validate('http.cookie eq "canary"');
        await client.filters.validateByQuery('http.cookie eq "canary"');
        await client.tokens.roll({ user: true }, RULESET);
        expect(environment.lines).toHaveLength(3);
        expect(environment.lines.join()).not.toContain("canary");
      },
      { logLevel: "debug" },
    ));

  it("do not stand in the error when a new token's answer cannot be read", () =>
    withServer([ok({ id: 5, name: "t", value: "canary-new-value" })], async ({ client }) => {
      const error = await rejection(client.tokens.create({ user: true }, tokenBody));
      expect(isUnexpectedAnswer(error)).toBe(true);
      expect(error).toMatchObject({ outcome: "unknown" });
      expect(seen(error)).not.toContain("canary");
    }));
});

describe("the log", () => {
  it("has one line for a call, whatever its tries", () =>
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
