import { UNKNOWN } from "../../../../provider/api";
import { fromCloudflare } from "../../../../review/model/from-cloudflare";
import { fromEdge } from "../../../../review/model/from-edge";
import type { ReviewedRuleset, ReviewedToken } from "../../../../review/model/reviewed";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const GROUP = "e17beae8b8cb423a99b1730f21238bed";
const RESOURCE = `com.cloudflare.api.account.zone.${ZONE}`;
const CIDR = "192.0.2.0/24";

describe("a Ruleset of @pulumi/cloudflare", () => {
  it("is the entry point of its zone, and replaces all rules", () => {
    expect(
      ruleset({ kind: "zone", zoneId: ZONE, phase: "http_request_firewall_custom", rules: [] }),
    ).toMatchObject({
      origin: "cloudflare",
      label: 'cloudflare.Ruleset "one"',
      place: { level: "zone", id: ZONE },
      level: "zone",
      phase: "http_request_firewall_custom",
      ownership: "exclusive",
      takesOver: false,
      isOrdered: true,
      hasUnknownRules: false,
    });
  });

  it.each([
    [{ kind: "root", accountId: ACCOUNT }, "root", "account"],
    [{ kind: "custom", accountId: ACCOUNT }, "custom", "account"],
    [{ kind: "custom", zoneId: ZONE }, "custom", "zone"],
    [{ kind: UNKNOWN, zoneId: UNKNOWN }, "custom", "zone"],
  ])("with %j has the level %s in the %s", (properties, level, place) => {
    expect(ruleset(properties)).toMatchObject({ level, place: { level: place } });
  });

  it("has no member that the program sets to null", () => {
    const rule = { action: "block", expression: "true" };
    const place = { kind: "root", accountId: ACCOUNT, phase: "http_request_firewall_custom" };
    const nulls = { enabled: null, description: null, ref: null, actionParameters: null };
    expect(JSON.stringify(ruleset({ ...place, zoneId: null, rules: [{ ...rule, ...nulls }] }))).toBe(
      JSON.stringify(ruleset({ ...place, rules: [rule] })),
    );
  });

  it("names rules by their index, in the order of the list", () => {
    const rules = [
      { ref: "admin", action: "block", expression: "true" },
      { action: "log", expression: "false" },
    ];
    expect(ruleset({ rules }).rules).toEqual([
      { path: "rules[0]", ref: "admin", wire: rules[0] },
      { path: "rules[1]", ref: undefined, wire: rules[1] },
    ]);
  });

  it.each([
    [UNKNOWN, 0],
    [[UNKNOWN], 1],
    [[{ action: "block", expression: UNKNOWN }], 1],
  ])("knows that rules are unknown: %j", (rules, length) => {
    const read = ruleset({ rules });
    expect(read.hasUnknownRules).toBe(true);
    expect(read.rules).toHaveLength(length);
  });

  it.each([
    [
      "release 6",
      {
        cache: true,
        edgeTtl: { mode: "override_origin", statusCodeTtls: [{ statusCodeRange: { from: 200 }, value: 60 }] },
        cacheKey: { customKey: { header: { includes: ["x-a"], contains: { AcceptEncoding: ["br"] } } } },
      },
    ],
    [
      "release 5",
      {
        cache: true,
        edgeTtl: {
          mode: "override_origin",
          statusCodeTtls: [{ statusCodeRanges: [{ from: 200 }], value: 60 }],
        },
        cacheKey: { customKey: { header: { includes: ["x-a"], contains: { AcceptEncoding: ["br"] } } } },
      },
    ],
  ])("has the parameters of a request, in %s", (_release, actionParameters) => {
    expect(parameters({ action: "set_cache_settings", actionParameters })).toEqual({
      cache: true,
      edge_ttl: {
        mode: "override_origin",
        status_code_ttl: [{ status_code_range: { from: 200 }, value: 60 }],
      },
      cache_key: { custom_key: { header: { include: ["x-a"], contains: { AcceptEncoding: ["br"] } } } },
    });
  });

  it.each([
    ["release 6", { X_From: { operation: "set", value: "a" } }],
    ["release 5", [{ name: "X_From", operation: "set", value: "a" }]],
  ])("has headers by name, in %s", (_release, headers) => {
    expect(parameters({ action: "rewrite", actionParameters: { headers } })).toEqual({
      headers: { X_From: { operation: "set", value: "a" } },
    });
  });

  it.each([
    ["release 6", { [GROUP]: ["a", "b"] }],
    ["release 5", { [GROUP]: "a,b" }],
  ])("has the managed rules to skip, in %s", (_release, rules) => {
    expect(parameters({ action: "skip", actionParameters: { rules } })).toEqual({
      rules: { [GROUP]: ["a", "b"] },
    });
  });

  it("has the single response and the named fields of release 5", () => {
    const response = { statusCode: 403, content: "no", contentType: "text/plain" };
    expect(parameters({ action: "block", actionParameters: { responses: [response] } })).toEqual({
      response: { status_code: 403, content: "no", content_type: "text/plain" },
    });
    expect(parameters({ action: "log_custom_field", actionParameters: { cookieFields: ["a"] } })).toEqual({
      cookie_fields: [{ name: "a" }],
    });
  });

  it("has directives as in a header", () => {
    const actionParameters = { sMaxage: { operation: "set", value: 1, cloudflareOnly: true } };
    expect(parameters({ action: "set_cache_control", actionParameters })).toEqual({
      "s-maxage": { operation: "set", value: 1, cloudflare_only: true },
    });
  });

  it("keeps the overrides of a managed ruleset", () => {
    const overrides = {
      rules: [{ id: GROUP, scoreThreshold: 40 }],
      categories: [{ category: "a", enabled: false }],
    };
    expect(parameters({ action: "execute", actionParameters: { id: "x", overrides } })).toEqual({
      id: "x",
      overrides: {
        rules: [{ id: GROUP, score_threshold: 40 }],
        categories: [{ category: "a", enabled: false }],
      },
    });
  });
});

