import { lint } from "../lint/lint-expression";
import { explained, refused } from "./refused";

describe("a field that the phase does not have", () => {
  it("is an error that names the position and the remedy", () => {
    expect(explained("ssl and http.response.code eq 200", { phase: "http_request_firewall_custom" })).toEqual(
      [
        "The filter expression is not valid: the use of field http.response.code is not allowed in the phase http_request_firewall_custom (line 1, column 9).",
        "  ssl and http.response.code eq 200",
        "          ^^^^^^^^^^^^^^^^^^",
        '  Expected a field of the request; found "http.response.code".',
        "  The field http.response.code belongs to the response, but the phase http_request_firewall_custom runs before the response. Use it in a response phase.",
      ],
    );
  });

  it.each([
    ["http_request_transform", "cf.bot_management.score lt 30", "cf.bot_management.score"],
    ["http_request_dynamic_redirect", "cf.threat_score gt 10", "cf.threat_score"],
    ["http_request_dynamic_redirect", 'http.request.body.raw contains "a"', "http.request.body.raw"],
    ["http_request_transform", "cf.waf.score.sqli lt 5", "cf.waf.score.sqli"],
    [
      "http_request_cache_settings",
      'any(http.response.headers.names[*] eq "a")',
      "http.response.headers.names",
    ],
    ["http_request_cache_settings", "cf.waf.score lt 30", "cf.waf.score"],
    ["http_config_settings", "cf.response.1xxx_code eq 1000", "cf.response.1xxx_code"],
    ["ddos_l7", "http.request.body.size gt 5", "http.request.body.size"],
    ["ddos_l7", "cf.waf.score lt 5", "cf.waf.score"],
    ["ddos_l4", 'http.host eq "a"', "http.host"],
    ["magic_transit", 'http.user_agent eq "a"', "http.user_agent"],
  ])("in %s: %s", (phase, expression, field) => {
    expect(refused(expression, { phase })).toEqual([
      `the use of field ${field} is not allowed in the phase ${phase}`,
    ]);
  });

  it.each([
    ["http_request_late_transform", "cf.bot_management.score lt 30 and cf.threat_score gt 5"],
    ["http_response_headers_transform", "http.response.code eq 200 and cf.waf.score lt 5"],
    ["http_request_firewall_custom", 'cf.bot_management.score lt 30 and http.request.body.raw contains "a"'],
    ["http_custom_errors", "http.response.code eq 500"],
    ["http_response_cache_settings", "http.response.code eq 200"],
    ["http_request_cache_settings", "cf.client.bot"],
    ["ddos_l7", 'cf.bot_management.ja3_hash eq "a" and http.request.method eq "GET" and ip.src.asnum eq 1'],
    ["ddos_l4", "ip.src eq 192.0.2.1"],
    // Inferred from the documentation of other phases, so only a warning.
    ["http_config_settings", "cf.bot_management.score lt 30"],
    ["http_request_origin", 'http.request.body.raw contains "a"'],
    ["http_response_cache_settings", "cf.response.1xxx_code eq 1000"],
  ])("is no error in %s: %s", (phase, expression) => {
    expect(refused(expression, { phase })).toEqual([]);
  });

  it("is a warning if that is only inferred", () => {
    expect(lint("cf.bot_management.score lt 30", "http_config_settings", "enterprise")).toEqual([
      {
        rule: "phase",
        message:
          "The phase http_config_settings runs before bodies, bots and attacks are examined, so it does not have the field cf.bot_management.score. Use it in a later phase, such as http_request_late_transform or http_request_firewall_custom. This is not documented for this phase.",
        span: { start: 0, end: 23 },
      },
    ]);
  });

  it("is reported once", () => {
    const twice = "http.response.code eq 200 or http.response.code eq 201";
    expect(refused(twice, { phase: "http_request_origin" })).toHaveLength(1);
  });

  it("is allowed in a counting expression", () => {
    const place = { phase: "http_ratelimit", purpose: "counting" } as const;
    expect(refused("http.response.code eq 401", place)).toEqual([]);
  });

  it("is not judged without a phase", () => {
    expect(refused("http.response.code eq 200", {})).toEqual([]);
  });
});

describe("a function", () => {
  it.each([
    ["http_request_firewall_custom", 'regex_replace(http.host, "a", "b") eq "b"', "regex_replace"],
    ["http_request_firewall_custom", 'to_string(cf.waf.score) eq "1"', "to_string"],
    ["http_request_transform", "cidr(ip.src, 24, 64) eq 192.0.2.0", "cidr"],
    ["http_request_firewall_custom", 'split(http.host, ".", 2)[0] eq "a"', "split"],
    ["http_response_cache_settings", 'uuidv4(cf.random_seed) eq "a"', "uuidv4"],
  ])("is refused in filters of %s: %s", (phase, expression, name) => {
    expect(refused(expression, { phase })).toEqual([
      `the use of function ${name} is not allowed in filter expressions of the phase ${phase}`,
    ]);
  });

  it.each([
    ["http_request_firewall_custom", "cidr(ip.src, 24, 64) eq 192.0.2.0"],
    ["http_ratelimit", "cidr6(ip.src, 64) in {2001:db8::/64}"],
    ["http_response_cache_settings", 'regex_replace(http.host, "a", "b") eq "b"'],
    ["http_custom_errors", 'split(http.host, ".", 2)[0] eq "a"'],
    ["http_request_firewall_custom", 'len(join(http.request.headers.names, ",")) gt 4000'],
    // The documentation is not explicit, so only a warning.
    ["http_request_origin", 'join(http.request.headers.names, ",") eq "a"'],
    ["http_request_firewall_custom", 'encode_base64(http.host) eq "YQ=="'],
  ])("is allowed in filters of %s: %s", (phase, expression) => {
    expect(refused(expression, { phase })).toEqual([]);
  });

  it("is refused in a value of another kind", () => {
    const place = { phase: "http_request_transform", purpose: "path" } as const;
    expect(refused('concat("/", encode_base64(http.host))', place)).toEqual([
      "the use of function encode_base64 is not allowed in the path expression of the phase http_request_transform",
    ]);
    expect(
      refused("encode_base64(http.host)", { phase: "http_request_late_transform", purpose: "header" }),
    ).toEqual([]);
  });
});
