import { UNKNOWN } from "../../../../provider/api";
import { checkConfig } from "../../../../review/policies/check-config";
import { configurable } from "../../../../review/policies";
import { holdInvariants } from "../../../../review/policies/invariants";
import { cloudflareRules, edge, judge, OTHER_ZONE, owaspConfig, zoneRules } from "./fixtures";

const OUTSIDE = 'starts_with(http.request.uri.path, "/admin") and not ip.src in {192.0.2.0/24}';
const NAME = "office only";
const config = (more: object = {}) => ({
  invariants: [{ name: NAME, requests: OUTSIDE, outcome: "blocked", ...more }],
});
const admin = { ref: "admin", action: "block", expression: OUTSIDE };
const partners = {
  ref: "partners",
  action: "skip",
  actionParameters: { ruleset: "current" },
  expression: 'ip.src in {198.51.100.0/24} and http.request.uri.path eq "/admin"',
};

describe("hold-invariants", () => {
  it("judges nothing without a configuration", () => {
    expect(judge(holdInvariants, zoneRules([]))).toEqual([]);
  });

  it("passes a stack that keeps everybody outside a network away", () => {
    expect(judge(holdInvariants, zoneRules([admin]), config())).toEqual([]);
  });

  it("shows the request that one more rule lets through, at that rule", () => {
    const message =
      'ZoneEntrypointRuleset "waf": rules[0]: breaks the invariant "office only": GET https://www.example.com/admin from 198.51.100.7 is let through by rules[0], and must be blocked: narrow rules[0], or put a rule that blocks such requests in front of it.';
    expect(judge(holdInvariants, zoneRules([partners, admin]), config())).toEqual([message]);
    expect(
      judge(holdInvariants, zoneRules([partners, admin]), {
        ...config(),
        allowances: [{ rule: "partners", reason: "CHG-4: until the move" }],
      }),
    ).toEqual([]);
  });

  it.each([
    'http.request.uri.path eq "admin"',
    'http.host eq "WWW.example.com"',
    "ip.src in {192.0.2.0/24} and ip.src in {198.51.100.0/24}",
  ])("rejects a configuration about requests that do not exist: %s", (requests) => {
    const settings = config({ requests });
    expect(checkConfig({ [holdInvariants.name]: settings })).toEqual([
      expect.stringContaining("must match a request, and no request matches it"),
    ]);
  });

  it("shows no value of a request if a rule is secret", () => {
    const [message = ""] = judge(
      holdInvariants,
      zoneRules([partners, admin], { secretInputs: ["rules"] }),
      config(),
    );
    expect(message).toContain("not shown: the expression is secret");
    expect(message).not.toContain("198.51.100");
  });

  it("reports as not proved what it does not know, and never fails an update for it", () => {
    const notProved = (why: string, label = 'ZoneEntrypointRuleset "waf"') =>
      `? ${label}: the invariant "office only" is not proved: ${why}.`;
    expect(judge(holdInvariants, zoneRules(UNKNOWN), config())).toEqual([
      notProved('the rules of ZoneEntrypointRuleset "waf" are not known yet'),
    ]);
    expect(judge(holdInvariants, zoneRules([{ ...admin, expression: UNKNOWN }]), config())).toEqual([
      notProved("a condition is not known, or contains what cannot be analysed"),
    ]);
    expect(judge(holdInvariants, owaspConfig(), config())).toEqual([
      notProved("no rules in http_request_firewall_custom are known", 'OwaspConfig "owasp"'),
    ]);
    const second = edge("ZoneEntrypointRuleset", "more", {
      zoneId: "023e105f4ecef8ad9ca31a8372d0c353",
      phase: "http_request_firewall_custom",
      rules: [],
    });
    expect(judge(holdInvariants, [zoneRules([admin]), second], config())).toEqual([
      notProved(
        "several resources have rules of http_request_firewall_custom, and how they are ordered is not known",
      ),
    ]);
    const elsewhere = edge("ZoneEntrypointRuleset", "later", {
      zoneId: UNKNOWN,
      phase: "http_request_firewall_custom",
      rules: [],
    });
    expect(judge(holdInvariants, [zoneRules([admin]), elsewhere], config())).toContainEqual(
      notProved(
        'the zone or phase of ZoneEntrypointRuleset "later" is not known yet, which may have rules of http_request_firewall_custom',
      ),
    );
  });

  it("proves that nothing is blocked only if no other owner can block", () => {
    const health = { requests: 'http.request.uri.path eq "/health"', outcome: "not blocked" };
    const inPhase = { ...health, phase: "http_request_firewall_custom" };
    const block = { action: "block", expression: OUTSIDE };
    expect(judge(holdInvariants, cloudflareRules([block]), config(inPhase))).toEqual([]);
    expect(judge(holdInvariants, zoneRules([admin]), config(inPhase))).toEqual([
      '? ZoneEntrypointRuleset "waf": the invariant "office only" is not proved: rules of other owners, which may block, are not known.',
    ]);
    expect(judge(holdInvariants, [cloudflareRules([block]), owaspConfig()], config(health))).toEqual([
      '? cloudflare:Ruleset "waf": the invariant "office only" is not proved: the managed ruleset 4814384a9e5d4991b9815dcfc25d2f1f may block.',
    ]);
  });

  describe("beside rules of the account, which run first", () => {
    const CUSTOM = "0a".repeat(16);
    const execute = (expression: string, id = CUSTOM) => ({
      ref: "shared",
      action: "execute",
      actionParameters: { id },
      expression,
    });
    const account = (rule: object, more: object = {}) =>
      edge("AccountEntrypointRuleset", "account", {
        phase: "http_request_firewall_custom",
        rules: [rule],
        ...more,
      });
    const custom = (...rules: object[]) => ({
      ...edge("Ruleset", "shared", { phase: "http_request_firewall_custom", rules }),
      rulesetId: CUSTOM,
    });
    const scanners = { ref: "scanners", action: "block", expression: 'http.user_agent contains "nikto"' };
    const opens = {
      ref: "opens",
      action: "skip",
      actionParameters: { phases: ["http_ratelimit"] },
      expression: 'http.host eq "open.example.com"',
    };
    const notProved = (why: string) =>
      `? ZoneEntrypointRuleset "waf": the invariant "office only" is not proved: ${why}.`;

    it("proves that requests are blocked if the account only blocks more of them", () => {
      const resources = [zoneRules([admin]), account(execute("true")), custom(scanners)];
      expect(judge(holdInvariants, resources, config())).toEqual([]);
    });

    it("does not prove what a rule of the account may change", () => {
      const onlyNikto = { requests: `${OUTSIDE} and http.user_agent contains "nikto"` };
      const zone = cloudflareRules([{ ...admin, enabled: false }]);
      const judged = (rules: object[], more: object, rule: object = execute("true")) =>
        judge(holdInvariants, [zone, account(rule), custom(...rules)], config(more));
      const undecided = (why: string) => [
        `? cloudflare:Ruleset "waf": the invariant "office only" is not proved: ${why}.`,
      ];
      const blocks = 'rules[0] of Ruleset "shared" may block before the rules of the zone';
      expect(judged([scanners], { outcome: "not blocked" })).toEqual(undecided(blocks));
      // The zone does not block them. Whether the account does depends on the account, name and plan of the zone.
      expect(judged([scanners], onlyNikto)).toEqual(undecided(blocks));
      expect(judged([scanners], onlyNikto, execute('cf.zone.name eq "example.com"'))).toEqual(
        undecided(blocks),
      );
      expect(judged([scanners], {})).toEqual([
        expect.stringContaining("passes all rules, and must be blocked"),
      ]);
      expect(
        judged([scanners], {}, execute('cf.zone.plan eq "ENT" and http.host eq "a.example.com"')),
      ).toEqual([expect.stringContaining("passes all rules, and must be blocked")]);
      expect(judged([opens], { outcome: "not blocked" })).toEqual(
        undecided('rules[0] of Ruleset "shared" may act before the rules of the zone'),
      );
    });

    it("proves that nothing is blocked for requests that no rule of the account concerns", () => {
      const inPhase = { outcome: "not blocked", phase: "http_request_firewall_custom" };
      const health = {
        ...inPhase,
        requests: 'http.request.uri.path eq "/health" and http.user_agent eq "a"',
      };
      const zone = cloudflareRules([admin]);
      const resources = [zone, account(execute('cf.zone.plan eq "ENT"')), custom(scanners)];
      expect(judge(holdInvariants, resources, config(health))).toEqual([]);
    });

    it.each([
      [
        "a ruleset that is not known",
        account(execute("true", "0b".repeat(16))),
        "has rules that are not known",
      ],
      [
        "rules that are not known",
        account({}, { rules: UNKNOWN }),
        'the rules of AccountEntrypointRuleset "account" are not known yet',
      ],
      [
        "a challenge",
        [account(execute("true")), custom({ ...scanners, action: "managed_challenge" })],
        "may act",
      ],
    ])("reports an invariant as not proved beside %s", (_what, more, why) => {
      const messages = judge(holdInvariants, [zoneRules([admin]), more].flat(), config());
      expect(messages).toEqual([expect.stringContaining(why)]);
      expect(messages[0]).toContain(notProved("").slice(0, -1));
    });

    it("does not call requests the same as before if the account has other rules now", () => {
      const same = config({ outcome: "same as before" });
      const { judgeChange } = configurable(holdInvariants);
      const version = (...rules: object[]) => [
        zoneRules([admin]),
        account(execute("true")),
        custom(...rules),
      ];
      expect(judgeChange?.(version(scanners), version(scanners), same)).toEqual([]);
      expect(judgeChange?.(version(scanners), version(), same).map(({ message }) => message)).toEqual([
        expect.stringContaining("rules of the account change, too"),
      ]);
    });
  });

  it("judges each zone, also those with equal rules", () => {
    const both = [zoneRules([partners]), zoneRules([partners], { zoneId: OTHER_ZONE }, "other")];
    expect(judge(holdInvariants, both, config()).map((message) => message.split(":")[0])).toEqual([
      'ZoneEntrypointRuleset "waf"',
      'ZoneEntrypointRuleset "other"',
    ]);
  });

  it("judges invariants of the same name by themselves", () => {
    const both = [...config({ outcome: "not blocked" }).invariants, ...config().invariants];
    expect(judge(holdInvariants, cloudflareRules([admin]), { invariants: both })).toEqual([
      expect.stringContaining("gets block by rules[0], and must not be blocked"),
    ]);
  });

  it("compares with the version before in a review, and with nothing elsewhere", () => {
    const same = config({ outcome: "same as before" });
    const { judge: judgeAfter, judgeChange } = configurable(holdInvariants);
    const [before, after] = [[zoneRules([admin])], [zoneRules([partners, admin])]];
    expect(judgeAfter(after, same)).toEqual([]);
    expect(judgeChange?.(before, before, same)).toEqual([]);
    expect(judgeChange?.(before, after, same).map(({ message }) => message)).toEqual([
      expect.stringContaining(
        "gets block by rules[0] before, and passes all rules now, and must be treated as before",
      ),
    ]);
  });

  it("refuses an expression that is not valid, with its code frame", () => {
    const [problem = "", ...more] = checkConfig({
      "hold-invariants": config({ requests: 'http.hots eq "a"' }),
    });
    expect(more).toEqual([]);
    expect(problem).toContain("hold-invariants: invariants.0.requests: must be a valid expression:");
    expect(problem).toContain('  http.hots eq "a"\n  ^^^^^^^^^');
    expect(checkConfig({ "hold-invariants": config({ outcome: "open" }) })).toEqual([
      expect.stringContaining("invariants.0.outcome: must be"),
    ]);
  });
});
