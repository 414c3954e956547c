import { reviewChange } from "../../../../review/changes/review-change";
import { requestsSummary } from "../../../../review/changes/requests-texts";
import type { RuleState } from "../../../../provider/rulesets";
import { entrypoint } from "../../../support/reviewed";

function reviewOf(phase: string, before: readonly RuleState[], after: readonly RuleState[]) {
  const more = { ownership: "exclusive", phase };
  const steps = [
    { operation: "update" as const, before: entrypoint(before, more), after: entrypoint(after, more) },
  ];
  const review = reviewChange(
    { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 },
    { policies: [] },
  );
  const requests = review.places[0]?.rulesets[0]?.requests;
  if (!requests) throw new Error("the review says nothing about requests");
  return { ...review, requests };
}

const ratelimit = {
  characteristics: ["ip.src", "cf.colo.id"],
  period: 60,
  requestsPerPeriod: 10,
  mitigationTimeout: 600,
};
const LOGIN: RuleState = {
  ref: "login",
  action: "block",
  expression: 'http.request.uri.path eq "/login"',
  ratelimit,
};
const HSTS: RuleState = {
  ref: "hsts",
  action: "rewrite",
  expression: "true",
  actionParameters: {
    headers: { "strict-transport-security": { operation: "set", value: "max-age=31536000" } },
  },
};
const MANAGED: RuleState = {
  ref: "managed",
  action: "execute",
  expression: "true",
  actionParameters: { id: "efb7b8c949ac4650a09736fc376e9aee" },
};
const toHost = (host: string): RuleState => ({
  ref: "home",
  action: "redirect",
  expression: 'http.request.uri.path eq "/"',
  actionParameters: { fromValue: { statusCode: 301, targetUrl: { value: `https://${host}/` } } },
});
const RULES = [LOGIN, { ...LOGIN, ref: "signin", expression: 'http.request.uri.path eq "/signin"' }];

describe("a rule that gets weaker", () => {
  it("is dangerous if it is a login limit that rises from 10 to 1,000 requests a minute", () => {
    const raised = { ...LOGIN, ratelimit: { ...ratelimit, requestsPerPeriod: 1000 } };
    const { severity, reasons, requests } = reviewOf("http_ratelimit", [LOGIN], [raised]);
    expect([severity, requests.direction]).toEqual(["dangerous", "opens"]);
    expect(reasons.map(({ id }) => id)).toEqual(["requests-open", "rule-changed"]);
    expect(reasons[0]?.text).toContain("(weaker: the 11th request within 60 s passes)");
    expect(requestsSummary(requests)).not.toContain("let through");
  });

  it.each([
    ["http_ratelimit", RULES],
    ["http_request_firewall_managed", [MANAGED]],
    ["http_response_headers_transform", [HSTS]],
    ["http_request_dynamic_redirect", [toHost("shop.example.com")]],
  ])("weighs as its removal if it is switched off, in %s", (phase, before) => {
    const [first, ...rest] = before;
    if (!first) throw new Error("no rule");
    // A second rule stays, so that the removal is not that of all rules.
    const stays: RuleState = { ref: "stays", action: first.action, expression: "ssl", enabled: false };
    const [off, removed] = [
      reviewOf(phase, [...before, stays], [{ ...first, enabled: false }, ...rest, stays]),
      reviewOf(phase, [...before, stays], [...rest, stays]),
    ];
    expect([off.severity, off.requests]).toEqual([removed.severity, removed.requests]);
    expect(["review", "dangerous"]).toContain(off.severity);
  });

  it("is low if it was off before and is off after its change", () => {
    const off = { ...LOGIN, enabled: false };
    const review = reviewOf("http_ratelimit", [off], [{ ...off, expression: "ssl" }]);
    expect(review.severity).toBe("low");
  });

  it("is dangerous if a limit is turned to log, as if the limit was removed", () => {
    const [first, second] = RULES;
    if (!first || !second) throw new Error("no rules");
    expect(reviewOf("http_ratelimit", RULES, [{ ...first, action: "log" }, second]).severity).toBe(
      "dangerous",
    );
    expect(reviewOf("http_ratelimit", RULES, [second]).severity).toBe("dangerous");
  });

  it("is dangerous if a managed ruleset only logs", () => {
    const logs = {
      ...MANAGED,
      actionParameters: { ...MANAGED.actionParameters, overrides: { action: "log" } },
    };
    const { severity, requests } = reviewOf("http_request_firewall_managed", [MANAGED], [logs]);
    expect([severity, requests.direction]).toEqual(["dangerous", "opens"]);
    expect(requests.rows[0]?.now).toContain("(weaker: its rules only log)");
  });

  it("needs a review if a redirect leads to another host, and the reason names both", () => {
    const { severity, reasons, requests } = reviewOf(
      "http_request_dynamic_redirect",
      [toHost("shop.example.com")],
      [toHost("shop.example")],
    );
    expect([severity, requests.direction]).toEqual(["review", "other"]);
    expect(reasons.find(({ id }) => id === "requests-otherwise")?.text).toContain(
      'from "redirect by home to https://shop.example.com/ with 301" to "redirect by home to https://shop.example/ with 301"',
    );
    expect(requestsSummary(requests)).toBe(
      "requests are treated otherwise, but none of them is stopped or let through.",
    );
  });

  it("does not say that nothing is stopped or let through if that is not proved", () => {
    const overridden = {
      ...MANAGED,
      actionParameters: { ...MANAGED.actionParameters, overrides: { action: "managed_challenge" } },
    };
    const { severity, requests } = reviewOf("http_request_firewall_managed", [MANAGED], [overridden]);
    expect([severity, requests.direction]).toEqual(["review", "other"]);
    expect(requestsSummary(requests)).toBe("requests are treated otherwise.");
  });
});
