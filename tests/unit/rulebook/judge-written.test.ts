import type { Phase } from "../../../provider/api";
import { namesFromWire } from "../../../provider/rulebook/naming";
import { judgeWritten, type KnownPlace } from "../../../provider/rulebook";
import { CORRECT_PARAMETERS } from "../../support/correct-parameters";
import { RATE_LIMITS } from "./examples/rate-limits";
import { RULES } from "./examples/rules";

const CUSTOM: KnownPlace = { phase: "http_request_firewall_custom", kind: "zone", level: "zone" };
const BLOCK = { ref: "old", action: "block", expression: 'http.host eq "old.example.com"' };

const briefly = (rules: readonly unknown[], place: Partial<KnownPlace> = {}) =>
  judgeWritten(rules, { ...CUSTOM, ...place }).map(({ severity, id, path }) => `${severity} ${id} ${path}`);

describe("judgeWritten", () => {
  it("finds nothing in a correct rule, in wire names and in those of a program", () => {
    const response = { status_code: 451, content: "gone", content_type: "text/plain" };
    expect(briefly([{ ...BLOCK, action_parameters: { response } }])).toEqual([]);
    const actionParameters = { response: namesFromWire(response) };
    expect(briefly([{ ...BLOCK, actionParameters }])).toEqual([]);
  });

  it.each(CORRECT_PARAMETERS)(
    "finds no error in correct parameters of %s in %s",
    (action, phase, written) => {
      // The list has only phases that exist.
      const place = { phase: phase as Phase };
      const rule = {
        ref: "r",
        action,
        expression: phase === "http_log_custom_fields" ? "true" : "ssl",
        ...limitOf(phase),
      };
      const errors = (rules: readonly unknown[]) =>
        briefly(rules, place).filter((text) => text.startsWith("error"));
      expect(errors([{ ...rule, action_parameters: written }])).toEqual([]);
      const ratelimit = rule.ratelimit && { ratelimit: namesFromWire(rule.ratelimit) };
      expect(errors([{ ...rule, ...ratelimit, actionParameters: namesFromWire(written, action) }])).toEqual(
        [],
      );
    },
  );

  it.each(Object.entries({ ...RULES, ...RATE_LIMITS }).filter(([, { at }]) => at.kind !== "managed"))(
    "finds what breaks %s",
    (id, { at, rule }) => {
      // The examples have only phases that exist, and none of a managed ruleset.
      const place = { level: at.kind === "zone" ? "zone" : "account", ...at } as KnownPlace;
      expect(judgeWritten([rule], place).map((finding) => finding.id)).toContain(id);
    },
  );

  it("names members as the file does", () => {
    const response = { status_code: 399, content: "a", content_type: "text/plain" };
    expect(
      judgeWritten([BLOCK, { ...BLOCK, ref: "new", action_parameters: { response } }], CUSTOM),
    ).toContainEqual({
      severity: "error",
      id: "shape",
      source: "shape",
      path: "rules[1].action_parameters.response.status_code",
      rule: 1,
      message: "must be at least 400, found 399",
    });
    const actionParameters = { response: namesFromWire(response) };
    expect(briefly([{ ...BLOCK, actionParameters }])).toEqual([
      "error shape rules[0].actionParameters.response.statusCode",
    ]);
  });

  it("reports names of the other form, with the right one", () => {
    const parameters = { fromValue: { status_code: 301, targetUrl: { value: "https://a.example/" } } };
    const redirect = { ref: "r", action: "redirect", expression: "ssl", actionParameters: parameters };
    expect(judgeWritten([redirect], { ...CUSTOM, phase: "http_request_dynamic_redirect" })).toMatchObject([
      {
        path: "rules[0].actionParameters.fromValue.status_code",
        message: "must be written in camelCase: statusCode",
      },
    ]);
    const wire = { ...BLOCK, action_parameters: {}, exposedCredentialCheck: {} };
    expect(judgeWritten([wire], CUSTOM)).toMatchObject([
      {
        path: "rules[0].exposedCredentialCheck",
        message: 'is not a known property; did you mean "exposed_credential_check"?',
      },
    ]);
  });

  it("requires a ref of the rules of a program, since the package needs it, but not of the API's", () => {
    const rule = { action: "block", expression: BLOCK.expression };
    expect(briefly([{ ...rule, action_parameters: {} }])).toEqual([]);
    expect(briefly([{ ...rule, actionParameters: {} }])).toEqual(["error shape rules[0].ref"]);
  });

  it("accepts what the server adds to a rule", () => {
    const added = { id: "1", version: "3", last_updated: "2030-01-01T00:00:00Z", description: null };
    expect(briefly([{ ...BLOCK, ...added, enabled: true, logging: null }])).toEqual([]);
  });

  it("shows where an expression is wrong, one finding for each error", () => {
    const expression = 'http.path eq "/a" or ip.src in {1.2.3.4/33}';
    expect(judgeWritten([{ ...BLOCK, expression }], CUSTOM)).toEqual([
      {
        severity: "error",
        id: "expression-condition",
        source: "language",
        path: "rules[0].expression",
        rule: 0,
        span: { start: 0, end: 9 },
        message: [
          "The filter expression is not valid: unknown identifier (line 1, column 1).",
          `  ${expression}`,
          "  ^^^^^^^^^",
          '  Expected the name of a field or function; found "http.path".',
          "  Did you mean http.request.uri.path?",
        ].join("\n"),
        refusal: expect.objectContaining({ source: { pointer: "/expression" } }) as unknown,
      },
      expect.objectContaining({ id: "expression-condition", path: "rules[0].expression" }),
    ]);
  });

  it("names the constraint that a valid expression breaks", () => {
    expect(briefly([{ ...BLOCK, expression: "http.response.code eq 500" }])).toEqual([
      "error expression-field rules[0].expression",
    ]);
    const limit = { characteristics: ["cf.colo.id", "ip.src"], period: 10, requests_per_period: 5 };
    const ratelimit = { ...limit, counting_expression: "http.hots" };
    expect(briefly([{ ...BLOCK, ratelimit }], { phase: "http_ratelimit" })).toEqual([
      "error expression-condition rules[0].ratelimit.counting_expression",
    ]);
  });

  it("reports only the length of an expression that is too long", () => {
    const expression = `${"ssl or ".repeat(600)}not ssl`;
    expect(judgeWritten([{ ...BLOCK, expression }], CUSTOM)).toMatchObject([
      { id: "length", message: "has 4207 characters; the API takes at most 4096" },
    ]);
  });

  it("warns of lints and hazards, and does not explain a condition twice", () => {
    const rules = [
      { ...BLOCK, expression: 'http.request.uri.path eq "admin"' },
      { ref: "all", action: "block", expression: "true" },
      { ref: "behind", action: "log", expression: "ssl" },
    ];
    expect(briefly(rules)).toEqual([
      "warning impossible-value rules[0].expression",
      "warning blocks-everything rules[1].expression",
      "warning never-reached rules[2]",
    ]);
  });

  it("warns once about an item that a set repeats", () => {
    const expression = "ip.src.asnum in {1 1 1 2 2}";
    expect(judgeWritten([{ ...BLOCK, expression }], CUSTOM).map(({ message }) => message)).toEqual([
      expect.stringContaining("contains 1 more than once"),
      expect.stringContaining("contains 2 more than once"),
    ]);
  });

  it("warns of constraints that the API is not known to enforce", () => {
    expect(
      briefly([{ action: "execute", action_parameters: { id: "0".repeat(32) }, expression: "ssl" }], {
        phase: "http_request_sbfm",
      }),
    ).toEqual(["warning action-phase-doubtful rules[0].action"]);
  });

  it("accepts an action that the acceptance tests of the vendor's provider have", () => {
    expect(
      briefly([{ action: "log", expression: "ssl" }], { phase: "http_response_firewall_managed" }),
    ).toEqual([]);
  });

  it("leaves a timeout that only Enterprise plans have to those who ask for everything", () => {
    const ratelimit = {
      characteristics: ["cf.colo.id", "ip.src"],
      period: 60,
      requests_per_period: 5,
      mitigation_timeout: 30,
    };
    expect(briefly([{ ...BLOCK, ratelimit }], { phase: "http_ratelimit" })).toEqual([
      "information rate-limit-timeout-unlisted rules[0].ratelimit.mitigation_timeout",
    ]);
  });

  it("says once for all rules that a field has a newer name", () => {
    const rules = ["DE", "FR", "IT"].map((code) => ({
      ...BLOCK,
      ref: code,
      expression: `ip.geoip.country eq "${code}"`,
    }));
    expect(judgeWritten(rules, CUSTOM).map(({ path, message }) => `${path} ${message}`)).toEqual([
      "rules[0].expression The field ip.geoip.country is deprecated. Write ip.src.country. The same holds for rules[1].expression, rules[2].expression.",
    ]);
  });

  it("says once for all rules that the threat score is always 0", () => {
    const rules = [5, 10, 20].map((score) => ({
      ...BLOCK,
      ref: `r${score}`,
      expression: `cf.threat_score gt ${score}`,
    }));
    expect(judgeWritten(rules, CUSTOM).map(({ id, path, message }) => [id, path, message])).toEqual([
      [
        "threat-score",
        "rules[0].expression",
        expect.stringMatching(/ The same holds for rules\[1\]\.expression, rules\[2\]\.expression\.$/),
      ],
    ]);
  });

  it("says once why a skip rule with a star in the host is a hole", () => {
    const expression = 'http.request.full_uri wildcard "https://*.example.com/api/*"';
    const skip = { action: "skip", action_parameters: { products: ["waf"] }, expression };
    expect(briefly([skip])).toEqual(["warning skip-by-open-wildcard rules[0].expression"]);
  });

  it("judges plans only if the plan is known", () => {
    const rules = Array.from({ length: 6 }, (_, index) => ({
      ref: `r${index}`,
      action: "block",
      expression: `http.host matches "${index}+"`,
    }));
    expect(briefly(rules)).toEqual([]);
    expect(briefly(rules, { plan: "business" })).toEqual([]);
    expect(judgeWritten(rules.slice(0, 5), { ...CUSTOM, plan: "free" }).map(({ id }) => id)).toEqual(
      Array.from({ length: 5 }, () => "plan-operator"),
    );
    expect(judgeWritten(rules, { ...CUSTOM, plan: "free" })[0]).toEqual({
      severity: "error",
      id: "rule-limit",
      source: "ruleset",
      path: "rules",
      message:
        "must be at most 5 in http_request_firewall_custom with the plan free, found 6; join rules, or use a larger plan",
      refusal: {
        code: 50001,
        message: "exceeded the maximum number of rules in the phase http_request_firewall_custom: 6 out of 5",
        source: { pointer: "/rules" },
      },
    });
  });

  it("judges rules together: equal refs, and a managed ruleset executed twice", () => {
    expect(briefly([BLOCK, { ...BLOCK, expression: "ssl" }])).toEqual(["error ref-repeated rules[1].ref"]);
    const execute = { action: "execute", action_parameters: { id: "4814384a9e5d4991b9815dcfc25d2f1f" } };
    const rules = ["ssl", 'http.host eq "a"'].map((expression) => ({ ...execute, expression }));
    expect(briefly(rules, { phase: "http_request_firewall_managed" })).toContain(
      "error execute-once rules[1].action_parameters.id",
    );
  });

  it("judges whether the owner can have such a ruleset", () => {
    const route = { action: "route", action_parameters: { origin: { port: 8080 } }, expression: "ssl" };
    const place = { phase: "http_request_origin", kind: "root", level: "account" } as const;
    expect(briefly([route], place)).toContain("error phase-level phase");
  });

  it("reports items that are not rules, and judges the others", () => {
    expect(judgeWritten([null, "block", [], 7, { ...BLOCK, action: "blok" }], CUSTOM)).toMatchObject([
      { path: "rules[0]", message: "must be an object with action and expression, found null" },
      { path: "rules[1]", message: "must be an object with action and expression, found a string" },
      { path: "rules[2]", message: "must be an object with action and expression, found an empty list" },
      { path: "rules[3]", message: "must be an object with action and expression, found a number" },
      { path: "rules[4].action", message: expect.stringContaining('did you mean "block"?') as string },
    ]);
  });
});

/** Rules of the rate limiting phase need a rate limit. */
function limitOf(phase: string): { ratelimit?: Readonly<Record<string, unknown>> } {
  if (phase !== "http_ratelimit") return {};
  return { ratelimit: { characteristics: ["cf.colo.id", "ip.src"], period: 10, requests_per_period: 5 } };
}
