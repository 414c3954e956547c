import fc from "fast-check";
import {
  FILTER_PLANS,
  type FilterPlan,
  type FilterWarning,
  lintFilter,
  parseFilter,
} from "../../../../provider/filter";

describe("lintFilter", () => {
  it("says nothing of an expression without doubts", () => {
    expect(
      lint('ssl and (http.host eq "a" or ip.src in {192.0.2.0/24})', "http_request_firewall_custom"),
    ).toEqual([]);
  });

  it("names the replacement of a deprecated field, once", () => {
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
    const test = { asnum: " eq 1", is_in_european_union: "" }[name] ?? ' eq "x"';
    expect(messages(`ip.geoip.${name}${test}`)).toEqual([
      `The field ip.geoip.${name} is deprecated. Write ip.src.${name}.`,
    ]);
    expect(messages(`ip.src.${name}${test}`)).toEqual([]);
  });

  it("shows how mixed operators are read, once", () => {
    expect(lint("ssl or cf.client.bot xor true and false")).toEqual([
      {
        rule: "mixed-operators",
        message:
          "Without parentheses, xor binds more tightly than or. The expression means: ssl or (cf.client.bot xor (true and false)). Write the parentheses.",
        span: { start: 0, end: 39 },
      },
    ]);
  });

  it("shows each place where operators are mixed", () => {
    expect(lint("(ssl or true and false) and (ssl or false and true)").map(({ span }) => span)).toEqual([
      { start: 1, end: 22 },
      { start: 29, end: 50 },
    ]);
  });

  it("shows how a long expression is read, with its conditions cut or left out", () => {
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

  it("shows the whole reading up to 200 characters", () => {
    const mixed = (host: string) => `(ssl or true and http.host eq "${host}")`;
    const reading = (host: string) => `ssl or (true and http.host eq "${host}")`;
    const longest = "a".repeat(200 - reading("").length);
    expect(messages(mixed(longest))[0]).toContain(`The expression means: ${reading(longest)}. `);
    expect(messages(mixed(`${longest}a`))[0]).toContain("aaa…). ");
  });

  it("has no doubts where the parentheses are written", () => {
    expect(lint("ssl or (cf.client.bot and true)")).toEqual([]);
    expect(lint("ssl and cf.client.bot and not true")).toEqual([]);
  });

  it.each([
    ['http.host in {"a" "b" "a"}', 'http.host is compared with contains "a" more than once. Remove it'],
    [
      'http.host in {"a" "b" r"a"}',
      'http.host is compared with contains r"a", which is the same as "a". Remove one of them',
    ],
    [
      'http.host in {"ab" 61:62}',
      'http.host is compared with contains 61:62, which is the same as "ab". Remove one of them',
    ],
    [
      "cf.waf.score in {16 2..3 0x10}",
      "cf.waf.score is compared with contains 0x10, which is the same as 16. Remove one of them",
    ],
    [
      "ip.src in {10/8 10.0.0.0/8}",
      "ip.src is compared with contains 10.0.0.0/8, which is the same as 10/8. Remove one of them",
    ],
    [
      "ip.src in {1.1.1.1/32 1.1.1.1}",
      "ip.src is compared with contains 1.1.1.1, which is the same as 1.1.1.1/32. Remove one of them",
    ],
    [
      "ip.src in {10.0.0.0..10.0.0.255 10.0.0.0/24}",
      "ip.src is compared with contains 10.0.0.0/24, which is the same as 10.0.0.0..10.0.0.255. Remove one of them",
    ],
    [
      "ip.src in {2001:db8::1 2001:DB8:0::1}",
      "ip.src is compared with contains 2001:DB8:0::1, which is the same as 2001:db8::1. Remove one of them",
    ],
  ])("finds the item that stands twice in %j", (expression, message) => {
    expect(lint(expression).map(({ rule }) => rule)).toEqual(["duplicate-item"]);
    expect(messages(expression)).toEqual([`The set that ${message}, or correct it.`]);
  });

  it.each([
    ["ip.src in {192.0.2.7 192.0.2.0/24}", "192.0.2.7, which is already part of 192.0.2.0/24"],
    ["ip.src in {192.0.2.0/24 192.0.2.128/25}", "192.0.2.128/25, which is already part of 192.0.2.0/24"],
    [
      "ip.src in {192.0.2.1..192.0.2.9 192.0.2.9}",
      "192.0.2.9, which is already part of 192.0.2.1..192.0.2.9",
    ],
    ["ip.src in {2001:db8::1 2001:db8::/32}", "2001:db8::1, which is already part of 2001:db8::/32"],
    ["cf.waf.score in {1..50 7}", "7, which is already part of 1..50"],
    ["cf.waf.score in {1..50 3..5 2..60}", "2..60, which overlaps 1..50"],
    ["ip.src in {10.0.0.0/30 10.0.0.3..10.0.0.9}", "10.0.0.3..10.0.0.9, which overlaps 10.0.0.0/30"],
  ])("finds the item of %j that has values in common with another", (expression, message) => {
    const found = lint(expression);
    expect(found.map(({ rule }) => rule)).toContain("overlapping-item");
    expect(found.map((warning) => warning.message).join()).toContain(message);
  });

  it.each([
    'http.host in {"a" "A" "a " ""}',
    "cf.waf.score in {1 2 3..5 6..9 -1}",
    "ip.src in {192.0.2.0/25 192.0.2.128/25 ::c000:200/120 192.0.3.0}",
    "ip.src in {0.0.0.0 ::}",
    "ip.src in {10.0.0.1..10.0.0.4 10.0.0.5..10.0.0.9}",
    "cf.waf.score in {1} or cf.waf.score in {1}",
  ])("has no doubts about the sets of %j", (expression) => {
    expect(lint(expression)).toEqual([]);
  });

  it("quotes up to 60 characters of an item", () => {
    const item = `"${"a".repeat(58)}"`;
    const longer = `"${"😀".repeat(59)}"`;
    expect(messages(`http.host in {${item} ${item}}`)[0]).toContain(`contains ${item} more than once`);
    expect(messages(`http.host in {${longer} ${longer}}`)[0]).toContain(`contains "${"😀".repeat(59)}… more`);
  });

  it("calls the later of two ranges that overlap the doubtful one, and a range in another one always", () => {
    const doubtful = (expression: string) =>
      lint(expression).map(({ span: { start, end } }) => expression.slice(start, end));
    expect(doubtful("cf.waf.score in {5..9 1..6}")).toEqual(["1..6"]);
    expect(doubtful("cf.waf.score in {1..6 5..9}")).toEqual(["5..9"]);
    expect(doubtful("cf.waf.score in {5..6 1..9}")).toEqual(["5..6"]);
    expect(doubtful("cf.waf.score in {1..5 2..9 8..12}")).toEqual(["2..9", "8..12"]);
    expect(doubtful("cf.waf.score in {1..50 3..5 10..12}")).toEqual(["3..5", "10..12"]);
    expect(doubtful("ip.src in {::/0 1.1.1.1 0.0.0.0/0 ::5}")).toEqual(["1.1.1.1", "::5"]);
  });

  it("agrees with a comparison of every item with every other whether a set of ranges has a doubt", () => {
    const end = fc.integer({ min: -20, max: 60 });
    const range = fc.tuple(end, end).map(([a, b]): [number, number] => (a < b ? [a, b] : [b, a]));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
        const set = ranges.map(([first, last]) => `${first}..${last}`).join(" ");
        const doubtful = ranges.some(([first, last], index) =>
          ranges.some(([f, l], other) => index !== other && first <= l && f <= last),
        );
        expect(lint(`cf.waf.score in {${set}}`).length > 0).toBe(doubtful);
      }),
    );
  });

  it("says at most ten things of a kind, of sets of any length", () => {
    expect(lint(`cf.waf.score in {${"1 ".repeat(150_000)}}`).map(({ rule }) => rule)).toEqual([
      ...Array<string>(10).fill("duplicate-item"),
      "length",
    ]);
  });

  it("says the first ten in the order of the text, not of the values", () => {
    const found = lint("cf.waf.score in {99 99 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10}");
    expect(found.map(({ message }) => /contains (\d+) /.exec(message)?.[1])).toEqual([
      "99",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
    ]);
  });

  it("counts the length in characters", () => {
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

  it("says which fields and functions a phase lacks", () => {
    expect(messages("http.response.code eq 200", "http_request_firewall_custom")).toEqual([
      "The field http.response.code belongs to the response, but the phase http_request_firewall_custom runs before the response. Use it in a response phase.",
    ]);
    expect(messages('split(http.host, ".", 2)[0] eq "a"', "http_request_firewall_custom")).toEqual([
      "split() is documented for response header transforms and custom errors; the phase http_request_firewall_custom may reject it.",
    ]);
    expect(messages("cidr(ip.src, 24, 64) eq 192.0.2.0", "http_ratelimit")).toEqual([]);
    expect(messages("http.response.code eq 200", "http_response_headers_transform")).toEqual([]);
  });

  it("says once what of several kinds is doubtful, in the order of the text", () => {
    const expression =
      'ip.geoip.asnum eq 1 and split(http.host, ".", 2)[0] matches "a" or http.response.code eq 1';
    const found = lint(`${expression} or http.response.code eq 2`, "http_request_sanitize");
    expect(found.map(({ rule, span: { start, end } }) => [rule, expression.slice(start, end)])).toEqual([
      ["deprecated-field", "ip.geoip.asnum"],
      ["mixed-operators", expression],
      ["phase", 'split(http.host, ".", 2)'],
      ["plan", 'split(http.host, ".", 2)[0] matches "a"'],
      ["phase", "http.response.code"],
    ]);
  });

  it.each([
    ['raw.http.response.headers.names[0] eq "a"', "ddos_l7"],
    ["cf.response.1xxx_code eq 1000", "http_config_settings"],
    ["http.response.code eq 200", "http_request_late_transform"],
    ['to_string(cf.waf.score) eq "1"', "http_request_firewall_custom"],
  ])("says that %j is not for %s", (expression, phase) => {
    expect(lint(expression, phase).map(({ rule }) => rule)).toEqual(["phase"]);
  });

  it.each([
    ["ip.src eq 192.0.2.1", "magic_transit_ids_managed"],
    ['http.host eq "a"', "http_request_firewall_custom"],
    ['http.host eq "a"', "ddos_l7"],
    ["bit_slice(http.host, 0, 8) eq 1", undefined],
    ['lower(http.host) eq "a"', "http_request_firewall_custom"],
  ])("has no doubts about the place of %j in %s", (expression, phase) => {
    expect(lint(expression, phase)).toEqual([]);
  });

  it("says which fields are of HTTP where packets are looked at", () => {
    expect(messages('http.host eq "a" and ip.src eq 192.0.2.1', "magic_transit")).toEqual([
      "The field http.host belongs to HTTP requests, but the phase magic_transit processes packets. Use it in an HTTP phase.",
    ]);
  });

  it.each(["http_ratelimit", "http_custom_errors", "http_log_custom_fields", "http_response_compression"])(
    "lets %s look at responses",
    (phase) => {
      expect(messages("http.response.code eq 200", phase)).toEqual([]);
    },
  );

  it("says nothing about phases where none is given", () => {
    expect(messages("http.response.code eq 200")).toEqual([]);
  });

  it.each([
    [
      'http.host matches "a" or http.host ~ "b"',
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
    "says once that %j is not in every plan, and nothing from the plan %s on",
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

function lint(expression: string, phase?: string, plan?: FilterPlan): FilterWarning[] {
  const parsed = parseFilter(expression);
  if (!parsed.valid) throw new Error(parsed.diagnostics[0].cause);
  return lintFilter(parsed.ast, expression, {
    ...(phase !== undefined && { phase }),
    ...(plan !== undefined && { plan }),
  });
}

function messages(expression: string, phase?: string): string[] {
  return lint(expression, phase).map(({ message }) => message);
}
