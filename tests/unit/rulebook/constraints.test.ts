import { checkRule, checkRulesetPlace, checkTogether, CONSTRAINTS } from "../../../provider/rulebook";
import { EXPRESSION_LANGUAGE, EXPRESSION_LIMITS } from "../../../provider/rulebook/expression-limits";
import { PARAMETER_TOPICS } from "../../../provider/rulebook/parameters";
import { EXECUTE_AND_SKIP } from "./examples/execute-and-skip";
import { RATE_LIMITS } from "./examples/rate-limits";
import { RULES } from "./examples/rules";
import { EXECUTED_TWICE, PLACES } from "./examples/rulesets";

const nameOf = (name: string) => name;
const EXAMPLES = { ...RULES, ...RATE_LIMITS, ...EXECUTE_AND_SKIP };

describe("the rule book", () => {
  it.each(Object.entries(EXAMPLES))(
    "reports %s, and nothing else",
    (id, { at, rule, path, message, ...known }) => {
      const found = checkRule(rule, { ...at, nameOf });
      expect(
        found.map(({ constraint, ...one }) => ({ id: constraint.id, path: one.path, message: one.message })),
      ).toEqual([{ id, path, message }]);
      expect([found[0]?.constraint.code, found[0]?.refusal]).toEqual([known.code, known.refusal]);
    },
  );

  it.each([
    ['(ssl) and cf.zone.plan eq "ENT"', 0],
    ['cf.zone.plan in {"ENT"} and (http.host eq "a" or ssl)', 0],
    ['http.host eq "a" or ssl and cf.zone.plan eq "ENT"', 1],
    ['not cf.zone.plan eq "ENT"', 1],
  ])("limits what an account executes by %s: %i violations", (expression, violations) => {
    const rule = { action: "execute", action_parameters: { id: "0".repeat(32) }, expression };
    const at = { phase: "http_request_firewall_managed", kind: "root", nameOf } as const;
    expect(checkRule(rule, at)).toHaveLength(violations);
  });

  it.each([
    ['cf.zone.plan eq "ENT"', []],
    ['(cf.zone.plan eq "ENT")', []],
    ['(ssl) and (cf.zone.plan eq "ENT")', []],
    ['(not ssl or http.host eq "a") and cf.zone.plan eq "ENT"', []],
    ['http.host in {"a" "b"} and cf.zone.plan eq "ENT"', []],
    ['not (ssl) and cf.zone.plan eq "ENT"', ["execute-account-form"]],
    ['not ssl and (cf.zone.plan eq "ENT")', ["execute-account-form"]],
    ['(ssl) and (http.host eq "a") and (cf.zone.plan eq "ENT")', ["execute-account-form"]],
    ['(ssl) and not (http.host eq "a") and cf.zone.plan eq "ENT"', ["execute-account-form"]],
    ['(ssl) and http.host eq "a" and cf.zone.plan eq "ENT"', ["execute-account-parentheses"]],
    ['(cf.zone.name eq "example.com")', ["execute-account-zone"]],
    ['cf.zone.name in {"a.example" "b.example"} and ssl', ["execute-account-zone"]],
    ['cf.zone.name eq "a.example" or ssl', ["execute-account-plan"]],
    ['http.host eq "api.example.com"', ["execute-account-plan"]],
  ])("judges the condition of what an account executes: %s", (expression, ids) => {
    const rule = { action: "execute", action_parameters: { id: "0".repeat(32) }, expression };
    for (const phase of ["http_request_firewall_custom", "http_ratelimit", "http_request_firewall_managed"]) {
      const found = checkRule(rule, { phase, kind: "root", nameOf });
      expect(found.map(({ constraint: { id } }) => id)).toEqual(ids);
      expect(checkRule(rule, { phase, kind: "custom", nameOf })).toEqual([]);
    }
  });

  it("does not judge ids of managed rules that it does not know", () => {
    const overrides = { rules: [{ id: "00000000000000000000000000000abc", action: "log" }] };
    const rule = EXECUTED_TWICE.rules[0];
    const overriding = { ...rule, action_parameters: { ...rule?.action_parameters, overrides } };
    expect(checkRule(overriding, { phase: "http_request_firewall_managed", kind: "zone", nameOf })).toEqual(
      [],
    );
  });

  it("takes skip in custom rulesets of an account", () => {
    const rule = { action: "skip", action_parameters: { ruleset: "current" }, expression: "ssl" };
    expect(checkRule(rule, { phase: "http_request_firewall_custom", kind: "custom", nameOf })).toEqual([]);
  });

  it.each([
    ["zone", true, ["counting-list"]],
    ["custom", true, ["counting-list-account"]],
    ["zone", false, []],
    ["custom", undefined, []],
  ] as const)(
    "judges a rate limit (%s) whose own expression uses a list, with requests_to_origin %s: %j",
    (kind, requests_to_origin, ids) => {
      const characteristics = ["cf.colo.id", "ip.src"];
      const ratelimit = { characteristics, period: 10, requests_per_period: 5, requests_to_origin };
      // An empty counting expression means the rule's own.
      for (const counting of [{}, { counting_expression: "" }]) {
        const rule = {
          action: "block",
          expression: "ip.src in $partners",
          ratelimit: { ...ratelimit, ...counting },
        };
        const found = checkRule(rule, { phase: "http_ratelimit", kind, nameOf });
        expect(found.map(({ constraint: { id } }) => id)).toEqual(ids);
      }
    },
  );

  it.each([
    ["free", 'http.request.uri.path eq "/login"', []],
    ["free", 'http.request.uri.query contains "a"', ["plan-field"]],
    ["free", 'http.request.uri contains "/a?"', ["plan-field"]],
    ["free", 'http.request.full_uri contains "/a?"', ["plan-field"]],
    ["free", 'http.host eq "a.example"', ["plan-field-doubtful"]],
    ["pro", 'http.host eq "a.example" and http.request.full_uri contains "/a"', []],
    ["pro", 'http.request.method eq "POST"', ["plan-field-doubtful"]],
    ["pro", "ip.src eq 192.0.2.1", ["plan-field"]],
    ["business", 'http.request.method eq "POST" and ip.src eq 192.0.2.1', []],
  ] as const)("judges what a rate limit of the plan %s reads: %s", (plan, expression, ids) => {
    const ratelimit = {
      characteristics: ["cf.colo.id", "ip.src"],
      period: 10,
      requests_per_period: 5,
      mitigation_timeout: 10,
    };
    const at = { phase: "http_ratelimit", kind: "zone", plan, nameOf } as const;
    const found = checkRule({ action: "block", expression, ratelimit }, at);
    expect(found.map(({ constraint: { id } }) => id)).toEqual(ids);
  });

  it("takes descriptions of 4,096 bytes", () => {
    const rule = { action: "block", expression: "ssl", description: "ü".repeat(2048) };
    expect(checkRule(rule, { phase: "http_request_firewall_custom", kind: "zone", nameOf })).toEqual([]);
  });

  it('takes `phase: "current"` alone in rules of a zone', () => {
    const rule = { action: "skip", action_parameters: { phase: "current" }, expression: "ssl" };
    for (const at of [{ kind: "zone" }, { kind: "custom", level: "zone" }] as const)
      expect(checkRule(rule, { phase: "http_request_firewall_custom", nameOf, ...at })).toEqual([]);
  });

  it.each([
    ["http.request.headers[x-key]", "characteristics-key"],
    ["ip.geoip.country", "characteristics-listed"],
  ])("judges the characteristic %s", (characteristic, id) => {
    const ratelimit = { characteristics: ["cf.colo.id", characteristic], period: 10, requests_per_period: 5 };
    const rule = { action: "block", expression: "ssl", ratelimit };
    expect(checkRule(rule, { phase: "http_ratelimit", kind: "zone", nameOf })).toMatchObject([
      { constraint: { id }, path: ["ratelimit", "characteristics", 1] },
    ]);
  });

  it.each(Object.entries(PLACES))("reports %s", (id, { at, message }) => {
    expect(checkRulesetPlace(at)).toMatchObject([{ constraint: { id }, path: ["phase"], message }]);
  });

  it("reports execute-once at the second rule", () => {
    const { rules, message } = EXECUTED_TWICE;
    expect(
      checkTogether(rules, { phase: "http_request_firewall_managed", kind: "zone", nameOf }),
    ).toMatchObject([{ constraint: { id: "execute-once" }, path: [1, "action_parameters", "id"], message }]);
    expect(checkTogether(rules, { phase: "http_request_firewall_managed", kind: "root", nameOf })).toEqual(
      [],
    );
  });

  it.each([
    [10, []],
    [12, [10, 11]],
  ])("lets a zone execute the HTTP DDoS ruleset ten times: of %i rules, it reports %j", (count, reported) => {
    const rule = {
      ...EXECUTED_TWICE.rules[0],
      action_parameters: { id: "4d21379b4f9f4bb088e0729962c8b3cf" },
    };
    const rules = Array.from({ length: count }, (_, index) => ({
      ...rule,
      expression: `http.host eq "${index}.example"`,
    }));
    const found = checkTogether(rules, { phase: "ddos_l7", kind: "zone", nameOf });
    expect(found.map(({ constraint: { id }, path }) => [id, path[0]])).toEqual(
      reported.map((index) => ["execute-once", index]),
    );
    expect(found.map(({ message }) => message)).toEqual(
      reported.map(
        () =>
          "executes DDoS L7 ruleset again; a zone executes this managed ruleset at most 10 times, so join rules",
      ),
    );
  });

  it("reports execute-single at each further rule of the response firewall", () => {
    const rules = ["a", "b", "c"].map((id) => ({
      action: "execute",
      action_parameters: { id: id.repeat(32) },
    }));
    expect(
      checkTogether(rules, { phase: "http_response_firewall_custom", kind: "zone", nameOf }),
    ).toMatchObject(
      [1, 2].map((index) => ({
        constraint: { id: "execute-single" },
        path: [index, "action"],
        message:
          'is "execute" again, as in rules[0]; the phase has at most one rule with this action, so remove one',
      })),
    );
  });

  it("has an example for each constraint that is not about parameters or the language of expressions", () => {
    // Other files of this folder test these.
    const elsewhere = [...PARAMETER_TOPICS, EXPRESSION_LANGUAGE, EXPRESSION_LIMITS].flatMap((topic) =>
      Object.keys(topic),
    );
    // Only the platform knows the rulesets of an account.
    const examples = [
      ...Object.keys(EXAMPLES),
      ...Object.keys(PLACES),
      "execute-once",
      "execute-single",
      "execute-account-ruleset-in-zone",
    ];
    const all = CONSTRAINTS.map(({ id }) => id);
    expect(examples.filter((id) => !all.includes(id))).toEqual([]);
    expect(all.filter((id) => !elsewhere.includes(id) && !examples.includes(id))).toEqual([]);
  });

  it("names each constraint once", () => {
    const all = CONSTRAINTS.map(({ id }) => id);
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
  });

  it("quotes no value of a secret rule", () => {
    const secret = "s3cret s3cret";
    const id = "0".repeat(31);
    const rules = [
      { action: "skip", action_parameters: { products: [secret], phases: [secret] }, expression: "ssl" },
      {
        action: "skip",
        action_parameters: { rulesets: [secret], rules: { [id]: [secret] } },
        expression: "ssl",
      },
      { action: "execute", action_parameters: { id: secret }, expression: secret },
      {
        action: "block",
        expression: secret,
        ratelimit: { characteristics: [secret, 'http.request.headers["S3CRET"]'] },
      },
    ];
    for (const [index, rule] of rules.entries()) {
      for (const phase of [
        "http_request_firewall_custom",
        "http_request_firewall_managed",
        "http_ratelimit",
      ]) {
        const found = checkRule(rule, { phase, kind: index === 2 ? "root" : "zone", secret: true, nameOf });
        expect(found.map(({ message }) => message).join(" ")).not.toMatch(/s3cret/i);
      }
    }
  });
});
