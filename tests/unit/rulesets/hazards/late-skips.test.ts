import { UNKNOWN } from "../../../../provider/api";
import { judge, judgeBriefly } from "./judge";

const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const IN_MANAGED = { phase: "http_request_firewall_managed" };
const OFFICE = "ip.src in {192.0.2.0/24}";
const block = { ref: "no-php", action: "block", expression: 'ends_with(http.request.uri.path, ".php")' };
const skip = { ref: "office", action: "skip", expression: OFFICE, action_parameters: { ruleset: "current" } };
const execute = { ref: "waf", action: "execute", expression: "true", action_parameters: { id: MANAGED } };

describe("a skip of the rest of the ruleset", () => {
  it("is reported behind all rules that it could skip", () => {
    expect(judge([block, skip])).toEqual([
      'skip-too-late rules["office"]: skips nothing with ruleset: "current", since no rule follows it: a skip affects only later rules; move it before rules["no-php"]',
    ]);
  });

  it.each([
    ["before a rule", [skip, block]],
    ["between rules", [block, skip, { ...block, ref: "b", expression: "ssl" }]],
    ["alone, since other resources can have the rules", [skip]],
    ["behind rules that only log", [{ ...block, action: "log" }, skip]],
    ["behind rules for other requests", [{ ...block, expression: "not ip.src in {192.0.2.0/24}" }, skip]],
    ["behind disabled rules", [{ ...block, enabled: false }, skip]],
    [
      "if it skips more",
      [block, { ...skip, action_parameters: { ruleset: "current", phases: ["http_ratelimit"] } }],
    ],
    ["if its parameters are unknown", [block, { ...skip, action_parameters: UNKNOWN }]],
  ])("is fine %s", (_what, rules) => {
    expect(judge(rules)).toEqual([]);
  });

  it("is fine if rules of other owners follow", () => {
    expect(judge([block, skip], { othersFollow: true })).toEqual([]);
  });
});

describe("a skip of managed rules", () => {
  const exception = {
    ...skip,
    action_parameters: { rules: { [MANAGED]: ["d9e350f1b72d4730899c8a420e48a85d"] } },
  };

  it("is reported behind the rule that executes them", () => {
    expect(judge([execute, exception], IN_MANAGED)).toEqual([
      'skip-too-late rules["office"]: skips nothing, since rules["waf"] has executed the ruleset before: a skip affects only later rules; move it before that rule',
    ]);
    const whole = { ...skip, action_parameters: { rulesets: [MANAGED] } };
    expect(judgeBriefly([execute, whole], IN_MANAGED)).toEqual(['skip-too-late rules["office"]']);
  });

  it.each([
    ["before that rule", [exception, execute]],
    ["if another resource may execute them", [{ ...execute, action_parameters: { id: OWASP } }, exception]],
    [
      "if one of them is executed later",
      [execute, { ...exception, action_parameters: { rulesets: [MANAGED, OWASP] } }],
    ],
    [
      "before a rule that may execute them",
      [execute, exception, { ...execute, action_parameters: { id: UNKNOWN } }],
    ],
    ["before an unknown rule", [execute, exception, UNKNOWN]],
  ])("is fine %s", (_what, rules) => {
    // A rule of the program can be unknown as a whole.
    expect(judge(rules as Parameters<typeof judge>[0], IN_MANAGED)).toEqual([]);
  });
});
