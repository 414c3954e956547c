import {
  createClient,
  hasCode,
  isAuthenticationError,
  isInvalidRequest,
  messageWithAnswer,
  isNotFound,
  isPermissionError,
  ServerError,
  type ClientEnvironment,
  type ConnectionSettings,
  type EdgeClient,
} from "../../provider/client";
import { EXAMPLE_COM, OWASP, startTestPlatform, useTestPlatform } from "../support/platform";
import { rejection, testEnvironment } from "./client/scripted-server";

const platform = useTestPlatform();

/** A client of the platform under test. */
function connect(
  credential: ConnectionSettings["credential"] = {
    kind: "token",
    token: platform.token,
    source: "EDGE_API_TOKEN",
  },
  environment: Partial<ClientEnvironment> = {},
  at: { baseUrl: string; gatewayUrl: string } = platform,
): EdgeClient {
  const { baseUrl, gatewayUrl } = at;
  return createClient(
    { baseUrl, gatewayUrl, vendor: "cloudflare", accountId: undefined, credential, name: undefined },
    environment,
  );
}

const me = { user: true } as const;
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";
const tokenBody = (name: string) => ({
  name,
  policies: [
    {
      effect: "allow" as const,
      resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" as const },
      permission_groups: [{ id: ZONE_READ }],
    },
  ],
});
const block = (ref: string) => ({ ref, action: "block", expression: `http.request.uri.path eq "/${ref}"` });

describe("tokens on the platform", () => {
  it("can be created, used and removed, for the user and for an account", async () => {
    const { tokens } = connect();
    for (const owner of [me, { accountId: platform.accountId }]) {
      const made = await tokens.create(owner, tokenBody("short life"));
      expect(made).toMatchObject({ name: "short life", status: "active" });
      const { value, ...rest } = made;
      expect(await tokens.get(owner, made.id)).toEqual(rest);
      expect((await tokens.list(owner)).map(({ id }) => id)).toContain(made.id);

      const replaced = await tokens.replace(owner, made.id, { ...tokenBody("renamed"), status: "disabled" });
      expect(replaced).toMatchObject({ id: made.id, name: "renamed", status: "disabled" });

      const rolled = await tokens.roll(owner, made.id);
      expect(rolled).not.toBe(value);

      await tokens.remove(owner, made.id);
      expect(isNotFound(await rejection(tokens.get(owner, made.id)))).toBe(true);
    }
  });

  it("are listed over several pages", async () => {
    const { tokens } = connect();
    const made = [];
    for (let i = 0; i < 60; i++) made.push((await tokens.create(me, tokenBody(`page ${i}`))).id);
    const listed = (await tokens.list(me)).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(made));
    expect(new Set(listed).size).toBe(listed.length);
    await Promise.all(made.map((id) => tokens.remove(me, id)));
  });

  it("can verify themselves", async () => {
    expect(await connect().tokens.verify(me)).toMatchObject({ status: "active" });
    const unknown = connect({ kind: "token", token: "x".repeat(40), source: "EDGE_API_TOKEN" });
    expect(isAuthenticationError(await rejection(unknown.tokens.verify(me)))).toBe(true);
  });

  it("find permission groups by name", async () => {
    const groups = await connect().tokens.permissionGroups(me, { name: "Zone Read" });
    expect(groups).toMatchObject([{ id: ZONE_READ, scopes: ["com.cloudflare.api.account.zone"] }]);
  });

  it("can do only what their policies allow", async () => {
    const { value } = await connect().tokens.create(me, tokenBody("reader"));
    const reader = connect({ kind: "token", token: value, source: "EDGE_API_TOKEN" });
    expect(await reader.zones.get(EXAMPLE_COM)).toMatchObject({ name: "example.com" });
    expect(isPermissionError(await rejection(reader.tokens.create(me, tokenBody("no"))))).toBe(true);
    const unreadable = reader.rulesets.list({ zoneId: EXAMPLE_COM });
    expect(isPermissionError(await rejection(unreadable))).toBe(true);
  });
});

