/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

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
          plan: { id: "enterprise", name: "Enterprise Website", legacy_id: "enterprise" },
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
      name_servers: ["ada.ns.edge.example", "bob.ns.edge.example"],
      vanity_name_servers: ["ns1.complete.example", "ns2.complete.example"],
      original_name_servers: null,
      original_registrar: null,
      original_dnshost: null,
      created_on: TIME,
      modified_on: TIME,
      activated_on: TIME,
      verification_key: expect.stringMatching(/^\d{9}-\d{9}$/) as unknown,
      cname_suffix: "cdn.edge.example",
      owner: {
        id: platform.userId,
        type: "user",
        name: "admin@example.com",
        email: "admin@example.com",
      },
      account: { id: platform.accountId, name: "Example Account" },
      tenant: { id: null, name: null },
      tenant_unit: { id: null },
      permissions: [],
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
        id: "enterprise",
        name: "Enterprise Website",
        legacy_id: "enterprise",
        price: 0,
        currency: "USD",
        frequency: "",
        is_subscribed: true,
        can_subscribe: false,
        legacy_discount: false,
        externally_managed: false,
      },
    });
  });

  it("chooses the account if the body names none", async () => {
    const answer = await platform.api("POST", "/zones", { body: { name: "chosen.example", account: {} } });
    expect(answer.body.result.account).toEqual({ id: platform.accountId, name: "Example Account" });
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
    ["plan", { plan: { id: "pro" } }, { plan: { id: "pro", name: "Pro Website", legacy_id: "pro" } }],
  ])("changes %s, and answers the whole zone", async (property, body, changed) => {
    const { result: made } = (await newZone(`patched-${property.replaceAll("_", "-")}.example`)).body;
    const answer = await platform.api("PATCH", `/zones/${made.id}`, { body });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      result: {
        ...made,
        ...changed,
        plan: { ...made.plan, ...("plan" in changed && changed.plan) },
        modified_on: TIME,
      },
      success: true,
      errors: [],
      messages: [],
    });
    expect((await platform.api("GET", `/zones/${made.id}`)).body).toEqual(answer.body);
  });

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
