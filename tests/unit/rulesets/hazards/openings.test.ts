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
