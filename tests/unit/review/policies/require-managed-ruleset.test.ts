import { UNKNOWN } from "../../../../provider/api";
import { requireManagedRuleset } from "../../../../review/policies/zones";
import {
  cloudflareRules,
  executingRules,
  GENERAL,
  judge,
  MANAGED_PHASE,
  notKnown,
  OTHER_ZONE,
  OWASP,
  owaspConfig,
  ZONE,
  zoneRules,
} from "./fixtures";

const executing = (id: unknown, change = {}, properties = {}) => executingRules({ id }, change, properties);
const custom = (zoneId: unknown = ZONE) => zoneRules([], { zoneId });
const ALLOWED = { allowances: [{ zone: ZONE, reason: "another stack protects it" }] };
const missing = (zone: string, name = "waf") =>
  `ZoneEntrypointRuleset "${name}": zoneId: ${zone} does not execute Cloudflare Managed Ruleset (${GENERAL}): add a rule that executes it.`;

describe("require-managed-ruleset", () => {
  it("passes a zone that executes the ruleset, whichever resource does", () => {
    expect(judge(requireManagedRuleset, [custom(), executing(GENERAL)])).toEqual([]);
    const wire = { action: "execute", action_parameters: { id: GENERAL }, expression: "true" };
    expect(
      judge(requireManagedRuleset, [custom(), cloudflareRules([wire], { phase: MANAGED_PHASE })]),
    ).toEqual([]);
  });

  it.each([
    ["no deployment", []],
    ["a deployment of another ruleset", [executing(OWASP)]],
    ["a disabled deployment", [executing(GENERAL, { enabled: false })]],
    ["a deployment in another zone", [executing(GENERAL, {}, { zoneId: OTHER_ZONE })]],
  ])("reports a zone with %s", (_what, others) => {
    expect(judge(requireManagedRuleset, [custom(), ...others])).toEqual([missing(`the zone ${ZONE}`)]);
  });

  it("reports each zone once, and none that is allowed", () => {
    const other = zoneRules([], { zoneId: OTHER_ZONE }, "shop");
    const resources = [custom(), custom(), other];
    expect(judge(requireManagedRuleset, resources)).toEqual([
      missing(`the zone ${ZONE}`),
      missing(`the zone ${OTHER_ZONE}`, "shop"),
    ]);
    expect(judge(requireManagedRuleset, resources, ALLOWED)).toEqual([
      missing(`the zone ${OTHER_ZONE}`, "shop"),
    ]);
  });

  it("requires the configured rulesets, which an OwaspConfig may deploy", () => {
    const owasp = owaspConfig();
    expect(judge(requireManagedRuleset, [custom(), owasp], { rulesets: [OWASP] })).toEqual([]);
    expect(judge(requireManagedRuleset, [custom(), owasp], { rulesets: [OWASP, GENERAL] })).toHaveLength(1);
  });

  it.each([
    ["the executed ruleset", executing(UNKNOWN)],
    ["whether the deployment is enabled", executing(GENERAL, { enabled: UNKNOWN })],
    ["the zone of the deployment", executing(GENERAL, {}, { zoneId: UNKNOWN })],
    ["the rules", zoneRules(UNKNOWN, { phase: MANAGED_PHASE })],
  ])("does not judge a zone if %s is unknown", (_what, other) => {
    const [first, ...more] = judge(requireManagedRuleset, [custom(), other]);
    expect(first).toBe(notKnown('ZoneEntrypointRuleset "waf"', "zoneId"));
    expect(more.every((message) => message.startsWith("? "))).toBe(true);
  });

  it("reports an unknown zone that no deployment can be in, unless it may be an allowed one", () => {
    expect(judge(requireManagedRuleset, custom(UNKNOWN))).toEqual([
      missing("the zone whose id is not known yet"),
    ]);
    expect(judge(requireManagedRuleset, custom(UNKNOWN), ALLOWED)).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', "zoneId"),
    ]);
  });

  it("does not show the id of a secret zone", () => {
    const secret = zoneRules([], { secretInputs: ["zoneId"] });
    expect(judge(requireManagedRuleset, secret)).toEqual([missing("the zone whose id is secret")]);
  });
});