describe("rulesets on the platform", () => {
  const zone = { zoneId: EXAMPLE_COM };

  it("can be created, read, changed and removed", async () => {
    const { rulesets } = connect();
    const phase = "http_request_firewall_custom";
    const missing = await rejection(rulesets.entrypoint(zone, phase));
    expect(isNotFound(missing) && hasCode(missing, 10003)).toBe(true);
    expect(await rulesets.entrypointVersions(zone, phase)).toEqual([]);

    const body = { name: "default", kind: "zone", phase, rules: [block("a")] } as const;
    const made = await rulesets.create(zone, { ...body, rules: [...body.rules] });
    expect(hasCode(await rejection(rulesets.create(zone, { ...body, rules: [] })), 20217)).toBe(true);

    const added = await rulesets.addRule(zone, made.id, { ...block("b"), position: { before: "" } });
    expect(added.rules?.map(({ ref }) => ref)).toEqual(["b", "a"]);
    const ruleId = added.rules?.[0]?.id ?? "";
    const patched = await rulesets.patchRule(zone, made.id, ruleId, { ...block("b"), enabled: false });
    expect(patched.rules?.[0]).toMatchObject({ id: ruleId, enabled: false });
    const moved = await rulesets.patchRule(zone, made.id, ruleId, { position: { index: 2 } });
    expect(moved.rules?.map(({ ref }) => ref)).toEqual(["a", "b"]);
    const without = await rulesets.removeRule(zone, made.id, ruleId);
    expect(without.rules?.map(({ ref }) => ref)).toEqual(["a"]);

    const replaced = await rulesets.replace(zone, made.id, { rules: [block("c")] });
    expect(await rulesets.get(zone, made.id)).toEqual(replaced);
    const put = await rulesets.replaceEntrypoint(zone, phase, { rules: [block("d")] });
    expect(await rulesets.entrypoint(zone, phase)).toEqual(put);

    const versions = await rulesets.versions(zone, made.id);
    expect(versions).toHaveLength(Number(put.version));
    expect(await rulesets.entrypointVersions(zone, phase)).toEqual(versions);
    expect(await rulesets.version(zone, made.id, "1")).toEqual(made);
    expect(await rulesets.entrypointVersion(zone, phase, "1")).toEqual(made);
    await rulesets.removeVersion(zone, made.id, "1");
    expect(isNotFound(await rejection(rulesets.version(zone, made.id, "1")))).toBe(true);

    expect((await rulesets.list(zone)).map(({ id }) => id)).toContain(made.id);
    await rulesets.remove(zone, made.id);
    expect(isNotFound(await rejection(rulesets.get(zone, made.id)))).toBe(true);
  });

  it("include the managed ruleset, and its rules by tag", async () => {
    const { rulesets } = connect();
    const account = { accountId: platform.accountId };
    const owasp = await rulesets.get(account, OWASP);
    expect(owasp.rules?.at(-1)).toMatchObject({
      id: "6179ae15870a4bb7b2d480d4843b323c",
      action: "block",
      score_threshold: 40,
    });
    const tagged = await rulesets.byTag(account, OWASP, owasp.version, "paranoia-level-2");
    expect(tagged.rules?.length).toBeGreaterThan(0);
    expect(tagged.rules?.every(({ categories }) => categories?.includes("paranoia-level-2"))).toBe(true);
  });

  it("keep every rule when eight writers add at the same time", async () => {
    const { rulesets } = connect();
    const made = await rulesets.create(zone, { name: "default", kind: "zone", phase: "http_request_origin" });
    const refs = ["1", "2", "3", "4", "5", "6", "7", "8"];
    await Promise.all(
      refs.map((ref) =>
        rulesets.addRule(zone, made.id, {
          ref,
          action: "route",
          expression: "true",
          action_parameters: { host_header: "origin.example.com" },
        }),
      ),
    );
    expect((await rulesets.get(zone, made.id)).rules?.map(({ ref }) => ref)).toEqual(refs);
    await rulesets.remove(zone, made.id);
  });

  it("report an invalid expression in a rule with its path and the whole code frame", async () => {
    const bad = { name: "default", kind: "zone", phase: "http_request_firewall_custom" } as const;
    const error = await rejection(
      connect().rulesets.create(zone, { ...bad, rules: [{ action: "block", expression: "ip.srcc eq 1" }] }),
    );
    expect(isInvalidRequest(error)).toBe(true);
    expect(messageWithAnswer(error as Error)).toMatch(
      /Filter parsing error \(1:1\):\nip\.srcc eq 1\n\^+ unknown identifier/,
    );
  });
});

