/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { newZone, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const LIMIT = { characteristics: ["cf.colo.id", "ip.src"], period: 60, requests_per_period: 5 };
const limiting = (change: object) => ({
  action: "block",
  expression: "ssl",
  ratelimit: { ...LIMIT, ...change },
});
const skipping = (action_parameters: object) => ({ action: "skip", action_parameters, expression: "ssl" });
const executing = (id: string, more: object = {}) => ({
  action: "execute",
  action_parameters: { id, ...more },
  expression: "true",
});

/** The platform and previews share the rule book, so what is expected here is literal. */
describe("a rule that the rule book refuses", () => {
  const CUSTOM = "http_request_firewall_custom";
  const MANAGED = "http_request_firewall_managed";

  it.each([
    [
      "a product that cannot be skipped",
      CUSTOM,
      skipping({ products: ["botFight"] }),
      "/action_parameters/products/0",
      20119,
      "skip action parameter product 'botFight' is invalid",
    ],
    [
      "a phase that cannot be skipped",
      CUSTOM,
      skipping({ phases: ["ddos_l7"] }),
      "/action_parameters/phases/0",
      20120,
      "skip action parameter phase 'ddos_l7' is not authorized",
    ],
    [
      "a phase that an exception skips",
      MANAGED,
      skipping({ phases: ["http_request_sbfm"] }),
      "/action_parameters/phases/0",
      20120,
      "skip action parameter phase 'http_request_sbfm' is not authorized",
    ],
    [
      "rulesets that a custom rule skips",
      CUSTOM,
      skipping({ rulesets: [OWASP] }),
      "/action_parameters/rulesets",
      20117,
      "skip action parameter 'rulesets' cannot be used in the phase http_request_firewall_custom",
    ],
    [
      "a description that is too long",
      CUSTOM,
      { action: "block", expression: "ssl", description: "a".repeat(4097) },
      "/description",
      undefined,
      "description must have at most 4096 bytes in UTF-8, found 4097; write a shorter one",
    ],
    [
      "logging of a rule that does not skip",
      CUSTOM,
      { action: "block", expression: "ssl", logging: { enabled: true } },
      "/logging",
      20018,
      "logging options only allowed in the skip action",
    ],
    [
      "a rate limit without the data center",
      "http_ratelimit",
      limiting({ characteristics: ["ip.src"] }),
      "/ratelimit/characteristics",
      20155,
      "characteristics field is missing 'cf.colo.id', this is required as ratelimiting counting is processed at colocation level only",
    ],
    [
      "a rule without a rate limit",
      "http_ratelimit",
      { action: "block", expression: "ssl" },
      "/ratelimit",
      undefined,
      "ratelimit is missing: rules of the phase http_ratelimit need it, with characteristics, a period and a threshold",
    ],
    [
      "a period that there is not",
      "http_ratelimit",
      limiting({ period: 61 }),
      "/ratelimit/period",
      undefined,
      "period must be 10, 15, 20, 30, 40, 45, 60, 90, 120, 180, 240, 300, 480, 600, 900, 1200, 1800, 2400, 3600, 65535, 86400 seconds, found 61",
    ],
    [
      "a managed ruleset of another phase",
      MANAGED,
      executing("4d21379b4f9f4bb088e0729962c8b3cf"),
      "/action_parameters/id",
      undefined,
      'id must be the id of a ruleset of the phase http_request_firewall_managed: efb7b8c949ac4650a09736fc376e9aee (Cloudflare Managed Ruleset), 4814384a9e5d4991b9815dcfc25d2f1f (Cloudflare OWASP Core Ruleset), c2e184081120413c86c3ab7e14069605 (Cloudflare Exposed Credentials Check Ruleset), 77454fe2d30c4220b5701f6fdfb893ba (Cloudflare Managed Free Ruleset); found "4d21379b4f9f4bb088e0729962c8b3cf", DDoS L7 ruleset of the phase ddos_l7',
    ],
    [
      "an action that DDoS rules do not take",
      "ddos_l7",
      executing("4d21379b4f9f4bb088e0729962c8b3cf", { overrides: { action: "js_challenge" } }),
      "/action_parameters/overrides/action",
      undefined,
      'action must be "block", "managed_challenge", "challenge" or "log" in the phase ddos_l7, found "js_challenge"',
    ],
    [
      "a condition on the fields that are logged",
      "http_log_custom_fields",
      {
        action: "log_custom_field",
        action_parameters: { request_fields: [{ name: "x-trace" }] },
        expression: "ssl",
      },
      "/expression",
      undefined,
      'expression must be "true" in the phase http_log_custom_fields, found "ssl"; the fields are logged for all requests',
    ],
  ])("is refused by the platform: %s", async (_, phase, rule, pointer, code, message) => {
    const at = `/zones/${await newZone(platform)}/rulesets/phases/${phase}/entrypoint`;
    const answer = await platform.api("PUT", at, { body: { rules: [rule] } });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ ...(code !== undefined && { code }), message, source: { pointer: `/rules/0${pointer}` } }],
    ]);
    expect((await platform.api("GET", at)).status).toBe(404);
  });

  it("is refused by an account, if it runs a ruleset for zones of every plan", async () => {
    const at = `/accounts/${platform.accountId}/rulesets/phases/${MANAGED}/entrypoint`;
    const refused = await platform.api("PUT", at, { body: { rules: [executing(OWASP)] } });
    expect([refused.status, refused.body.errors[0].source]).toEqual([
      400,
      { pointer: "/rules/0/expression" },
    ]);
    const rule = { ...executing(OWASP), expression: '(ssl) and cf.zone.plan eq "ENT"' };
    expect((await platform.api("PUT", at, { body: { rules: [rule] } })).status).toBe(200);
    await platform.api("PUT", at, { body: { rules: [] } });
  });
});

