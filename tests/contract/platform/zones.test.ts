/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { bearer, EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as unknown;

const names = async (query: string) => {
  const { status, body } = await platform.api("GET", `/zones?${query}`);
  expect(status).toBe(200);
  return body.result.map(({ name }: { name: string }) => name) as string[];
};

const newZone = async (name: string) =>
  platform.api("POST", "/zones", { body: { name, account: { id: platform.accountId } } });

describe("GET /zones", () => {
  it("answers zones with account and plan, by name", async () => {
    const answer = await platform.api("GET", "/zones?name=example.com");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      result: [
        {
          id: EXAMPLE_COM,
          name: "example.com",
          status: "active",
          paused: false,
          type: "full",
          created_on: TIME,
          account: { id: platform.accountId, name: "Example Account" },
          plan: {
            id: "94f3b7b768b0458b56d2cac4fe5ec0f9",
            name: "Enterprise Website",
            legacy_id: "enterprise",
          },
        },
      ],
      success: true,
      errors: [],
      messages: [],
      result_info: { page: 1, per_page: 20, count: 1, total_count: 1, total_pages: 1 },
    });
  });

  it("lists three zones on a new platform, by name", async () => {
    expect(await names("account.name=Example%20Account&name=not_equal:x")).toEqual(
      expect.arrayContaining(["example.com", "example.org", "shop.example"]),
    );
  });

  it.each([
    ["name=contains:example.", ["example.com", "example.org"]],
    ["name=starts_with:shop", ["shop.example"]],
    ["name=ends_with:.org", ["example.org"]],
    ["name=EXAMPLE.COM", ["example.com"]],
    ["name=equal:example.com", ["example.com"]],
    ["name=example.com&status=pending", []],
    ["name=contains:example.&direction=desc", ["example.org", "example.com"]],
  ])("filters by %s", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it("matches any of the filters with match=any", async () => {
    expect(await names("name=example.com&status=pending&match=any")).toEqual(["example.com"]);
  });

  it("does not match example.com as the end of another name", async () => {
    await newZone("evilexample.com");
    expect(await names("name=example.com")).toEqual(["example.com"]);
  });
});

