import { UNKNOWN } from "../../../../provider/api";
import { judge, judgeBriefly } from "./judge";

const ADMIN = 'starts_with(http.request.uri.path, "/admin")';
const USERS = 'http.request.uri.path eq "/admin/users"';
const CURRENT = { ruleset: "current" };

describe("a rule that is never reached", () => {
  it("is reported behind a rule that blocks its requests", () => {
    expect(
      judge([
        { ref: "admin", action: "block", expression: ADMIN },
        { ref: "users", action: "managed_challenge", expression: USERS },
      ]),
    ).toEqual([
      'never-reached rules["users"]: is never reached, since rules["admin"] blocks every request that it matches: move it before that rule, narrow that rule, or remove it',
    ]);
  });

  it("is reported behind several rules that together end the evaluation", () => {
    const rules = [
      { ref: "root", action: "block", expression: 'http.request.uri.path in {"/admin" "/admin/"}' },
      { ref: "office", action: "skip", action_parameters: CURRENT, expression: "ip.src in {192.0.2.0/24}" },
      {
        ref: "others",
        action: "block",
        expression: 'starts_with(http.request.uri.path, "/admin/") and not ip.src in {192.0.2.0/24}',
      },
      { ref: "all", action: "log", expression: 'http.request.uri.path matches "^/admin(/|$)"' },
      { ref: "more", action: "log", expression: ADMIN },
      { ref: "users", action: "log", expression: 'http.request.uri.path matches "^/admin/users"' },
    ];
    expect(judge(rules)).toEqual([
      'never-reached rules["all"]: is never reached, since rules["root"] (blocks), rules["office"] (lets skip the rest of the ruleset) and rules["others"] (blocks) together end the evaluation for every request that it matches: move it before these rules, narrow one of them, or remove it',
      'never-reached rules["users"]: is never reached, since rules["office"] (lets skip the rest of the ruleset) and rules["others"] (blocks) together end the evaluation for every request that it matches: move it before these rules, narrow one of them, or remove it',
    ]);
  });

  it("is reported once for each rule that hides others", () => {
    const log = { action: "log", expression: USERS };
    const rules = [
      { action: "block", expression: ADMIN },
      log,
      { action: "js_challenge", expression: USERS },
    ];
    expect(judge(rules)).toEqual([
      expect.stringMatching(/^never-reached rules\["2"\]: .*it matches; the same holds for rules\["3"\]: /),
    ]);
  });

  it.each([
    [
      "redirects",
      "http_request_dynamic_redirect",
      { action: "redirect", action_parameters: { from_value: {} } },
    ],
    ["serves an error", "http_custom_errors", { action: "serve_error", action_parameters: { content: "a" } }],
    ["skips the rest", "http_request_firewall_custom", { action: "skip", action_parameters: CURRENT }],
  ])("is reported behind a rule that %s", (_what, phase, rule) => {
    const later = { ...rule, action_parameters: { products: ["bic"] }, expression: USERS };
    expect(judgeBriefly([{ ...rule, expression: ADMIN }, later], { phase })).toEqual([
      'never-reached rules["2"]',
    ]);
  });

  it.each([
    ["behind a log", { action: "log" }],
    ["behind a challenge, which clients can solve", { action: "managed_challenge" }],
    ["behind a skip of other phases", { action: "skip", action_parameters: { phases: ["http_ratelimit"] } }],
    ["behind a rate limit", { action: "block", ratelimit: { characteristics: ["ip.src"] } }],
    ["behind a disabled rule", { action: "block", enabled: false }],
    ["behind a rule that may be disabled", { action: "block", enabled: UNKNOWN }],
    ["behind an unknown expression", { action: "block", expression: UNKNOWN }],
    ["behind a narrower rule", { action: "block", expression: `${ADMIN} and ssl` }],
  ])("is fine %s", (_what, rule) => {
    const rules = [
      { expression: ADMIN, ...rule },
      { action: "block", expression: USERS },
    ];
    expect(judge(rules)).toEqual([]);
  });

  it("is not claimed of rules that accumulate", () => {
    const rules = [
      { action: "set_config", expression: "true", action_parameters: { ssl: "full" } },
      { action: "set_config", expression: USERS, action_parameters: { bic: false } },
    ];
    expect(judge(rules, { phase: "http_config_settings" })).toEqual([]);
  });

  it("is not claimed in an unknown phase", () => {
    const rules = [
      { action: "block", expression: ADMIN },
      { action: "log", expression: USERS },
    ];
    expect(judge(rules, { phase: undefined })).toEqual([]);
  });
});

describe("a rule that stands there twice", () => {
  const rule = { ref: "a", action: "log", expression: ADMIN, description: "one" };

  it("is reported once, also in another spelling", () => {
    const again = { ...rule, ref: "b", expression: `${ADMIN}   `, description: "another" };
    expect(judge([rule, again])).toEqual([
      'same-rule-twice rules["b"]: does the same as rules["a"]: remove one of the two',
    ]);
  });

  it.each([
    ["another action", { action: "js_challenge" }],
    ["other parameters", { action_parameters: { response: { status_code: 404 } } }],
    ["parameters that are unknown", { action_parameters: { response: UNKNOWN } }],
    ["another rate limit", { ratelimit: { period: 10 } }],
    ["no effect", { enabled: false }],
  ])("is fine with %s", (_what, members) => {
    expect(judge([rule, { ...rule, ref: "b", ...members }])).toEqual([]);
  });
});
