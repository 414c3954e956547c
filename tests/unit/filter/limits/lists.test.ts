import { lint, messages } from "../lint/lint-expression";
import { explained, refused } from "./refused";

describe("a list", () => {
  it.each([
    "$office",
    "$a_1",
    "$cf.open_proxies",
    "$cf.anonymizer",
    "$cf.vpn",
    "$cf.malware",
    "$cf.botnetcc",
  ])("is accepted by its name: %s", (list) => {
    expect(refused(`ip.src in ${list}`, { phase: "http_request_firewall_custom" })).toEqual([]);
  });

  it("of the vendor must exist", () => {
    expect(explained("ssl and ip.src in $cf.open_proxy", {})).toEqual([
      "The filter expression is not valid: there is no managed list $cf.open_proxy (line 1, column 19).",
      "  ssl and ip.src in $cf.open_proxy",
      "                    ^^^^^^^^^^^^^^",
      '  Expected a managed list: $cf.anonymizer, $cf.botnetcc, $cf.malware, $cf.open_proxies, $cf.vpn; found "$cf.open_proxy".',
      "  Did you mean $cf.open_proxies?",
    ]);
    expect(refused("ip.src in $cf.office", {})).toEqual(["there is no managed list $cf.office"]);
  });

  it("of an account has no dot and at most 50 characters in its name", () => {
    expect(refused("ip.src in $my.office", {})).toEqual(["the name of the list $my.office contains a dot"]);
    expect(refused(`ip.src in $${"a".repeat(50)}`, {})).toEqual([]);
    expect(refused(`ip.src in $${"a".repeat(51)}`, {})).toEqual(["the name of the list has 51 characters"]);
  });

  it("of addresses is refused in response header transforms and in rate limits of accounts", () => {
    expect(refused("ip.src in $office", { phase: "http_response_headers_transform" })).toEqual([
      "the use of IP lists is not allowed in the phase http_response_headers_transform",
    ]);
    expect(refused("ip.src in $office", { phase: "http_ratelimit", kind: "root" })).toEqual([
      "the use of IP lists is not allowed in rate limiting rules of an account",
    ]);
    expect(refused("ip.src in $office", { phase: "http_ratelimit", kind: "zone" })).toEqual([]);
    expect(refused("http.host in $hosts", { phase: "http_response_headers_transform" })).toEqual([]);
  });

  it("of redirects is compared with a field", () => {
    const phase = "http_request_redirect";
    expect(refused("lower(http.request.full_uri) in $moved", { phase, kind: "root" })).toEqual([
      "the use of function lower is not allowed before a redirect list",
    ]);
    expect(refused("http.request.full_uri in $moved", { phase, kind: "root" })).toEqual([]);
    expect(messages("http.request.full_uri in $moved", phase)).toEqual([]);
    // Without a phase, a bulk redirect is as likely.
    expect(messages("http.request.full_uri in $moved")).toEqual([]);
  });

  it.each([
    ["ip.src in $office", []],
    ["cidr(ip.src, 24, 64) in $office", []],
    ["http.host in $hosts", []],
    ["ip.src.asnum in $networks", []],
    [
      "http.host in $cf.vpn",
      [
        "The managed list $cf.vpn contains IP addresses, but http.host is of type Bytes. Write ip.src in $cf.vpn.",
      ],
    ],
    [
      "http.user_agent in $agents",
      [
        "Lists contain IP addresses, host names (for http.host) or AS numbers (for ip.src.asnum), so no list fits http.user_agent. Write the values as a set: in {…}.",
      ],
    ],
    [
      "cf.waf.score in $scores",
      [
        "Lists of numbers contain AS numbers (for ip.src.asnum), so no list fits cf.waf.score. Write the values as a set: in {…}.",
      ],
    ],
  ])("fits its field: %s", (expression, expected) => {
    const found = lint(expression, "http_request_firewall_custom", "enterprise");
    expect(found.map(({ message }) => message)).toEqual(expected);
    expect(refused(expression, { phase: "http_request_firewall_custom" })).toEqual([]);
  });
});
