/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { request } from "node:http";
import { bearer, EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const CUSTOM = "rulesets/phases/http_request_firewall_custom/entrypoint";

beforeEach(() => platform.control("POST", "/reset"));

const addZone = async (name = "example.com") => {
  const { status, body } = await platform.control("POST", "/seed", { zones: [{ name, id: EXAMPLE_COM }] });
  expect(status).toBe(200);
  return body.zones[0].id as string;
};

describe("health", () => {
  it("is ok", async () => {
    expect((await platform.control("GET", "/health")).body).toEqual({ status: "ok" });
  });
});

describe("the request log", () => {
  it("lists requests to the API and the gateway in order, optionally after a number", async () => {
    await platform.api("GET", "/user?x=1");
    const first = await platform.control("GET", "/requests");
    expect(first.body.requests).toEqual([
      {
        seq: expect.any(Number) as unknown,
        at: expect.stringMatching(/Z$/) as unknown,
        method: "GET",
        path: "/user?x=1",
        status: 200,
        ms: expect.any(Number) as unknown,
      },
    ]);
    await platform.rpc("sepolia", { jsonrpc: "2.0", id: 1, method: "eth_chainId" });
    const next = await platform.control("GET", `/requests?since=${first.body.next}`);
    expect(next.body.requests).toMatchObject([{ method: "POST", path: "/v1/sepolia", status: 200 }]);
    expect(next.body.next).toBe(Number(first.body.next) + 1);
    await platform.control("DELETE", "/requests");
    expect((await platform.control("GET", "/requests?since=0")).body.requests).toEqual([]);
  });
});

describe("the count of changes by the control plane", () => {
  const changes = async () => Number((await platform.control("GET", "/requests")).body.changes);

  it("grows with each write that is accepted, and with no other call", async () => {
    const before = await changes();
    await addZone("counted.example");
    expect(await changes()).toBe(before + 1);
    expect((await platform.control("PUT", "/clock", { now: "soon" })).status).toBe(400);
    await platform.control("GET", "/faults");
    expect(await changes()).toBe(before + 1);
  });
});

describe("the clock", () => {
  it("is set, frozen and advanced", async () => {
    const put = async (body: unknown) => (await platform.control("PUT", "/clock", body)).body as unknown;
    expect(await put({ now: "2031-05-06T07:08:09Z", frozen: true })).toEqual({
      now: "2031-05-06T07:08:09.000Z",
      frozen: true,
    });
    expect(await put({ advance: "90m" })).toEqual({ now: "2031-05-06T08:38:09.000Z", frozen: true });
    expect((await platform.control("PUT", "/clock", { advance: "soon" })).status).toBe(400);
  });

  it.each([
    { advance: "99999999999d" },
    { advance: `${"9".repeat(400)}d` },
    { now: "9999-12-31T23:59:59-23:00", frozen: true },
    { now: "0001-01-01T00:00:00Z" },
  ])("stays within the calendar, and the API keeps working: %j", async (change) => {
    const before = await platform.control("GET", "/clock");
    const answer = await platform.control("PUT", "/clock", change);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain("between 1970-01-01T00:00:00Z and 9999-01-01T00:00:00Z");
    const after = await platform.control("GET", "/clock");
    expect(after.body.frozen).toBe(before.body.frozen);
    expect(Date.parse(after.body.now as string) - Date.parse(before.body.now as string)).toBeLessThan(60_000);
    expect((await platform.api("GET", "/zones")).status).toBe(200);
  });
});

describe("reset", () => {
  it("keeps the account, the managed rulesets and the bootstrap token", async () => {
    await addZone();
    await platform.control("POST", "/reset");
    expect((await platform.api("GET", "/zones")).body.result).toEqual([]);
    expect((await platform.api("GET", "/user/tokens")).body.result).toHaveLength(1);
    expect((await platform.api("GET", `/accounts/${platform.accountId}/rulesets`)).body.result).toHaveLength(
      8,
    );
  });
});

describe("seed", () => {
  it("adds accounts, zones, tokens and rulesets, and answers their ids", async () => {
    const account = "0123456789abcdef0123456789abcdef";
    const value = "s".repeat(40);
    const answer = await platform.control("POST", "/seed", {
      accounts: [{ id: account, name: "Second" }],
      zones: [{ name: "seeded.example", plan: "pro", accountId: account }],
      tokens: [
        {
          name: "seeded",
          value,
          policies: [
            {
              effect: "allow",
              resources: { "com.cloudflare.api.account.zone.*": "*" },
              permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
            },
          ],
        },
      ],
      rulesets: [
        {
          zone: "seeded.example",
          name: "default",
          kind: "zone",
          phase: "http_request_firewall_custom",
          rules: [{ action: "block", expression: "true" }],
        },
      ],
    });
    expect(answer.status).toBe(200);
    const zones = await platform.api("GET", "/zones", { headers: bearer(value) });
    expect(zones.body.result).toMatchObject([
      {
        id: answer.body.zones[0].id,
        name: "seeded.example",
        account: { id: account },
        plan: { legacy_id: "pro" },
      },
    ]);
    const entrypoint = await platform.api("GET", `/zones/${answer.body.zones[0].id}/${CUSTOM}`);
    expect(entrypoint.body.result.id).toBe(answer.body.rulesets[0].id);
  });

  it("adds nothing if one object is invalid", async () => {
    const answer = await platform.control("POST", "/seed", {
      zones: [{ name: "one.example" }, { name: "one.example" }],
    });
    expect(answer.status).toBe(400);
    expect((await platform.api("GET", "/zones")).body.result).toEqual([]);
  });
});

describe("a snapshot", () => {
  it("restores all data, and contains no token values", async () => {
    const zone = await addZone();
    const at = `/zones/${zone}/${CUSTOM}`;
    await platform.api("PUT", at, { body: { rules: [{ action: "block", expression: "true" }] } });
    const before = await platform.api("GET", at);
    const snapshot = await platform.control("GET", "/snapshot");
    expect(JSON.stringify(snapshot.body)).not.toContain(platform.token);
    await platform.control("POST", "/reset");
    expect((await platform.control("PUT", "/snapshot", snapshot.body)).status).toBe(200);
    expect((await platform.api("GET", at)).body).toEqual(before.body);
    expect((await platform.control("GET", "/snapshot")).body).toEqual(snapshot.body);
  });

  it("of a release without paused zones is accepted, and its zones are not paused", async () => {
    const zone = await addZone();
    const { body } = await platform.control("GET", "/snapshot");
    for (const row of body.tables.zones) delete row.paused;
    expect((await platform.control("PUT", "/snapshot", body)).status).toBe(200);
    expect((await platform.api("GET", `/zones/${zone}`)).body.result.paused).toBe(false);
  });

  it("whose data could not be read is rejected with the path, or leaves every answer readable", async () => {
    const zone = await addZone();
    const at = `/zones/${zone}/${CUSTOM}`;
    await platform.api("PUT", at, { body: { rules: [{ action: "block", expression: "true" }] } });
    await platform.control("POST", "/seed", { tokens: [{ name: "one", policies: [] }] });
    const { body: whole } = await platform.control("GET", "/snapshot");
    const reads = ["/accounts", "/zones", `/zones/${zone}`, "/user/tokens", `/zones/${zone}/rulesets`, at];
    const values = [undefined, null, true, "", "x", "{", "[]", "{}", '[["x",1]]', -1, 1.5, 7, "\0", "\ud800"];
    for (const [table, rows] of Object.entries(whole.tables as Record<string, Record<string, unknown>[]>)) {
      const index = table === "rulesets" ? rows.findIndex(({ scope }) => scope === `zone:${zone}`) : 0;
      for (const column of Object.keys(rows[index] ?? {}))
        for (const value of values) {
          const body = structuredClone(whole);
          body.tables[table][index][column] = value;
          const { status, body: answer } = await platform.control("PUT", "/snapshot", body);
          if (status !== 200)
            expect([table, column, value, status, answer.error]).toEqual([
              table,
              column,
              value,
              400,
              expect.any(String),
            ]);
          else
            for (const path of reads)
              expect([table, column, value, path, (await platform.api("GET", path)).status]).not.toContain(
                500,
              );
        }
    }
  });

  it.each([
    ["zones", "plan", "gold", /tables\.zones\[0\]\.plan/],
    ["tokens", "document", "{", /is not the JSON of this column[^]*tables\.tokens\[0\]\.document/],
    ["rulesets", "latest", 99, /tables\.rulesets: \w+ has no version 99 in tables\.ruleset_versions/],
    ["ruleset_versions", "rules", '[["x",1]]', /has the rule \["x",1\], which tables\.rule_versions has not/],
  ])("that is malformed in %s.%s is rejected with the path", async (table, column, value, reason) => {
    const { body } = await platform.control("GET", "/snapshot");
    if (body.tables[table].length === 0) body.tables[table].push({});
    body.tables[table][0][column] = value;
    const { status, body: answer } = await platform.control("PUT", "/snapshot", body);
    expect([status, answer.error]).toEqual([400, expect.stringMatching(reason)]);
  });

  it("that is invalid changes nothing", async () => {
    await addZone();
    const { body } = await platform.control("GET", "/snapshot");
    body.tables.zones[0].account_id = "nobody";
    expect((await platform.control("PUT", "/snapshot", body)).status).toBe(400);
    expect((await platform.api("GET", "/zones")).body.result).toHaveLength(1);
  });
});

describe("a managed ruleset", () => {
  it("gets a new version when published: rules are removed, or added before the last rule", async () => {
    const answer = await platform.control("POST", `/managed/${OWASP}`, {
      add: [{ description: "920999: New rule", categories: ["paranoia-level-1"], action: "score" }],
      remove: ["920272"],
    });
    expect(answer.status).toBe(200);
    const read = await platform.api("GET", `/accounts/${platform.accountId}/rulesets/${OWASP}`);
    expect(read.body.result.version).toBe("37");
    const descriptions = read.body.result.rules.map(
      ({ description }: { description: string }) => description,
    );
    expect(descriptions.slice(-2)).toEqual(["920999: New rule", "949110: Inbound Anomaly Score Exceeded"]);
    expect(descriptions.some((text: string) => text.startsWith("920272"))).toBe(false);
  });

  it("is not found by an unknown id", async () => {
    expect((await platform.control("POST", `/managed/${"0".repeat(32)}`)).status).toBe(404);
  });
});

it("refuses web pages, and host names that resolve to the loopback address", async () => {
  const url = `${new URL(platform.baseUrl).origin}/_platform/reset`;
  const page = await fetch(url, { method: "POST", headers: { Origin: "https://evil.example" } });
  expect(page.status).toBe(403);
  const status = await new Promise<number | undefined>((resolve) => {
    const { port } = new URL(url);
    const headers = { Host: "rebound.example" };
    request({ host: "127.0.0.1", port, path: "/_platform/reset", method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).end();
  });
  expect(status).toBe(403);
});

it("answers 404 for unknown paths", async () => {
  expect((await platform.control("GET", "/nothing")).status).toBe(404);
});
