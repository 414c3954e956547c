import { UNKNOWN } from "../../../../provider/api";
import { rulesInPhase } from "../../../../provider/claims/declare-parts";
import { readLanguage } from "../../../../provider/filter";
import type { ResourceRules } from "../../../../provider/rulesets/hazards/known-order";
import { skippedElsewhere } from "../../../../provider/rulesets/hazards/skipped-elsewhere";

const CUSTOM = "http_request_firewall_custom";
const LIMITS = "http_ratelimit";
const MANAGED = "http_request_firewall_managed";
const GENERAL = "efb7b8c949ac4650a09736fc376e9aee";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const OFFICE = "ip.src in {192.0.2.0/24}";
const DESK = "ip.src eq 192.0.2.7";
const NARROW = (name: string) => `narrow the expression of this rule of "${name}", or remove one of the two`;

type Rule = Readonly<Record<string, unknown>>;

/** A resource with rules, whose refs are their places from 1. */
function resource(name: string, phase: string, rules: readonly Rule[], rest: Partial<ResourceRules> = {}) {
  const named = rules.map((rule, index) => {
    const ref = `${name}-${index + 1}`;
    return { path: `rules["${ref}"]`, rule: { ref, ...rule } };
  });
  return { name, how: "", phase, rules: named, ...rest };
}
const skip = (expression: string, action_parameters: object): Rule => ({
  action: "skip",
  expression,
  action_parameters,
});
const block = (expression: string): Rule => ({ action: "block", expression });
const deploy = (expression: string, id = OWASP): Rule => ({
  action: "execute",
  expression,
  action_parameters: { id },
});
const owasp = (expression = "true") =>
  resource("owasp", MANAGED, [deploy(expression)], { how: ", an OwaspConfig," });
const limits = (...expressions: string[]) => resource("limits", LIMITS, expressions.map(block));
const texts = (own: ResourceRules, ...others: ResourceRules[]) =>
  skippedElsewhere(own, others).map(({ path, message }) => `${path}: ${message}`);

