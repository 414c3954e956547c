import { UNKNOWN } from "../../../../provider/api";
import { judge, judgeBriefly } from "./judge";

const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const OTHER = "7683285d70b14023ac407b67eccbb280";
const LEVELS = [1, 2, 3, 4].map((level) => ({ category: `paranoia-level-${level}`, enabled: false }));

describe("overrides of a managed ruleset", () => {
  it("are reported if they turn off every rule", () => {
    expect(judgeOverrides(MANAGED, { enabled: false })).toEqual([
      'overrides-disable-all rules["1"].action_parameters.overrides: turns off every rule of the ruleset, so executing it does nothing: remove it, or disable the rule itself with enabled: false if that is meant',
    ]);
  });

  it("are reported if they turn on every rule, unless all only log", () => {
    expect(judgeOverrides(MANAGED, { enabled: true })).toEqual([
      'overrides-enable-all rules["1"].action_parameters.overrides: turns on every rule of the ruleset, also those that are off by default because they block good requests: turn on single rules or categories, or add action: "log"',
    ]);
    expect(judgeOverrides(MANAGED, { enabled: true, action: "log" })).toEqual([]);
    expect(judgeOverrides(OWASP, { enabled: true })).toEqual([]);
  });

  it("are not judged in DDoS rulesets, in which enabled has no effect", () => {
    expect(judgeOverrides("4d21379b4f9f4bb088e0729962c8b3cf", { enabled: false }, "ddos_l7")).toEqual([]);
  });

  it.each([
    ["leave some on", { enabled: false, rules: [{ id: OTHER, enabled: true }] }],
    ["leave a tag on", { enabled: false, categories: [{ category: "wordpress", enabled: true }] }],
    ["only log", { action: "log" }],
    ["turn single rules off", { rules: [{ id: OTHER, enabled: false }] }],
    ["may leave some on", { enabled: false, rules: UNKNOWN }],
    ["may leave one on", { enabled: false, rules: [{ id: OTHER, enabled: UNKNOWN }] }],
    ["are unknown", UNKNOWN],
  ])("are fine if they %s", (_what, overrides) => {
    expect(judgeOverrides(MANAGED, overrides)).toEqual([]);
  });
});

describe("overrides of the OWASP ruleset", () => {
  it("are reported if their action does not reach the scoring rule", () => {
    expect(judgeOverrides(OWASP, { action: "log" })).toEqual([
      `owasp-action-ignored rules["1"].action_parameters.overrides.action: does not apply to the scoring rule, so what happens to a request that reaches the score does not change: add an item for the rule ${SCORING} to rules with that action, or use an OwaspConfig`,
    ]);
    expect(judgeOverrides(OWASP, { categories: [{ category: "paranoia-level-1", action: "log" }] })).toEqual([
      expect.stringMatching(/^owasp-action-ignored .*overrides\.categories: /),
    ]);
  });

  it("are reported if they turn off the scoring rule", () => {
    const rules = [{ id: SCORING, enabled: false }];
    expect(judgeOverrides(OWASP, { rules })).toEqual([
      `owasp-scoring-disabled rules["1"].action_parameters.overrides: turns off the scoring rule, so no request is acted upon, whatever its score: remove enabled: false from the rule ${SCORING}`,
    ]);
    const others = { enabled: false, rules: [{ id: OTHER, enabled: true }] };
    expect(judgeOverrides(OWASP, others)).toEqual([expect.stringContaining("owasp-scoring-disabled ")]);
  });

  it("are reported if they turn off all levels", () => {
    expect(judgeOverrides(OWASP, { categories: LEVELS })).toEqual([
      expect.stringMatching(/^overrides-disable-all .*turns off all four paranoia levels/),
    ]);
  });

  it.each([
    ["the scoring rule has the action too", { action: "log", rules: [{ id: SCORING, action: "log" }] }],
    ["they set threshold and action", { rules: [{ id: SCORING, action: "log", score_threshold: 60 }] }],
    ["they leave one level on", { categories: LEVELS.slice(1) }],
    ["they turn rules off", { rules: [{ id: OTHER, enabled: false }] }],
  ])("are fine if %s", (_what, overrides) => {
    expect(judgeOverrides(OWASP, overrides)).toEqual([]);
  });
});

describe("a rate limit", () => {
  it.each([
    ["only data centres", ["cf.colo.id"]],
    ["hosts and paths", ["cf.colo.id", "http.host", "http.request.uri.path"]],
  ])("is reported if it counts by %s", (_what, characteristics) => {
    expect(judgeBriefly([limitBy(characteristics)], { phase: "http_ratelimit" })).toEqual([
      'rate-limit-shared rules["1"].ratelimit.characteristics',
    ]);
  });

  it.each([
    ["addresses", ["cf.colo.id", "ip.src"]],
    ["a header", ["cf.colo.id", 'http.request.headers["x-api-key"]']],
    ["networks", ["cf.colo.id", "ip.src.asnum"]],
    ["something unknown", ["cf.colo.id", UNKNOWN]],
    ["nothing", []],
    ["what is unknown", UNKNOWN],
  ])("is fine if it counts by %s", (_what, characteristics) => {
    expect(judge([limitBy(characteristics)], { phase: "http_ratelimit" })).toEqual([]);
  });
});

function judgeOverrides(id: string, overrides: unknown, phase = "http_request_firewall_managed"): string[] {
  return judge([{ action: "execute", expression: "true", action_parameters: { id, overrides } }], { phase });
}

function limitBy(characteristics: unknown): Readonly<Record<string, unknown>> {
  return {
    action: "block",
    expression: "true",
    ratelimit: { characteristics, period: 10, requests_per_period: 100 },
  };
}
