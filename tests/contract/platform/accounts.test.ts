/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { bearer, EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as unknown;

describe("GET /accounts", () => {
  it("answers the account, in a list and by id", async () => {
    const list = await platform.api("GET", "/accounts");
    expect(list.body.result).toEqual([
      {
        id: platform.accountId,
        name: "Example Account",
        type: "standard",
        created_on: TIME,
        managed_by: { parent_org_id: null, parent_org_name: null },
        settings: {
          enforce_twofactor: false,
          api_access_enabled: null,
          access_approval_expiry: null,
          abuse_contact_email: null,
          oauth_app_access_enabled: true,
        },
        legacy_flags: { enterprise_zone_quota: { maximum: 0, current: 0, available: 0 } },
      },
    ]);
    const one = await platform.api("GET", `/accounts/${platform.accountId}`);
    expect(one.body.result).toEqual(list.body.result[0]);
    expect((await platform.api("GET", "/accounts?name=Nobody")).body.result).toEqual([]);
    expect((await platform.api("GET", `/accounts/${"0".repeat(32)}`)).status).toBe(404);
  });
});

describe("POST /accounts", () => {
  it("answers the new account, which a token for all accounts can use", async () => {
    const unit = "f267e341f3dd4697bd3b9f71dd96247f";
    const settings = { enforce_twofactor: true };
    const body = { name: "Second", type: "enterprise", unit: { id: unit }, settings };
    const answer = await platform.api("POST", "/accounts", { body });
    expect(answer.status).toBe(200);
    const { id } = answer.body.result as { id: string };
    expect(answer.body.result).toMatchObject({
      id,
      name: "Second",
      type: "enterprise",
      created_on: TIME,
      managed_by: { parent_org_id: unit, parent_org_name: null },
      settings: { enforce_twofactor: true, abuse_contact_email: null },
    });
    expect((await platform.api("GET", `/accounts/${id}`)).body).toEqual(answer.body);
  });

  it.each([
    ["null for what it does not set", { type: null, unit: null, settings: null }],
    ["the time of creation, as the vendor's older client sends it", { created_on: "0001-01-01T00:00:00Z" }],
    [
      "settings of older versions",
      { settings: { default_nameservers: "cloudflare.standard", use_account_custom_ns_by_default: false } },
    ],
  ])("accepts %s", async (_, body) => {
    const answer = await platform.api("POST", "/accounts", { body: { name: "Sent", ...body } });
    expect(answer.body).toMatchObject({
      result: { name: "Sent", type: "standard", settings: { enforce_twofactor: false } },
      success: true,
    });
  });

  it("needs a permission on all accounts", async () => {
    const policies = [
      {
        effect: "allow",
        resources: { [`com.cloudflare.api.account.${platform.accountId}`]: "*" },
        permission_groups: [{ id: "1af1fa2adc104452b74a9a3364202f20" }],
      },
    ];
    const made = await platform.api("POST", "/user/tokens", { body: { name: "one account", policies } });
    const headers = bearer(made.body.result.value as string);
    const refused = await platform.api("POST", "/accounts", { body: { name: "Third" }, headers });
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 9109]);
  });
});

describe("PUT /accounts/{id}", () => {
  it("changes the name and the settings, and keeps what the body omits", async () => {
    const made = (await platform.api("POST", "/accounts", { body: { name: "Old" } })).body.result as object;
    const { id } = made as { id: string };
    const settings = { enforce_twofactor: true, abuse_contact_email: "abuse@example.com" };
    const body = { ...made, name: "New", settings };
    const answer = await platform.api("PUT", `/accounts/${id}`, { body });
    expect(answer.body.result).toMatchObject({ ...made, name: "New", settings });
    const renamed = await platform.api("PUT", `/accounts/${id}`, { body: { name: "Newer" } });
    expect(renamed.body.result).toEqual({ ...answer.body.result, name: "Newer" });
    const untyped = await platform.api("PUT", `/accounts/${id}`, {
      body: { name: "Newer", type: null, settings: null },
    });
    expect(untyped.body).toEqual(renamed.body);
    const moved = await platform.api("PUT", `/accounts/${id}`, { body: { name: "x", id: EXAMPLE_COM } });
    expect([moved.status, moved.body.errors[0].source]).toEqual([400, { pointer: "/id" }]);
  });
});

describe("DELETE /accounts/{id}", () => {
  it("deletes the account with its zones, rulesets and tokens", async () => {
    const { id } = (await platform.api("POST", "/accounts", { body: { name: "Gone" } })).body.result as {
      id: string;
    };
    const zone = { name: "gone-account.example", account: { id } };
    const zoneId = (await platform.api("POST", "/zones", { body: zone })).body.result.id as string;
    const ruleset = { name: "r", kind: "custom", phase: "http_request_firewall_custom", rules: [] };
    expect((await platform.api("POST", `/accounts/${id}/rulesets`, { body: ruleset })).status).toBe(200);
    const made = await platform.api("POST", `/accounts/${id}/tokens`, { body: { name: "t", policies: [] } });
    const answer = await platform.api("DELETE", `/accounts/${id}`);
    expect(answer.body).toEqual({ result: { id }, success: true, errors: [], messages: [] });
    expect((await platform.api("GET", `/accounts/${id}`)).status).toBe(404);
    expect((await platform.api("GET", `/zones/${zoneId}`)).status).toBe(404);
    const headers = bearer(made.body.result.value as string);
    expect((await platform.api("GET", "/zones", { headers })).body.errors[0].code).toBe(9109);
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

describe("PATCH /user", () => {
  it("changes the profile until a reset, and answers the whole user", async () => {
    const body = { first_name: "John", country: "US" };
    const answer = await platform.api("PATCH", "/user", { body });
    expect(answer.body.result).toEqual({
      id: platform.userId,
      email: "admin@example.com",
      username: "admin@example.com",
      first_name: "John",
      last_name: null,
      telephone: null,
      country: "US",
      zipcode: null,
      two_factor_authentication_enabled: false,
      two_factor_authentication_locked: false,
      suspended: false,
      has_pro_zones: false,
      has_business_zones: false,
      has_enterprise_zones: true,
      betas: [],
      organizations: [],
    });
    expect((await platform.api("PATCH", "/user", { body: {} })).body).toEqual(answer.body);
    await platform.control("POST", "/reset");
    expect((await platform.api("GET", "/user")).body.result.first_name).toBeNull();
  });
});