describe("a phase that only the other level has", () => {
  it("is refused with 20004", async () => {
    const zone = `/zones/${await newZone(platform)}/rulesets`;
    const account = `/accounts/${platform.accountId}/rulesets`;
    const rules = [{ action: "block", expression: "ssl" }];
    const answers = [
      await platform.api("PUT", `${zone}/phases/http_request_redirect/entrypoint`, { body: { rules } }),
      await platform.api("PUT", `${zone}/phases/ddos_l4/entrypoint`, { body: { rules } }),
      await platform.api("PUT", `${account}/phases/http_request_transform/entrypoint`, { body: { rules } }),
    ];
    expect(answers.map(({ status, body }): unknown => [status, body.errors])).toEqual([
      [400, [misplaced("zone", "http_request_redirect")]],
      [400, [misplaced("zone", "ddos_l4")]],
      [400, [misplaced("root", "http_request_transform")]],
    ]);
  });

  function misplaced(kind: string, phase: string) {
    return {
      code: 20004,
      message: `'${kind}' is not a valid value for kind because kind "${kind}" cannot be used for phase "${phase}"`,
      source: { pointer: "/kind" },
    };
  }
});

describe("the entry point of an account", () => {
  const deploying = (expression: string) => ({ ...executing(OWASP), expression });
  const CUSTOM = "http_request_firewall_custom";
  const refusedAt = async (phase: string, rule: object) => {
    const at = `/accounts/${platform.accountId}/rulesets/phases/${phase}/entrypoint?dry_run=true`;
    const answer = await platform.api("PUT", at, { body: { rules: [rule] } });
    return answer.body.errors as unknown;
  };

  it("takes no skip in the phase of custom rules", async () => {
    const rule = { ...skipping({ ruleset: "current" }), expression: '(ssl) and cf.zone.plan eq "ENT"' };
    expect(await refusedAt(CUSTOM, rule)).toEqual([
      {
        code: 20016,
        message:
          'action must not be "skip" in the entry point of an account in the phase http_request_firewall_custom; write the rule in a custom ruleset that the entry point executes, or in the zones',
        source: { pointer: "/rules/0/action" },
      },
    ]);
    expect(await refusedAt("http_request_firewall_managed", rule)).toEqual([]);
  });

  it.each([
    ["ip.src in $office", "lists is not allowed in the entry point of an account in the phase"],
    [
      "cf.waf.score.sqli lt 20",
      "field cf.waf.score.sqli is not allowed in the entry point of an account in the phase",
    ],
  ])("does not take %s", async (condition, why) => {
    const expression = `(${condition}) and cf.zone.plan eq "ENT"`;
    expect(await refusedAt(CUSTOM, { action: "block", expression })).toEqual([
      {
        message: `'${expression}' is not a valid value for expression because the use of ${why} ${CUSTOM}`,
        source: { pointer: "/rules/0/expression" },
      },
    ]);
  });

  it.each([
    ['(ssl) and (cf.zone.plan eq "ENT")', []],
    [
      'not (ssl) and (cf.zone.plan eq "ENT")',
      [
        'expression must have one condition in parentheses before the plan, found not; write (not …) and cf.zone.plan eq "ENT"',
      ],
    ],
    [
      '(ssl) and (http.host eq "a") and cf.zone.plan eq "ENT"',
      [
        'expression must have one condition in parentheses before the plan, found 2; write (… and …) and cf.zone.plan eq "ENT"',
      ],
    ],
    ['(cf.zone.name eq "example.com")', []],
    ['ssl and http.host eq "a" and cf.zone.plan eq "ENT"', []],
  ])("judges the form of %s", async (expression, messages) => {
    const errors = await refusedAt("http_request_firewall_managed", deploying(expression));
    expect(errors).toEqual(
      messages.map((message) => ({ message, source: { pointer: "/rules/0/expression" } })),
    );
  });
});

