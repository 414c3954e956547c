/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform({ strictLimits: true, plan: "free" });

const CUSTOM = "rulesets/phases/http_request_firewall_custom/entrypoint";

beforeEach(async () => {
  await platform.control("POST", "/reset");
  await platform.control("POST", "/seed", { zones: [{ name: "example.com", id: EXAMPLE_COM }] });
});

describe("strict limits", () => {
  it("of the plan refuse the sixth custom rule of a free zone", async () => {
    const at = `/zones/${EXAMPLE_COM}/${CUSTOM}`;
    const rules = (count: number) =>
      Array.from({ length: count }, () => ({ action: "block", expression: "true" }));
    expect((await platform.api("PUT", at, { body: { rules: rules(5) } })).status).toBe(200);
    const answer = await platform.api("PUT", at, { body: { rules: rules(6) } });
    expect(answer.body.errors).toEqual([
      {
        code: 50001,
        message: "exceeded the maximum number of rules in the phase http_request_firewall_custom: 6 out of 5",
        source: { pointer: "/rules" },
      },
    ]);
  });

  it("of the plan allow regular expressions only from business on", async () => {
    const rules = [{ action: "block", expression: 'http.host matches "^a"' }];
    const refused = await platform.api("PUT", `/zones/${EXAMPLE_COM}/${CUSTOM}`, { body: { rules } });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          message:
            "'http.host matches \"^a\"' is not a valid value for expression because not entitled: the use of operator Matches is not allowed, a Business plan or a WAF Advanced plan is required",
          source: { pointer: "/rules/0/expression" },
        },
      ],
    ]);
    await platform.api("PATCH", `/zones/${EXAMPLE_COM}`, { body: { plan: { id: "business" } } });
    expect((await platform.api("PUT", `/zones/${EXAMPLE_COM}/${CUSTOM}`, { body: { rules } })).status).toBe(
      200,
    );
  });

  it("of the plan allow regex_replace only from business on", async () => {
    const expression = 'regex_replace(http.request.uri.path, "^/a", "/b")';
    const rule = {
      action: "rewrite",
      expression: "true",
      action_parameters: { uri: { path: { expression } } },
    };
    const at = `/zones/${EXAMPLE_COM}/rulesets/phases/http_request_transform/entrypoint`;
    expect((await platform.api("PUT", at, { body: { rules: [rule] } })).body.errors).toEqual([
      {
        message: `'${expression}' is not a valid value for expression because not entitled: the use of function regex_replace is not allowed, a Business plan or a WAF Advanced plan is required`,
        source: { pointer: "/rules/0/action_parameters/uri/path/expression" },
      },
    ]);
  });

  it("of the plan refuse fields in rate limiting rules", async () => {
    const limit = {
      characteristics: ["cf.colo.id", "ip.src"],
      period: 10,
      requests_per_period: 5,
      mitigation_timeout: 10,
    };
    const at = `/zones/${EXAMPLE_COM}/rulesets/phases/http_ratelimit/entrypoint`;
    const put = (expression: string) =>
      platform.api("PUT", at, { body: { rules: [{ action: "block", expression, ratelimit: limit }] } });
    expect((await put("ip.src eq 192.0.2.1")).body.errors).toEqual([
      {
        message:
          "'ip.src eq 192.0.2.1' is not a valid value for expression because not entitled: the use of field ip.src is not allowed, an higher Advanced Rate Limiting plan is required",
        source: { pointer: "/rules/0/expression" },
      },
    ]);
    expect((await put('http.request.uri.path eq "/login"')).status).toBe(200);
  });

  it("of the plan refuse the firewall phases of an account with 50002", async () => {
    const answer = await platform.api("POST", `/accounts/${platform.accountId}/rulesets`, {
      body: { name: "shared", kind: "custom", phase: "http_request_firewall_custom" },
    });
    expect(answer.body.errors).toEqual([
      {
        code: 50002,
        message: "not entitled to use the phase http_request_firewall_custom",
        source: { pointer: "/phase" },
      },
    ]);
  });

  it("of an account refuse the eleventh custom ruleset, and its 101st rule", async () => {
    const at = `/accounts/${platform.accountId}/rulesets`;
    const body = (count: number) => ({
      name: "shared",
      kind: "custom",
      phase: "http_request_transform",
      rules: Array.from({ length: count }, () => ({
        action: "rewrite",
        action_parameters: { uri: { path: { value: "/" } } },
        expression: "true",
      })),
    });
    const full = await platform.api("POST", at, { body: body(101) });
    expect(full.body.errors[0]).toMatchObject({ code: 50001, source: { pointer: "/rules" } });
    for (let i = 0; i < 10; i += 1) {
      expect((await platform.api("POST", at, { body: body(1) })).status).toBe(200);
    }
    const answer = await platform.api("POST", at, { body: body(1) });
    expect(answer.body.errors[0]).toMatchObject({ code: 20217, source: { pointer: "/kind" } });
  });

  it("of a user refuse the 51st token", async () => {
    const body = {
      name: "one of many",
      policies: [
        {
          effect: "allow",
          resources: { "com.cloudflare.api.account.zone.*": "*" },
          permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
        },
      ],
    };
    const statuses: number[] = [];
    for (let i = 0; i < 50; i += 1)
      statuses.push((await platform.api("POST", "/user/tokens", { body })).status);
    expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 400]);
  });
});
