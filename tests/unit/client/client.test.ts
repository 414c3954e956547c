import { ConfigurationError, createClient, sharedClient } from "../../../provider/client";
import {
  ok,
  rejection,
  settingsFor,
  startServer,
  TOKEN,
  withServer,
} from "../../contract/client/scripted-server";
import { ME, PHASE, rule, RULE, ruleset, RULESET, settle, ZONE } from "./samples";

describe("credentials", () => {
  it("are sent as a bearer token", () =>
    withServer([ok(ME)], async ({ server, client }) => {
      await client.user.get();
      expect(server.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}` });
      expect(server.seen[0]?.headers).not.toHaveProperty("x-auth-key");
    }));

  it("are sent as email and key", () =>
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

  it("are required before anything is sent", () =>
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

  it("are not sent to the gateway", () =>
    withServer([{ json: { jsonrpc: "2.0", id: 1, result: "0x1" } }], async ({ server, client }) => {
      await client.gateway.call("sepolia", { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] });
      expect(JSON.stringify(server.seen)).not.toContain(TOKEN);
    }));
});

describe("the share of the rate limit", () => {
  // A tenth of the window has passed, and all of the head start is used.
  const limited = {
    ...ok(ME),
    headers: { "ratelimit-policy": '"default";q=1200;w=300', ratelimit: '"default";r=500;t=270' },
  };
  const sleepsOf = (rateShare: number | undefined) =>
    withServer(
      [limited, limited],
      async ({ client, environment }) => {
        await client.user.get();
        await client.user.get();
        return environment.slept;
      },
      { settings: { rateShare } },
    );

  it("delays the requests of the connection", async () => {
    const [first] = await sleepsOf(1 / 16);
    expect(first).toBeGreaterThan(8_000);
  });

  it("is the whole limit if it is not set", async () => expect(await sleepsOf(undefined)).toEqual([]));
});

describe("the base URL", () => {
  it("is validated when the client is created", () =>
    expect(() => createClient(settingsFor("https://user:canary@edge.example.com"))).toThrow(
      ConfigurationError,
    ));

  it("is optional if only the gateway is called", () =>
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

describe("concurrent calls", () => {
  it("send identical reads as one request, and each get their own copy", () =>
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

  it("do not coalesce reads across a write", () =>
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

  it("still coalesce reads during a validation, which writes nothing", () =>
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

  it("serialize writes to one ruleset, by its id and by its phase", () => {
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

  it("are delayed when the server reports that no requests are left", () =>
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
  it("returns one client per connection", () => {
    const settings = settingsFor("http://127.0.0.1:9");
    expect(sharedClient(settings)).toBe(sharedClient({ ...settings }));
    expect(sharedClient(settings)).not.toBe(sharedClient({ ...settings, accountId: ZONE }));
  });

  it("coalesces reads only of connections with the same credential", async () => {
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