describe("POST /zones", () => {
  it("answers the new zone as 200", async () => {
    const answer = await newZone("New.Example");
    expect(answer.status).toBe(200);
    expect(answer.body.result).toMatchObject({ name: "new.example", status: "active", type: "full" });
    const read = await platform.api("GET", `/zones/${answer.body.result.id}`);
    expect(read.body.result).toEqual(answer.body.result);
  });

  it("refuses an existing name with 1061", async () => {
    const answer = await newZone("example.com");
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { code: 1061, message: "example.com already exists", source: { pointer: "/name" } },
    ]);
  });

  it.each([
    "nodots",
    "-bad.example",
    "a..example",
    "bad_name.example",
    `${"x".repeat(64)}.example`,
    "192.0.2.1",
    "b%61d.example",
    "bad\n.example",
    "\ud800.example",
  ])("refuses the name %j", async (name) => {
    expect((await newZone(name)).status).toBe(400);
  });

  it("answers all members that the vendor's SDKs know", async () => {
    const body = {
      name: "complete.example",
      account: { id: platform.accountId },
      type: "partial",
      paused: true,
      vanity_name_servers: ["NS1.complete.example", "ns2.complete.example"],
      jump_start: true,
    };
    const answer = await platform.api("POST", "/zones", { body });
    expect(answer.body.result).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      name: "complete.example",
      status: "active",
      paused: true,
      type: "partial",
      development_mode: 0,
      vanity_name_servers: ["ns1.complete.example", "ns2.complete.example"],
      vanity_name_servers_ips: null,
      original_name_servers: null,
      original_registrar: null,
      original_dnshost: null,
      created_on: TIME,
      modified_on: TIME,
      activated_on: TIME,
      verification_key: expect.stringMatching(/^\d{9}-\d{9}$/) as unknown,
      cname_suffix: "cdn.edge.example",
      owner: { id: null, type: "user", email: null },
      account: { id: platform.accountId, name: "Example Account" },
      tenant: { id: null, name: null },
      tenant_unit: { id: null },
      permissions: expect.arrayContaining([
        "#zone:read",
        "#zone:edit",
        "#dns_records:edit",
        "#waf:edit",
      ]) as unknown,
      meta: {
        step: 4,
        custom_certificate_quota: 1,
        page_rule_quota: 3,
        phishing_detected: false,
        cdn_only: false,
        dns_only: false,
        foundation_dns: false,
      },
      plan: {
        id: "94f3b7b768b0458b56d2cac4fe5ec0f9",
        name: "Enterprise Website",
        legacy_id: "enterprise",
        price: 0,
        currency: "USD",
        frequency: "",
        is_subscribed: true,
        can_subscribe: true,
        legacy_discount: false,
        externally_managed: true,
      },
    });
  });

  it.each([
    ["an account without an id", { account: {} }],
    ["no account, as older clients", { jump_start: false, type: "full" }],
    ["null for what it does not set", { account: {}, type: null, paused: null, vanity_name_servers: null }],
  ])("chooses the account if the body has %s", async (what, body) => {
    const name = `${what.replaceAll(/\W+/g, "-")}.example`;
    const answer = await platform.api("POST", "/zones", { body: { name, ...body } });
    expect(answer.body.result).toMatchObject({
      account: { id: platform.accountId, name: "Example Account" },
      type: "full",
      paused: false,
      vanity_name_servers: [],
    });
  });

  it("takes the account as organization, as older clients send it", async () => {
    const { id } = (await platform.api("POST", "/accounts", { body: { name: "Older" } })).body.result;
    const organization = { id, name: "Older", created_on: "0001-01-01T00:00:00Z" };
    const body = { name: "older.example", jump_start: false, type: "full", organization };
    const answer = await platform.api("POST", "/zones", { body });
    expect(answer.body.result.account).toEqual({ id, name: "Older" });
  });

  it("answers the name servers of a full zone, and none of a partial zone", async () => {
    const serversOf = async (type: string) => {
      const body = { name: `servers-${type}.example`, account: {}, type };
      return (await platform.api("POST", "/zones", { body })).body.result.name_servers as unknown;
    };
    expect(await serversOf("full")).toEqual(["ada.ns.edge.example", "bob.ns.edge.example"]);
    expect(await serversOf("partial")).toBeUndefined();
  });

  it("answers the permissions of the token", async () => {
    const policies = [
      {
        effect: "allow",
        resources: { "com.cloudflare.api.account.zone.*": "*" },
        permission_groups: [
          { id: "c8fed203ed3043cba015a93ad1616f1f" },
          { id: "4755a26eedb94da69e1066d98aa820be" },
        ],
      },
    ];
    const made = await platform.api("POST", "/user/tokens", { body: { name: "zone and dns", policies } });
    const headers = bearer(made.body.result.value as string);
    const answer = await platform.api("GET", `/zones/${EXAMPLE_COM}`, { headers });
    expect(answer.body.result.permissions).toEqual(["#dns_records:edit", "#dns_records:read", "#zone:read"]);
  });

  it.each([
    ["żółw.example", "żółw.example"],
    ["XN--BCHER-KVA.example", "bücher.example"],
    ["例え。example", undefined],
    ["straße.example", "straße.example"],
  ])(
    "answers the international name %s in its own script, and finds it by both spellings",
    async (name, shown) => {
      const answer = await newZone(name);
      expect(answer.body.result?.name).toBe(shown);
      if (shown === undefined) return;
      expect(await names(`name=${encodeURIComponent(shown)}`)).toEqual([shown]);
      const punycode = new URL(`http://${shown}`).hostname;
      expect(punycode).toMatch(/^xn--/);
      expect(await names(`name=${punycode}`)).toEqual([shown]);
      expect((await newZone(punycode)).body.errors[0].code).toBe(1061);
    },
  );

  it("hides internal zones from lists that do not ask for them", async () => {
    const body = { name: "internal.example", account: { id: platform.accountId }, type: "internal" };
    await platform.api("POST", "/zones", { body });
    expect(await names("name=internal.example")).toEqual([]);
    expect(await names("name=internal.example&type=full,internal")).toEqual(["internal.example"]);
  });
});

