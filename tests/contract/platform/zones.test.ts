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

  it.each(["nodots", "-bad.example", "a..example", "bad_name.example", `${"x".repeat(64)}.example`])(
    "refuses the name %s",
    async (name) => {
      expect((await newZone(name)).status).toBe(400);
    },
  );
});

describe("PATCH /zones/{id}", () => {
  it.each([
    ["paused", { paused: true }, { paused: true }],
    ["type", { type: "partial" }, { type: "partial" }],
    ["plan", { plan: { id: "pro" } }, { plan: { id: "pro", name: "Pro Website", legacy_id: "pro" } }],
  ])("changes %s, and answers the whole zone", async (property, body, changed) => {
    const { result: made } = (await newZone(`patched-${property}.example`)).body;
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
    ["nothing", {}],
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

describe("GET /accounts", () => {
  it("answers the account, in a list and by id", async () => {
    const list = await platform.api("GET", "/accounts");
    expect(list.body.result).toEqual([
      {
        id: platform.accountId,
        name: "Example Account",
        type: "standard",
        created_on: TIME,
        settings: { enforce_twofactor: false, abuse_contact_email: null },
      },
    ]);
    const one = await platform.api("GET", `/accounts/${platform.accountId}`);
    expect(one.body.result).toEqual(list.body.result[0]);
    expect((await platform.api("GET", "/accounts?name=Nobody")).body.result).toEqual([]);
    expect((await platform.api("GET", `/accounts/${"0".repeat(32)}`)).status).toBe(404);
  });
});

describe("GET /user", () => {
  it("answers the user, by token and by email and key", async () => {
    const key = { "X-Auth-Email": platform.email, "X-Auth-Key": platform.apiKey };
    for (const headers of [bearer(platform.token), key]) {
      const answer = await platform.api("GET", "/user", { headers });
      expect(answer.status).toBe(200);
      expect(answer.body.result).toMatchObject({ id: platform.userId, email: "admin@example.com" });
    }
  });
});
