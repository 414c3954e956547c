/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { bearer, EXAMPLE_COM, failed as failedWith, ok, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const ID = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown;

const body = {
  name: "edit one zone",
  policies: [
    {
      effect: "allow",
      resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
      permission_groups: [{ id: "fb6778dc191143babbfaa57993f1d275" }],
    },
  ],
  not_before: "2020-01-01T00:00:00Z",
  expires_on: "2099-01-01T00:00:00Z",
  condition: { "request.ip": { in: ["127.0.0.0/8"], not_in: ["10.0.0.1/32"] } },
};

const shown = {
  id: ID,
  name: "edit one zone",
  status: "active",
  issued_on: TIME,
  modified_on: TIME,
  not_before: "2020-01-01T00:00:00Z",
  expires_on: "2099-01-01T00:00:00Z",
  policies: [
    {
      id: ID,
      effect: "allow",
      resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
      permission_groups: [{ id: "fb6778dc191143babbfaa57993f1d275", name: "Zone WAF Write" }],
    },
  ],
  condition: { "request.ip": { in: ["127.0.0.0/8"], not_in: ["10.0.0.1/32"] } },
};

function failed(code: number, message: unknown) {
  return failedWith(expect.objectContaining({ code, message }));
}

async function createToken(change: object = {}) {
  const { status, body: answer } = await platform.api("POST", "/user/tokens", {
    body: { ...body, ...change },
  });
  expect(status).toBe(200);
  return answer.result as { id: string; value: string };
}

describe("POST /user/tokens", () => {
  it("answers the token with its value, as 200", async () => {
    const answer = await platform.api("POST", "/user/tokens", { body });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(
      ok({ ...shown, value: expect.stringMatching(/^cfut_[A-Za-z0-9]{48}$/) as unknown }),
    );
  });

  it("applies a status, which newer clients send", async () => {
    const made = await createToken({ status: "disabled" });
    const answer = await platform.api("GET", `/user/tokens/${made.id}`);
    expect(answer.body.result.status).toBe("disabled");
    const refused = await platform.api("GET", "/zones", { headers: bearer(made.value) });
    expect(refused.status).toBe(403);
  });

  it("returns the policies in another order, with new ids", async () => {
    const [policy] = body.policies;
    const policies = [
      { ...policy, effect: "deny", permission_groups: [{ id: "dbc512b354774852af2b5a5f4ba3d470" }] },
      policy,
    ];
    const made = await createToken({ policies });
    const answer = await platform.api("GET", `/user/tokens/${made.id}`);
    expect(answer.body.result.policies).toMatchObject([
      { id: ID, effect: "allow" },
      { id: ID, effect: "deny" },
    ]);
  });

  it("takes times with an offset, and returns them in UTC", async () => {
    const made = await createToken({ expires_on: "2099-01-01T02:00:00+02:00" });
    const answer = await platform.api("GET", `/user/tokens/${made.id}`);
    expect(answer.body.result.expires_on).toBe("2099-01-01T00:00:00Z");
  });

  it("keeps the attributes that newer clients attach to a permission group", async () => {
    const meta = { label: "zone_waf", scopes: "com.cloudflare.api.account.zone", category: "app_security" };
    const groups = [{ id: "fb6778dc191143babbfaa57993f1d275", meta }];
    const made = await createToken({ policies: [{ ...body.policies[0], permission_groups: groups }] });
    const answer = await platform.api("GET", `/user/tokens/${made.id}`);
    expect(answer.body.result.policies[0].permission_groups).toEqual([
      { id: "fb6778dc191143babbfaa57993f1d275", name: "Zone WAF Write", meta },
    ]);
  });

  it("answers the condition in the spelling of the request", async () => {
    const condition = { request_ip: { in: ["192.0.2.0/24"] } };
    const { body: answer } = await platform.api("POST", "/user/tokens", { body: { ...body, condition } });
    expect(answer.result.condition).toEqual(condition);
  });

  it("refuses a policy with an id", async () => {
    const policies = [{ ...body.policies[0], id: "0".repeat(32) }];
    const answer = await platform.api("POST", "/user/tokens", { body: { ...body, policies } });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(failed(1001, "Reusing existing policies is not supported by token creation"));
  });

  it.each([
    ["an empty name", { name: "" }, /name: it must have at least 1 character$/],
    ["a name of 121 characters", { name: "x".repeat(121) }, /name: it must have at most 120 characters$/],
    ["no policies", { policies: [] }, /policy/],
    ["an unknown member", { nmae: "x" }, /unknown field "nmae"/],
    ["a time with a fraction", { expires_on: "2099-01-01T00:00:00.5Z" }, /expires_on/],
    [
      "an end before the start",
      { not_before: "2098-01-01T00:00:00Z", expires_on: "2097-01-01T00:00:00Z" },
      /not after/,
    ],
    ["an end in the past", { not_before: null, expires_on: "2001-01-01T00:00:00Z" }, /in the past/],
    ["a bare address", { condition: { "request.ip": { in: ["192.0.2.1"] } } }, /CIDR/],
    [
      "an unknown permission group",
      { policies: [{ ...body.policies[0], permission_groups: [{ id: "f".repeat(32) }] }] },
      /no permission group/,
    ],
    [
      "a permission group without id",
      { policies: [{ ...body.policies[0], permission_groups: [{}] }] },
      /^These rules must pass for policies\[0\]\.permission_groups\[0\]: id must be present$/,
    ],
    [
      "another user",
      {
        policies: [
          { ...body.policies[0], resources: { [`com.cloudflare.api.user.${"a".repeat(32)}`]: "*" } },
        ],
      },
      /only the calling user/,
    ],
    [
      "an unknown zone",
      {
        policies: [
          { ...body.policies[0], resources: { [`com.cloudflare.api.account.zone.${"a".repeat(32)}`]: "*" } },
        ],
      },
      /no such zone/,
    ],
    ["an unknown effect", { policies: [{ ...body.policies[0], effect: "maybe" }] }, /effect/],
  ])("refuses %s", async (_, change, message) => {
    const answer = await platform.api("POST", "/user/tokens", { body: { ...body, ...change } });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(failed(1001, expect.stringMatching(message)));
  });
});

it("refuses a user's token for all buckets with 9109, as a missing permission", async () => {
  const resources = { "com.cloudflare.edge.r2.bucket.*": "*" };
  const answer = await platform.api("POST", "/user/tokens", {
    body: { ...body, policies: [{ ...body.policies[0], resources }] },
  });
  expect(answer.status).toBe(403);
  expect(answer.body).toEqual(failed(9109, "Unauthorized to access requested resource"));
});

describe("GET /user/tokens", () => {
  it("lists tokens page by page, without values", async () => {
    await createToken({ name: "of the list" });
    const answer = await platform.api("GET", "/user/tokens?per_page=50");
    expect(answer.status).toBe(200);
    const listed = answer.body.result as { name: string }[];
    expect(answer.body.result_info).toEqual({
      page: 1,
      per_page: 50,
      count: listed.length,
      total_count: listed.length,
      total_pages: 1,
    });
    expect(listed.at(-1)).toEqual({ ...shown, name: "of the list" });
    const last = await platform.api("GET", `/user/tokens?per_page=5&page=${Math.ceil(listed.length / 5)}`);
    expect(last.body.result.at(-1)).toEqual(listed.at(-1));
  });

  it("reverses the order with direction=desc", async () => {
    await createToken({ name: "newest" });
    const answer = await platform.api("GET", "/user/tokens?direction=desc");
    expect(answer.body.result[0].name).toBe("newest");
  });

  it.each(["per_page=4", "per_page=51", "page=0", "direction=up"])("refuses %s", async (query) => {
    expect((await platform.api("GET", `/user/tokens?${query}`)).status).toBe(400);
  });
});

describe("GET /user/tokens/{id}", () => {
  it("answers the token without its value", async () => {
    const { id } = await createToken();
    const answer = await platform.api("GET", `/user/tokens/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(ok({ ...shown, id }));
  });

  it("answers 404 for an unknown token", async () => {
    expect((await platform.api("GET", `/user/tokens/${"0".repeat(32)}`)).status).toBe(404);
  });
});

describe("PUT /user/tokens/{id}", () => {
  it("replaces the whole token: omitted members are removed", async () => {
    const { id, value } = await createToken();
    const answer = await platform.api("PUT", `/user/tokens/${id}`, {
      body: { name: "renamed", policies: body.policies, status: "disabled" },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(
      ok({
        id,
        name: "renamed",
        status: "disabled",
        issued_on: TIME,
        modified_on: TIME,
        policies: shown.policies,
      }),
    );
    const used = await platform.api("GET", `/zones/${EXAMPLE_COM}/rulesets`, { headers: bearer(value) });
    expect(used.status).toBe(403);
  });

  it("accepts the policy ids of an earlier answer", async () => {
    const { id } = await createToken();
    const { body: read } = await platform.api("GET", `/user/tokens/${id}`);
    const { policies } = read.result as { policies: unknown[] };
    const answer = await platform.api("PUT", `/user/tokens/${id}`, { body: { name: "same", policies } });
    expect(answer.body.result.policies).toEqual(policies);
  });

  it("keeps the id of a policy that stays the same, as a client that sends no ids expects", async () => {
    const { id } = await createToken();
    const policiesAfter = async (policies: unknown[]) => {
      const answer = await platform.api("PUT", `/user/tokens/${id}`, { body: { name: "n", policies } });
      return answer.body.result.policies as { id: string; effect: string }[];
    };
    const before = (await platform.api("GET", `/user/tokens/${id}`)).body.result.policies[0].id as string;
    const denied = { ...body.policies[0], effect: "deny" };
    const both = await policiesAfter([denied, ...body.policies]);
    expect(both.map(({ effect }) => effect)).toEqual(["allow", "deny"]);
    expect(both[0]?.id).toBe(before);
    expect(both[1]?.id).not.toBe(before);
    expect(await policiesAfter([denied])).toEqual([both[1]]);
  });
});