describe("a skip of phases", () => {
  const office = resource("custom", CUSTOM, [skip(OFFICE, { phases: [MANAGED, LIMITS] })]);

  it("is reported with what other resources declare there, if every request skips it", () => {
    for (const always of ["true", "not len(http.host) lt 0", "ssl or not ssl"]) {
      const own = resource("custom", CUSTOM, [skip(always, { phases: [MANAGED, LIMITS] })]);
      expect(texts(own, owasp(OFFICE), limits(DESK))).toEqual([
        `rules["custom-1"]: every request skips the managed ruleset of "owasp", an OwaspConfig, in ${MANAGED}: ${NARROW("custom")}`,
        `rules["custom-1"]: every request skips the rules of "limits" in ${LIMITS}: ${NARROW("custom")}`,
      ]);
    }
  });

  it("is reported with each rule whose requests all skip it", () => {
    expect(texts(office, limits(DESK, "ssl"))).toEqual([
      `rules["custom-1"]: skips every request that rules["limits-1"] of "limits" in ${LIMITS} matches, so that rule never runs: ${NARROW("custom")}`,
    ]);
    expect(texts(office, limits(DESK, OFFICE, `ssl and ${DESK}`, DESK, OFFICE))).toEqual([
      `rules["custom-1"]: skips every request that rules["limits-1"], rules["limits-2"], rules["limits-3"] and 2 more of "limits" in ${LIMITS} match, so those rules never run: ${NARROW("custom")}`,
    ]);
  });

  it("is reported with a deployment whose requests all skip it", () => {
    expect(texts(office, owasp(DESK))).toEqual([
      `rules["custom-1"]: skips every request that "owasp", an OwaspConfig, selects in ${MANAGED}, so its managed ruleset never runs: ${NARROW("custom")}`,
    ]);
    const rules = resource("waf", MANAGED, [deploy(OFFICE, GENERAL)]);
    expect(texts(office, rules)).toEqual([expect.stringContaining('that rules["waf-1"] of "waf"')]);
  });

  it("is reported with a resource of the same name", () => {
    expect(texts({ ...office, name: "owasp" }, owasp(DESK))).toHaveLength(1);
    expect(texts({ ...office, name: "limits" }, limits(DESK))).toHaveLength(1);
  });

  it("is reported behind a skip of the rest for other requests", () => {
    const rest = skip("ip.src eq 198.51.100.1", { ruleset: "current" });
    const own = resource("custom", CUSTOM, [rest, skip(OFFICE, { phases: [LIMITS] })]);
    expect(texts(own, limits(DESK))).toHaveLength(1);
  });

  it.each<[string, ResourceRules, ResourceRules]>([
    ["rules for more requests", office, limits("true", "ip.src in {192.0.2.0/23}")],
    ["rules for other requests", office, limits('http.request.uri.path eq "/login"')],
    ["a deployment for all requests", office, owasp()],
    ["a rule that selects nothing", office, limits("false")],
    ["a disabled rule", office, resource("limits", LIMITS, [{ ...block(DESK), enabled: false }])],
    ["a rule whose condition is unknown", office, limits(UNKNOWN)],
    ["rules of other phases", office, resource("late", "http_request_late_transform", [block(DESK)])],
    [
      "rules, if the skip rule is disabled",
      resource("custom", CUSTOM, [{ ...skip("true", { phases: [LIMITS] }), enabled: false }]),
      limits(DESK),
    ],
    [
      "rules, if the condition of the skip rule is unknown",
      resource("custom", CUSTOM, [skip(UNKNOWN, { phases: [LIMITS] })]),
      limits(DESK),
    ],
    [
      "rules, if the phases are unknown",
      resource("custom", CUSTOM, [skip("true", { phases: [UNKNOWN] })]),
      limits(DESK),
    ],
    [
      "rules, if an earlier rule lets some of their requests skip the skip rule",
      resource("custom", CUSTOM, [skip("ssl", { ruleset: "current" }), skip(OFFICE, { phases: [LIMITS] })]),
      limits(DESK),
    ],
    [
      "rules, if an earlier rule is unknown",
      resource("custom", CUSTOM, [{ action: UNKNOWN }, skip(OFFICE, { phases: [LIMITS] })]),
      limits(DESK),
    ],
    ["products", resource("custom", CUSTOM, [skip("true", { products: ["waf", "rateLimit"] })]), owasp()],
  ])("says nothing of %s", (_, own, other) => {
    expect(texts(own, other)).toEqual([]);
  });

  it("says nothing if a rule of another resource may let their requests skip it", () => {
    const others = (position: Partial<ResourceRules>) => [
      limits(DESK),
      resource("more", CUSTOM, [skip("ssl", { ruleset: "current" })], position),
    ];
    expect(texts(office, ...others({}))).toEqual([]);
    expect(texts(office, ...others({ placement: "first" }))).toEqual([]);
    expect(texts(office, ...others({ placement: "last" }))).toHaveLength(1);
  });
});

describe("a skip of the rest of the ruleset", () => {
  const own = (rest: Partial<ResourceRules>) =>
    resource("custom", CUSTOM, [block("ssl"), skip(OFFICE, { ruleset: "current" })], rest);
  const other = (rest: Partial<ResourceRules> = {}) =>
    resource("more", CUSTOM, [block(DESK), block("ssl")], rest);
  const REPORT = `rules["custom-2"]: skips every request that rules["more-1"] of "more" in ${CUSTOM} matches, so that rule never runs: ${NARROW("custom")}`;

  it.each<[string, ResourceRules, ResourceRules]>([
    ["the skip rule is first", own({ placement: "first" }), other()],
    ["the other rules are last", own({}), other({ placement: "last" })],
    ["the skip rule is before them", own({ placement: { before: "more-1" } }), other()],
    ["they are behind it", own({}), other({ placement: { after: "custom-2" } })],
  ])("is reported with a rule of another resource if %s", (_, one, two) => {
    expect(texts(one, two)).toEqual([REPORT]);
  });

  it.each<[string, ResourceRules, ResourceRules]>([
    ["nothing says which comes first", own({}), other()],
    ["the skip rule is last", own({ placement: "last" }), other()],
    ["the other rules are first", own({}), other({ placement: "first" })],
    ["both are first, which is a conflict", own({ placement: "first" }), other({ placement: "first" })],
    ["the rule precedes the one that they are before", own({ placement: { before: "more-2" } }), other()],
    ["they are behind an earlier rule only", own({}), other({ placement: { after: "unknown" } })],
    ["they are before it", own({ placement: "first" }), other({ placement: { before: "custom-2" } })],
  ])("is not reported if %s", (_, one, two) => {
    expect(texts(one, two)).toEqual([]);
  });
});