describe("filters on the platform", () => {
  it("are validated with token and with key", async () => {
    const key = {
      kind: "key",
      email: platform.email,
      apiKey: platform.apiKey,
      source: "EDGE_API_KEY",
    } as const;
    for (const { filters } of [connect(), connect(key)]) {
      await filters.validate('http.host eq "example.com" and ip.src in {192.0.2.0/24}');
      const error = await rejection(filters.validate("ip.src==34"));
      expect(isInvalidRequest(error)).toBe(true);
      expect(error).toMatchObject({
        serverMessage: expect.stringMatching(/^Filter parsing error.*\n/) as unknown,
      });
    }
  });
});

describe("zones, accounts and the user on the platform", () => {
  it("can be read", async () => {
    const client = connect();
    const account = { id: platform.accountId };
    const zone = await client.zones.get(EXAMPLE_COM);
    expect(await client.zones.list({ name: "example.com" })).toEqual([zone]);
    expect(isNotFound(await rejection(client.zones.get("0".repeat(32))))).toBe(true);
    expect(await client.accounts.list()).toMatchObject([account]);
    expect(await client.accounts.get(account.id)).toMatchObject(account);
    expect(await client.user.get()).toMatchObject({ id: platform.userId, email: platform.email });
  });
});

describe("the gateway of the platform", () => {
  it("answers, and rejects unsupported methods and unknown networks", async () => {
    const { gateway } = connect();
    const call = { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] } as const;
    const request = { ...call, params: [] };
    expect(await gateway.call("sepolia", request)).toMatchObject({ jsonrpc: "2.0", id: 1 });
    expect(
      isPermissionError(await rejection(gateway.call("sepolia", { ...request, method: "eth_accounts" }))),
    ).toBe(true);
    expect(isNotFound(await rejection(gateway.call("goerli", request)))).toBe(true);
  });
});

describe("faults of the platform", () => {
  afterEach(() => platform.control("PUT", "/faults", []));

  it.each([
    [{ kind: "drop-before", times: 2 }],
    [{ kind: "drop-after", times: 2 }],
    [{ kind: "truncate", times: 2 }],
    [{ kind: "html", status: 522, times: 2 }],
    [{ kind: "status", status: 503, times: 3 }],
    [{ kind: "status", status: 429, retryAfter: 5, times: 3 }],
  ])("do not fail a read, which is retried: %j", async (fault) => {
    await platform.control("PUT", "/faults", [{ method: "GET", path: "/zones", ...fault }]);
    const client = connect(undefined, testEnvironment());
    expect(await client.zones.get(EXAMPLE_COM)).toMatchObject({ name: "example.com" });
  });

  it("leave the outcome of a create unknown if its answer is lost, and the create is not repeated", async () => {
    await platform.control("PUT", "/faults", [{ method: "POST", path: "/user/tokens", kind: "drop-after" }]);
    const client = connect(undefined, testEnvironment());
    const error = await rejection(client.tokens.create(me, tokenBody("lost answer")));
    expect(error).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    const made = (await client.tokens.list(me)).filter(({ name }) => name === "lost answer");
    expect(made).toHaveLength(1);
    await client.tokens.remove(me, made[0]?.id ?? "");
  });

  it("end in an error that says what was found if they persist", async () => {
    await platform.control("PUT", "/faults", [{ method: "GET", path: "/zones", kind: "html", status: 520 }]);
    const error = await rejection(connect(undefined, testEnvironment()).zones.get(EXAMPLE_COM));
    expect(error).toBeInstanceOf(ServerError);
    expect(String(error)).toContain("(tried 4 times): the response is 520 with an HTML page");
  });
});

describe("the platform's rate limit", () => {
  it("is never exceeded, by any number of concurrent callers", async () => {
    const limited = await startTestPlatform({ rateLimit: 20 });
    try {
      const clock = testEnvironment();
      // The platform has a clock of its own: waiting moves both.
      const environment = {
        ...clock,
        sleep: async (ms: number) => {
          await limited.control("PUT", "/clock", { advance: `${Math.ceil(ms / 1000)}s` });
          await clock.sleep(ms);
        },
      };
      const credential = { kind: "token", token: limited.token, source: "EDGE_API_TOKEN" } as const;
      const client = connect(credential, environment, limited);
      const names = Array.from({ length: 70 }, (_, i) => `zone-${i}.example`);
      await Promise.all(names.map((name) => client.zones.list({ name })));
      const answer = await limited.control("GET", "/requests?since=0");
      const { requests } = answer.body as { requests: { status: number }[] };
      expect(requests).toHaveLength(70);
      expect(requests.filter(({ status }) => status !== 200)).toEqual([]);
      expect(clock.slept.length).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});