describe("PATCH /zones/{id}", () => {
  it.each([
    ["paused", { paused: true }, { paused: true }],
    ["type", { type: "secondary" }, { type: "secondary" }],
    [
      "vanity_name_servers",
      { vanity_name_servers: ["ns1.example.com"] },
      { vanity_name_servers: ["ns1.example.com"] },
    ],
    ["nothing", {}, {}],
    ["nothing, with null", { plan: null, paused: null }, {}],
  ])("changes %s, and answers the whole zone", async (property, body, changed) => {
    const { result: made } = (await newZone(`patched-${property.replaceAll(/\W|_/g, "-")}.example`)).body;
    const answer = await platform.api("PATCH", `/zones/${made.id}`, { body });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      result: {
        ...made,
        ...changed,
        modified_on: TIME,
      },
      success: true,
      errors: [],
      messages: [],
    });
    expect((await platform.api("GET", `/zones/${made.id}`)).body).toEqual(answer.body);
  });

  it.each([
    ["free", "0feeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "Free Website", false],
    ["pro", "a577b510288e82b26486fd1df47000ec", "Pro Website", true],
    ["business", "1ac039f6c29b691475c3d74fe588d1ae", "Business Website", true],
    ["enterprise", "94f3b7b768b0458b56d2cac4fe5ec0f9", "Enterprise Website", true],
  ])(
    "changes the plan to %s by name, and by the id that clients send",
    async (plan, id, name, subscribed) => {
      const { result: made } = (await newZone(`plan-${plan}.example`)).body;
      for (const sent of [{ id: plan }, { id }, { id, legacy_id: "", price: 0 }]) {
        await platform.api("PATCH", `/zones/${made.id}`, { body: { plan: { id: "free" } } });
        const answer = await platform.api("PATCH", `/zones/${made.id}`, { body: { plan: sent } });
        expect(answer.body.result.plan).toMatchObject({
          id,
          name,
          legacy_id: plan,
          is_subscribed: subscribed,
        });
      }
    },
  );

  it.each([
    ["a name server that is no host name", { vanity_name_servers: ["ns 1"] }],
    ["two properties at a time", { paused: true, type: "full" }],
    ["a member that it does not know", { name: "other.example" }],
    ["a plan that does not exist", { plan: { id: "ultimate" } }],
    ["a word for a boolean", { paused: "yes" }],
  ])("refuses %s", async (_, body) => {
    const answer = await platform.api("PATCH", `/zones/${EXAMPLE_COM}`, { body });
    expect([answer.status, answer.body.result, answer.body.errors[0].code]).toEqual([400, null, 1004]);
    expect((await platform.api("GET", `/zones/${EXAMPLE_COM}`)).body.result.paused).toBe(false);
  });
});

describe("DELETE /zones/{id}", () => {
  it("answers the id, and deletes the zone's rulesets", async () => {
    const { id } = (await newZone("gone.example")).body.result as { id: string };
    const rulesets = `/zones/${id}/rulesets`;
    await platform.api("PUT", `${rulesets}/phases/http_request_firewall_custom/entrypoint`, {
      body: { rules: [] },
    });
    const answer = await platform.api("DELETE", `/zones/${id}`);
    expect(answer.body).toEqual({ result: { id }, success: true, errors: [], messages: [] });
    expect((await platform.api("GET", `/zones/${id}`)).status).toBe(404);
    expect((await platform.api("GET", rulesets)).status).toBe(404);
  });
});