describe("a skip of managed rulesets", () => {
  const exception = (expression: string, parameters: object, rest: Partial<ResourceRules> = {}) =>
    resource("exceptions", MANAGED, [skip(expression, parameters)], rest);

  it.each<[string, object]>([
    ["by its id", { rulesets: [OWASP] }],
    ["by the rule that decides", { rules: { [OWASP]: [SCORING] } }],
  ])("is reported if it names a deployment %s", (_, parameters) => {
    expect(texts(exception("true", parameters), owasp(DESK))).toEqual([
      `rules["exceptions-1"]: every request skips the managed ruleset of "owasp", an OwaspConfig, in ${MANAGED}: ${NARROW("exceptions")}`,
    ]);
    expect(texts(exception(OFFICE, parameters), owasp(DESK))).toHaveLength(1);
    expect(texts(exception(OFFICE, parameters), owasp())).toEqual([]);
  });

  it("is reported with the rest of the phase, if every request skips it or the skip rule is first", () => {
    expect(texts(exception("true", { ruleset: "current" }), owasp())).toHaveLength(1);
    expect(
      texts(exception(OFFICE, { ruleset: "current" }, { placement: "first" }), owasp(DESK)),
    ).toHaveLength(1);
    expect(texts(exception(OFFICE, { ruleset: "current" }), owasp(DESK))).toEqual([]);
  });

  it("names only the rules that deploy what is skipped", () => {
    const waf = resource("waf", MANAGED, [deploy("true", GENERAL), deploy("true")]);
    expect(texts(exception("true", { rulesets: [OWASP] }), waf)).toEqual([
      `rules["exceptions-1"]: every request skips rules["waf-2"] of "waf" in ${MANAGED}: ${NARROW("exceptions")}`,
    ]);
  });

  it.each<[string, object, Partial<ResourceRules>]>([
    ["another ruleset", { rulesets: [GENERAL] }, {}],
    ["a single rule", { rules: { [OWASP]: ["04116d14d7524986ba314d11c8a41e11"] } }, {}],
    ["a deployment before it", { rulesets: [OWASP] }, { placement: { after: "owasp-1" } }],
    ["nothing", {}, {}],
  ])("says nothing of %s", (_, parameters, rest) => {
    expect(texts(exception("true", parameters, rest), owasp())).toEqual([]);
  });
});

it("a skip of phases by a field that the settings declare is reported", () => {
  const language = readLanguage({ fields: { value: '{"cf.new.score": "Int"}', label: "edge:fields" } });
  const rulesOf = (action: string, expression: string, actionParameters: object = {}) =>
    rulesInPhase(
      "ZoneEntrypointRuleset",
      { rules: [{ ref: "a", action, expression, actionParameters }] },
      language,
    );
  const expression = "cf.new.score lt 20";
  const own = { ...resource("custom", CUSTOM, []), rules: rulesOf("skip", expression, { phases: [LIMITS] }) };
  const other = { ...resource("limits", LIMITS, []), rules: rulesOf("block", expression) };
  expect(texts(own, other)).toEqual([
    expect.stringContaining('skips every request that rules["a"] of "limits"'),
  ]);
});
