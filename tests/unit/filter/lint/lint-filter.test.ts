import { FILTER_PLANS } from "../../../../provider/filter";
import { lint, messages } from "./lint-expression";

describe("lintFilter", () => {
  it("reports nothing for an unsuspicious expression", () => {
    expect(
      lint('ssl and (http.host eq "a" or ip.src in {192.0.2.0/24})', "http_request_firewall_custom"),
    ).toEqual([]);
  });

  it("names the replacement of a deprecated field once", () => {
    expect(messages('ip.geoip.country eq "T1" or ip.geoip.country eq "XX"')).toEqual([
      "The field ip.geoip.country is deprecated. Write ip.src.country.",
    ]);
  });

  it.each([
    "continent",
    "country",
    "subdivision_1_iso_code",
    "subdivision_2_iso_code",
    "asnum",
    "is_in_european_union",
  ])("knows the replacement of ip.geoip.%s", (name) => {
    const tests = { asnum: " eq 1", is_in_european_union: "", continent: ' eq "EU"', country: ' eq "DE"' };
    const test = new Map(Object.entries(tests)).get(name) ?? ' eq "x"';
    expect(messages(`ip.geoip.${name}${test}`)).toEqual([
      `The field ip.geoip.${name} is deprecated. Write ip.src.${name}.`,
    ]);
    expect(messages(`ip.src.${name}${test}`)).toEqual([]);
  });

  it("shows the meaning of mixed operators once", () => {
    expect(lint("ssl or cf.client.bot xor true and false")).toMatchObject([
      {
        rule: "mixed-operators",
        message:
          "Without parentheses, xor binds more tightly than or. The expression means: ssl or (cf.client.bot xor (true and false)). Write the parentheses.",
        span: { start: 0, end: 39 },
      },
    ]);
  });

  it("shows each combination of mixed operators", () => {
    expect(lint("(ssl or true and false) and (ssl or false and true)").map(({ span }) => span)).toEqual([
      { start: 1, end: 22 },
      { start: 29, end: 50 },
    ]);
  });

  it("cuts or omits conditions in the meaning of a long expression", () => {
    const long = 'http.request.uri.path contains "/a-rather-long-path/of-an-application/with-many-parts"';
    expect(messages(`ssl or ${long} and ssl or ${long} or true`)).toEqual([
      "Without parentheses, and binds more tightly than or. The expression means: " +
        "ssl or (http.request.uri.path contains… and ssl) or http.request.uri.path contains… or true. Write the parentheses.",
    ]);
    const many = Array(15).fill(long).join(" or ");
    expect(messages(`${many} or ${long} and ssl or ${many}`)).toEqual([
      "Without parentheses, and binds more tightly than or. The expression means: " +
        "… or (http.request.uri.path contains… and ssl) or …. Write the parentheses.",
    ]);
  });

  it("shows the whole meaning up to 200 characters", () => {
    const mixed = (host: string) => `(ssl or true and http.host eq "${host}")`;
    const reading = (host: string) => `ssl or (true and http.host eq "${host}")`;
    const longest = "a".repeat(200 - reading("").length);
    expect(messages(mixed(longest))[0]).toContain(`The expression means: ${reading(longest)}. `);
    expect(messages(mixed(`${longest}a`))[0]).toContain("aaa…). ");
  });

  it("reports nothing if there are parentheses", () => {
    expect(lint("ssl or (cf.client.bot and true)")).toEqual([]);
    expect(lint("ssl and cf.client.bot and not true")).toEqual([]);
  });

  it("measures the length in code points", () => {
    expect(lint(`http.host eq "${"é".repeat(4082)}"`)).toEqual([
      {
        rule: "length",
        message:
          "The expression has 4097 characters; the service accepts at most 4096. Move values to a list, or split the rule into two.",
        span: { start: 4096, end: 4097 },
      },
    ]);
    expect(lint(`http.host eq "${"é".repeat(4081)}"`)).toEqual([]);
  });

  it("reports fields and functions that a phase does not support", () => {
    expect(messages("http.response.code eq 200", "http_request_firewall_custom")).toEqual([
      "The field http.response.code belongs to the response, but the phase http_request_firewall_custom runs before the response. Use it in a response phase.",
    ]);
    expect(messages('split(http.host, ".", 2)[0] eq "a"', "http_request_firewall_custom")).toEqual([
      "split() is documented for response header transforms and custom errors; the phase http_request_firewall_custom may reject it.",
    ]);
    expect(messages("cidr(ip.src, 24, 64) eq 192.0.2.0", "http_ratelimit")).toEqual([]);
    expect(messages("http.response.code eq 200", "http_response_headers_transform")).toEqual([]);
  });

  it("reports several rules in the order of the text", () => {
    const expression =
      'ip.geoip.asnum eq 1 and split(http.host, ".", 2)[0] matches "a+" or http.response.code eq 1';
    const found = lint(`${expression} or http.response.code eq 2`, "http_request_sanitize");
    expect(found.map(({ rule, span: { start, end } }) => [rule, expression.slice(start, end)])).toEqual([
      ["deprecated-field", "ip.geoip.asnum"],
      ["mixed-operators", expression],
      ["phase", 'split(http.host, ".", 2)'],
      ["plan", 'split(http.host, ".", 2)[0] matches "a+"'],
      ["phase", "http.response.code"],
    ]);
  });

  it.each([
    ['raw.http.response.headers.names[0] eq "a"', "ddos_l7"],
    ["cf.response.1xxx_code eq 1000", "http_config_settings"],
    ["http.response.code eq 200", "http_request_late_transform"],
    ['to_string(cf.waf.score) eq "1"', "http_request_firewall_custom"],
  ])("reports that %j is not for %s", (expression, phase) => {
    expect(lint(expression, phase).map(({ rule }) => rule)).toEqual(["phase"]);
  });

  it.each([
    ["ip.src eq 192.0.2.1", "magic_transit_ids_managed"],
    ['http.host eq "a"', "http_request_firewall_custom"],
    ['http.host eq "a"', "ddos_l7"],
    ["bit_slice(http.host, 0, 8) eq 1", undefined],
    ['lower(http.host) eq "a"', "http_request_firewall_custom"],
  ])("accepts %j in %s", (expression, phase) => {
    expect(lint(expression, phase)).toEqual([]);
  });

  it("reports HTTP fields in packet phases", () => {
    expect(messages('http.host eq "a" and ip.src eq 192.0.2.1', "magic_transit")).toEqual([
      "The field http.host belongs to HTTP requests, but the phase magic_transit processes packets. Use it in an HTTP phase.",
    ]);
  });

  it.each([
    "http_ratelimit",
    "http_custom_errors",
    "http_response_headers_transform",
    "http_response_compression",
  ])("accepts response fields in %s", (phase) => {
    expect(messages("http.response.code eq 200", phase)).toEqual([]);
  });

  it.each(["", "http_request_firewall_custom"])(
    "reports functions that are not documented, in the phase %j",
    (phase) => {
      expect(lint('contains(http.host, "a")', phase)).toEqual([
        {
          rule: "limit",
          message: "contains() is not documented: the service may reject it, or change what it computes.",
          span: { start: 0, end: 24 },
        },
      ]);
    },
  );

  it("does not check phases without a phase", () => {
    expect(messages("http.response.code eq 200")).toEqual([]);
  });

  it.each([
    [
      'http.host matches "a+" or http.host ~ "b+"',
      "business",
      "matches needs a Business or Enterprise plan, or WAF Advanced. wildcard and contains do not.",
    ],
    [
      'is_timed_hmac_valid_v0("key", http.request.uri, 10, 1)',
      "pro",
      "is_timed_hmac_valid_v0() needs a paid plan.",
    ],
    [
      'http.request.body.raw contains "a" or http.request.body.raw contains "b"',
      "enterprise",
      "The field http.request.body.raw needs an Enterprise plan.",
    ],
    [
      "cf.bot_management.score lt 30",
      "enterprise",
      "The field cf.bot_management.score needs an Enterprise plan with Bot Management.",
    ],
  ] as const)(
    "reports once that %j is not in every plan, and nothing from the plan %s on",
    (expression, least, message) => {
      expect(messages(expression)).toEqual([message]);
      for (const plan of FILTER_PLANS) {
        const has = FILTER_PLANS.indexOf(plan) >= FILTER_PLANS.indexOf(least);
        expect(lint(expression, undefined, plan).map((warning) => warning.message)).toEqual(
          has ? [] : [message],
        );
      }
    },
  );
});
