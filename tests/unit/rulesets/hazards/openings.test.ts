import { judge } from "./judge";

const SKIP = { action: "skip", action_parameters: { ruleset: "current" } };

describe("a skip rule", () => {
  it.each(["https://*.example.com/api/*", "http*://*.example.com/a"])(
    "that everybody can match by the path is reported: %s",
    (pattern) => {
      const expression = `http.request.full_uri wildcard "${pattern}"`;
      expect(judge([{ ...SKIP, expression }])).toEqual([
        'skip-by-open-wildcard rules["1"].expression: has a wildcard with a star in the host, and a star also matches slashes: a request ' +
          "whose path contains the rest of the pattern skips too; compare http.host and http.request.uri.path",
      ]);
    },
  );

  it.each([
    'http.request.full_uri wildcard "https://www.example.com/*"',
    'http.host wildcard "*.example.com" and http.request.full_uri wildcard "https://*/api/*"',
    'http.host wildcard "*.example.com"',
  ])("whose wildcard stays in the host, or that compares the host, is fine: %s", (expression) => {
    expect(judge([{ ...SKIP, expression }])).toEqual([]);
  });

  it("is the only one that such a wildcard opens", () => {
    const expression = 'http.request.full_uri wildcard "https://*.example.com/api/*"';
    expect(judge([{ action: "block", expression }])).toEqual([]);
  });
});

describe("a skip rule with a network of all addresses", () => {
  it.each([
    ['http.host eq "a.example" and ip.src in {192.0.2.0/24 0.0.0.0/0}', "0.0.0.0/0", "IPv4"],
    ['http.host eq "a.example" and (ip.src in {::/0} or ssl)', "::/0", "IPv6"],
    ['http.host eq "a.example" and ip.src in {0.0.0.0/0 ::/0}', "0.0.0.0/0", "IPv4"],
  ])("is reported: %s", (expression, network, family) => {
    expect(judge([{ ...SKIP, expression }])).toEqual([
      `skip-by-any-address rules["1"].expression: has ${network}, which is every ${family} address, so the addresses limit nothing: the rule skips ` +
        "for every such visitor whom the other conditions select; write the networks that may skip, or leave the addresses out",
    ]);
  });

  it("is reported by its more severe hazard alone if it has no other condition", () => {
    expect(judge([{ ...SKIP, expression: "ip.src in {0.0.0.0/0}" }])).toEqual([
      expect.stringContaining("skips-everything"),
    ]);
  });

  it.each([
    'http.host eq "a.example" and not ip.src in {0.0.0.0/0}',
    'http.host eq "a.example" and ip.src in {192.0.2.0/24}',
  ])("is fine if addresses limit it: %s", (expression) => {
    expect(judge([{ ...SKIP, expression }])).toEqual([]);
  });
});

describe("a skip rule with the threat score", () => {
  it("is reported if it requires what every request has", () => {
    expect(judge([{ ...SKIP, expression: 'http.host eq "a.example" and cf.threat_score lt 15' }])).toEqual([
      'skip-by-threat-score rules["1"].expression: compares the threat score in cf.threat_score lt 15, but the service does not compute it any more: it is always 0, ' +
        "so the rule also skips for visitors with a bad reputation; use another field, such as cf.waf.score or cf.bot_management.score",
    ]);
  });

  it.each([
    { ...SKIP, expression: 'http.host eq "a.example" or cf.threat_score gt 15' },
    { ...SKIP, expression: 'http.host eq "a.example" xor cf.threat_score lt 15' },
    { action: "block", expression: 'http.host eq "a.example" and not cf.threat_score gt 15' },
  ])("is fine if the score opens nothing: %j", (rule) => {
    expect(judge([rule])).toEqual([]);
  });
});

describe("a configuration rule", () => {
  const judged = (action_parameters: object) =>
    judge([{ action: "set_config", action_parameters, expression: 'http.host eq "a.example"' }], {
      phase: "http_config_settings",
    });

  it("that turns encryption or the security level off is reported", () => {
    expect(judged({ ssl: "off", security_level: "essentially_off" })).toEqual([
      'protection-turned-off rules["1"].action_parameters.ssl: is "off", so visitors and the origin are connected without encryption where the rule matches: leave it out, unless that is meant',
      'protection-turned-off rules["1"].action_parameters.security_level: is "essentially_off", so no visitor is challenged for a bad reputation where the rule matches: leave it out, unless that is meant',
    ]);
  });

  it("that makes them stricter is fine", () => {
    expect(judged({ ssl: "strict", security_level: "under_attack" })).toEqual([]);
  });
});
