import { UNKNOWN } from "../../../../provider/api";
import { judge, judgeBriefly } from "./judge";

const TRUE = "true";
const EVERY_ADDRESS = "ip.src in {0.0.0.0/0 ::/0}";
const OFFICE = "ip.src in {192.0.2.0/24}";
const CURRENT = { ruleset: "current" };
const REDIRECT = { from_value: { target_url: { value: "https://www.example.com/" } } };
const IN_REDIRECTS = { phase: "http_request_dynamic_redirect" };

describe("a rule for every request", () => {
  it.each([TRUE, EVERY_ADDRESS, 'http.host contains ""', 'not ip.src.country eq "de"'])(
    "is reported if it blocks and its expression is %s",
    (expression) => {
      expect(judge([{ action: "block", expression }])).toEqual([
        'blocks-everything rules["1"].expression: is true for every request, so the rule blocks them all: narrow it, or put a skip rule with ruleset: "current" before the rule for the requests to allow',
      ]);
    },
  );

  it("is reported if it blocks every IPv4 address", () => {
    expect(judge([{ action: "block", expression: "ip.src in {0.0.0.0/0} or ssl" }])).toEqual([
      expect.stringContaining(
        "is true for every request from an IPv4 address, so the rule blocks them all: ",
      ),
    ]);
  });

  it.each([
    ["an IPv6 address", "ip.src in {::/1 8000::/1}"],
    ["an IPv4 address", "ip.src in {0.0.0.0/1 128.0.0.0/1}"],
  ])("is reported if it blocks every address by ranges: %s", (what, expression) => {
    expect(judge([{ action: "block", expression }])).toEqual([
      expect.stringContaining(`is true for every request from ${what}, so the rule blocks them all: `),
    ]);
  });

  it("is reported if it blocks every Enterprise zone of an account", () => {
    const rules = [{ action: "block", expression: 'cf.zone.plan eq "ENT"' }];
    expect(judge(rules, { kind: "root" })).toEqual([
      expect.stringContaining("is true for every request to a zone with an Enterprise plan, so "),
    ]);
    const narrow = [{ action: "block", expression: 'cf.zone.plan eq "ENT" and ip.src in {192.0.2.0/24}' }];
    expect(judge(narrow, { kind: "root" })).toEqual([]);
  });

  it.each(["challenge", "js_challenge", "managed_challenge"])("is reported if it makes a %s", (action) => {
    expect(judgeBriefly([{ action, expression: TRUE }])).toEqual([
      'challenges-everything rules["1"].expression',
    ]);
  });

  it("is reported if it redirects", () => {
    expect(
      judgeBriefly([{ action: "redirect", expression: TRUE, action_parameters: REDIRECT }], IN_REDIRECTS),
    ).toEqual(['redirects-everything rules["1"].expression']);
  });

  it.each([
    ["the ruleset", CURRENT],
    ["phases", { phases: ["http_ratelimit"] }],
    ["a managed ruleset", { rulesets: ["efb7b8c949ac4650a09736fc376e9aee"] }],
    ["protecting products", { products: ["bic", "zoneLockdown"] }],
  ])("is reported if it skips %s", (_what, parameters) => {
    const phase = "rulesets" in parameters ? "http_request_firewall_managed" : "http_request_firewall_custom";
    expect(
      judgeBriefly([{ action: "skip", expression: TRUE, action_parameters: parameters }], { phase }),
    ).toEqual(['skips-everything rules["1"].expression']);
  });

  it.each([
    ["it only logs", { action: "log" }],
    [
      "it runs a ruleset",
      { action: "execute", action_parameters: { id: "efb7b8c949ac4650a09736fc376e9aee" } },
    ],
    ["it sets a header", { action: "rewrite", action_parameters: { headers: {} } }],
    ["it sets a configuration", { action: "set_config", action_parameters: { ssl: "full" } }],
    ["it skips single managed rules", { action: "skip", action_parameters: { rules: { a: ["b"] } } }],
    ["it skips no protection", { action: "skip", action_parameters: { products: ["bic", "hot"] } }],
    ["it has a rate limit", { action: "block", ratelimit: { characteristics: ["cf.colo.id", "ip.src"] } }],
    ["it checks credentials", { action: "block", exposed_credential_check: {} }],
    [
      "it looks redirects up",
      { action: "redirect", action_parameters: { from_list: { name: "a", key: "k" } } },
    ],
    ["it is disabled", { action: "block", enabled: false }],
    ["whether it is enabled is unknown", { action: "block", enabled: UNKNOWN }],
    ["its action is unknown", { action: UNKNOWN }],
  ])("is fine if %s", (_what, rule) => {
    expect(judge([{ expression: TRUE, ...rule }])).toEqual([]);
  });

  it("is fine in a custom ruleset, which an execute rule limits", () => {
    expect(judge([{ action: "block", expression: TRUE }], { kind: "custom" })).toEqual([]);
  });

  it("is fine behind a skip of the ruleset, which lets some requests pass", () => {
    const skip = { action: "skip", expression: OFFICE, action_parameters: CURRENT };
    expect(judge([skip, { action: "block", expression: TRUE }])).toEqual([]);
    expect(
      judge([
        { ...skip, expression: UNKNOWN },
        { action: "block", expression: TRUE },
      ]),
    ).toEqual([]);
    expect(
      judge([
        { ...skip, action: UNKNOWN },
        { action: "block", expression: TRUE },
      ]),
    ).toEqual([]);
    expect(
      judgeBriefly([
        { ...skip, enabled: false },
        { action: "block", expression: TRUE },
      ]),
    ).toEqual(['blocks-everything rules["2"].expression']);
  });
});

describe("a rule for every address of a family, behind a skip for those who may pass", () => {
  const skip = { action: "skip", expression: OFFICE, action_parameters: CURRENT };
  const all = (expression: string, action = "block") => ({ action, expression });

  it.each([
    ["ip.src in {0.0.0.0/0}", "IPv4", "IPv6"],
    ["ip.src in {::/0}", "IPv6", "IPv4"],
  ])("is reported, since the others pass: %s", (expression, family, other) => {
    expect(judge([skip, all(expression)])).toEqual([
      `blocks-one-family rules["2"].expression: blocks every request from an ${family} address and none from an ${other} address, so visitors with ` +
        `${other} pass without the skip before it: write true, or the networks of both families`,
    ]);
    expect(judgeBriefly([skip, all(expression, "managed_challenge")])).toEqual([
      'blocks-one-family rules["2"].expression',
    ]);
  });

  it.each([
    [[all(EVERY_ADDRESS)]],
    [[all("ip.src in {0.0.0.0/0}"), all("ip.src in {::/0}")]],
    [[all("ip.src in {0.0.0.0/0} or ssl")]],
    [[all("ip.src in {0.0.0.0/0}", "log")]],
  ])("is fine if the rules stop both families, or stop nobody: %j", (rules) => {
    expect(judge([skip, ...rules]).filter((text) => text.startsWith("blocks-one-family"))).toEqual([]);
  });
});
