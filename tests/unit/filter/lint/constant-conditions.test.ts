import { severityOfRule } from "../../../../provider/filter";
import { lint } from "./lint-expression";

function found(expression: string, phase?: string): string[] {
  return lint(expression, phase, "enterprise").map(({ rule, message }) => `${rule}: ${message}`);
}

describe("a comparison of the threat score", () => {
  it.each([
    ["cf.threat_score gt 10", "never true"],
    ["cf.threat_score le 10", "always true"],
    ["cf.threat_score in {5..100}", "never true"],
    ["cf.threat_score ne 0", "never true"],
  ])("%s is reported with what it amounts to", (expression, amount) => {
    expect(found(expression)).toEqual([
      `threat-score: cf.threat_score is always 0, because the service does not compute it any more, so ${expression} is ${amount}. ` +
        "Remove the condition, or use another field, such as cf.waf.score or cf.bot_management.score.",
    ]);
  });

  it.each([
    "cf.threat_score gt 10 or ssl",
    "ssl and not cf.threat_score gt 10",
    "cf.threat_score gt 10 xor ssl",
    '(cf.threat_score gt 10 and ssl) or http.host eq "a"',
  ])("is information where other conditions still decide: %s", (expression) => {
    expect(lint(expression).map(({ rule }) => [rule, severityOfRule(rule)])).toEqual([
      ["threat-score-branch", "information"],
    ]);
  });

  it.each(["cf.threat_score gt 10 and ssl", "ssl or cf.threat_score lt 10", "not cf.threat_score gt 10"])(
    "is a warning where it decides the whole expression: %s",
    (expression) => {
      expect(lint(expression).map(({ rule }) => [rule, severityOfRule(rule)])).toEqual([
        ["threat-score", "warning"],
      ]);
    },
  );

  it("is reported once for each text", () => {
    const one = "(cf.threat_score gt 10 and ssl)";
    expect(lint(`${one} or ${one} or (not cf.threat_score lt 5)`).map(({ span }) => span.start)).toEqual([
      1, 75,
    ]);
  });
});

describe("a condition on addresses that no visitor has", () => {
  it.each([
    ["ip.src in {10.0.0.0/8}", "10.0.0.0/8"],
    ["ip.src eq 192.168.1.7", "192.168.1.7"],
    ["not ip.src in {172.16.0.0/12 127.0.0.1 fd00::/8}", "172.16.0.0/12 127.0.0.1 fd00::/8"],
    ["ip.src in {169.254.0.0..169.254.255.255}", "169.254.0.0..169.254.255.255"],
  ])("is reported: %s", (expression, written) => {
    expect(found(expression)).toEqual([
      `reserved-address: No visitor has an address in ${written}, which is reserved for private or local networks, so the comparison is never true. Write the public addresses.`,
    ]);
  });

  it.each([
    "ip.src in {10.0.0.0/8 203.0.113.7}",
    "ip.src in {192.0.2.0/24}",
    "ip.src in {0.0.0.0/0}",
    "ip.src in {8.0.0.0/6}",
    "ip.src ne 10.0.0.1",
  ])("is not reported if it may match, or names addresses for documentation: %s", (expression) => {
    expect(found(expression)).toEqual([]);
  });

  it("is not reported where packets are filtered", () => {
    expect(found("ip.src in {10.0.0.0/8}", "magic_transit")).toEqual([]);
  });
});

describe("all(…) of values that a request may lack", () => {
  it("is reported", () => {
    expect(found('all(http.request.headers["content-type"][*] eq "application/json")')).toEqual([
      'all-without-value: all(…) is also true for a request without http.request.headers["content-type"]. Join it with any(…) of the same value, or use any(…) alone.',
    ]);
  });

  it.each([
    'all(http.request.headers["a"][*] eq "b") and len(http.request.headers["a"]) gt 0',
    'all(http.request.headers["a"][*] eq "b") and any(http.request.headers["a"][*] ne "")',
    'all(http.request.headers["a"][*] eq "b") and has_key(http.request.headers, "a")',
    'all(http.request.headers["a"][*] ne "b")',
    'all(not http.request.headers["a"][*] contains "b")',
    'any(http.request.headers["a"][*] eq "b")',
  ])("is not reported if the value is tested, or if its absence is meant: %s", (expression) => {
    expect(found(expression)).toEqual([]);
  });
});

describe("a wildcard for a host in http.request.full_uri", () => {
  it.each(["https://*.example.com/*", "http*://*.example.com/api/*", "https://www.*/a"])(
    "whose star crosses the slash is reported: %s",
    (pattern) => {
      expect(found(`http.request.full_uri wildcard "${pattern}"`)).toEqual([
        `wildcard-crosses-slash: A star also matches slashes, so "${pattern}" matches that text in the path or query of another host too. Compare http.host and http.request.uri.path.`,
      ]);
    },
  );

  it.each([
    'http.request.full_uri wildcard "https://*"',
    'http.request.full_uri wildcard "https://www.example.com/*"',
    'http.request.full_uri wildcard "*"',
    'http.host eq "a.example" and http.request.full_uri wildcard "https://*.example/b"',
    'http.request.uri.path wildcard "/a/*/b"',
  ])("is not reported if no star is before a slash of the path: %s", (expression) => {
    expect(found(expression)).toEqual([]);
  });
});