describe("a custom ruleset", () => {
  const body = {
    name: "shared",
    kind: "custom",
    phase: "http_request_firewall_custom",
    rules: [{ action: "block", expression: "ssl" }],
  };

  it("of a zone can be executed by its entry point", async () => {
    const rulesets = `/zones/${await newZone(platform)}/rulesets`;
    const made = await platform.api("POST", rulesets, { body });
    expect(made.status).toBe(200);
    const at = `${rulesets}/phases/http_request_firewall_custom/entrypoint`;
    const rules = [executing(made.body.result.id as string)];
    expect((await platform.api("PUT", at, { body: { rules } })).status).toBe(200);
  });

  it("of an account cannot be executed by a zone", async () => {
    const made = await platform.api("POST", `/accounts/${platform.accountId}/rulesets`, { body });
    const id = made.body.result.id as string;
    const at = `/zones/${await newZone(platform)}/rulesets/phases/http_request_firewall_custom/entrypoint`;
    const answer = await platform.api("PUT", at, { body: { rules: [executing(id)] } });
    expect(answer.body.errors).toEqual([
      {
        code: 20230,
        message: `'${id}' is not a valid value for id because it is not possible to execute a ruleset of scope account at scope zone`,
        source: { pointer: "/rules/0/action_parameters/id" },
      },
    ]);
  });
});

it("a zone executes the HTTP DDoS ruleset up to ten times", async () => {
  const at = `/zones/${await newZone(platform)}/rulesets/phases/ddos_l7/entrypoint`;
  const id = "4d21379b4f9f4bb088e0729962c8b3cf";
  const put = (count: number) => {
    const rules = Array.from({ length: count }, (_, index) => ({
      ...executing(id, { overrides: { sensitivity_level: "low" } }),
      expression: `http.host eq "${index}.example"`,
    }));
    return platform.api("PUT", at, { body: { rules } });
  };
  expect((await put(10)).status).toBe(200);
  const answer = await put(11);
  expect(answer.body.errors).toEqual([
    {
      message: `'${id}' is not a valid value for id because 10 other rules of the zone execute this managed ruleset already`,
      source: { pointer: "/rules/10/action_parameters/id" },
    },
  ]);
});

it("a rule is answered with what the API fills in", async () => {
  const at = `/zones/${await newZone(platform)}/rulesets/phases/http_ratelimit/entrypoint`;
  const answer = await platform.api("PUT", at, { body: { rules: [limiting({})] } });
  expect(answer.body.result.rules[0].ratelimit).toEqual({
    characteristics: ["cf.colo.id", "ip.src"],
    period: 60,
    requests_per_period: 5,
    mitigation_timeout: 0,
    requests_to_origin: false,
  });
});

it("a threshold of a rule that is not the scoring rule is accepted", async () => {
  const at = `/zones/${await newZone(platform)}/rulesets/phases/http_request_firewall_managed/entrypoint`;
  const overrides = { rules: [{ id: "7683285d70b14023ac407b67eccbb280", score_threshold: 40 }] };
  const answer = await platform.api("PUT", at, { body: { rules: [executing(OWASP, { overrides })] } });
  expect([answer.status, answer.body.result.rules[0].action_parameters.overrides]).toEqual([200, overrides]);
});