describe("tokens of @pulumi/cloudflare", () => {
  const released = {
    6: [
      { effect: "allow", permissionGroups: [{ id: GROUP }], resources: JSON.stringify({ [RESOURCE]: "*" }) },
    ],
    5: [{ permissionGroups: [GROUP], resources: { [RESOURCE]: "*" } }],
  };

  it.each([6, 5] as const)("have groups, resources and networks in release %i", (release) => {
    const condition = { requestIp: { ins: [CIDR], notIns: ["192.0.2.9/32"] } };
    const read = token("ApiToken", {
      name: "ci",
      policies: released[release],
      condition,
      expiresOn: "2030-01-01T00:00:00Z",
    });
    expect(read).toMatchObject({ place: { level: "user" }, isPartlyUnknown: false, rotates: false });
    expect(read.token).toEqual({
      name: "ci",
      policies: [{ effect: "allow", permissionGroups: [{ id: GROUP }], resources: { [RESOURCE]: "*" } }],
      condition: { requestIp: { in: [CIDR], notIn: ["192.0.2.9/32"] } },
      expiresOn: "2030-01-01T00:00:00Z",
    });
  });

  it("belong to the account of an AccountToken", () => {
    expect(token("AccountToken", { accountId: ACCOUNT, policies: released[6] })).toMatchObject({
      label: 'cloudflare.AccountToken "one"',
      place: { level: "account", id: ACCOUNT },
    });
  });

  it.each([
    ["the policies", UNKNOWN],
    ["a group", [{ permissionGroups: [UNKNOWN], resources: "{}" }]],
    ["the resources", [{ permissionGroups: [], resources: UNKNOWN }]],
    ["a part of the text of the resources", [{ permissionGroups: [], resources: `{"${UNKNOWN}` }]],
  ])("are partly unknown if %s are", (_what, policies) => {
    expect(token("ApiToken", { policies }).isPartlyUnknown).toBe(true);
  });
});

describe("other types", () => {
  it("are not reviewed", () => {
    expect(fromCloudflare(declared("cloudflare:index/record:Record", {}))).toBeUndefined();
    expect(fromCloudflare(declared("constructor", {}))).toBeUndefined();
  });

  it("of a native provider are the same resources as the dynamic ones", () => {
    const properties = { zoneId: ZONE, phase: "http_ratelimit", rules: {} };
    const [native, dynamic] = ["edge:index:", "pulumi-nodejs:dynamic/edge:"].map((prefix) =>
      fromEdge(declared(`${prefix}ZoneEntrypointRuleset`, properties)),
    );
    expect(native).toMatchObject({
      kind: "ruleset",
      label: 'ZoneEntrypointRuleset "one"',
      phase: "http_ratelimit",
    });
    expect(JSON.stringify(native)).toBe(JSON.stringify(dynamic));
  });
});

function declared(type: string, properties: Readonly<Record<string, unknown>>) {
  return { type, name: "one", urn: "urn:pulumi:test::project::type::one", properties };
}

function ruleset(properties: Readonly<Record<string, unknown>>): ReviewedRuleset {
  const read = fromCloudflare(declared("cloudflare:index/ruleset:Ruleset", properties));
  if (read?.kind !== "ruleset") throw new Error("no ruleset");
  return read;
}

function parameters(rule: Readonly<Record<string, unknown>>): unknown {
  return ruleset({ rules: [rule] }).rules[0]?.wire["action_parameters"];
}

function token(
  name: "ApiToken" | "AccountToken",
  properties: Readonly<Record<string, unknown>>,
): ReviewedToken {
  const type = `cloudflare:index/${name === "ApiToken" ? "apiToken" : "accountToken"}:${name}`;
  const read = fromCloudflare(declared(type, properties));
  if (read?.kind !== "token") throw new Error("no token");
  return read;
}
