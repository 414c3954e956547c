import { UNKNOWN } from "../../../../provider/api";
import { forbidDuplicateDeployments } from "../../../../review/policies/forbid-duplicate-deployments";
import {
  cloudflareRules,
  edge,
  GENERAL,
  judge,
  MANAGED_PHASE,
  notKnown,
  OTHER_ZONE,
  OWASP,
  ZONE,
  zoneRules,
} from "./fixtures";

const owasp = (change = {}) =>
  edge("OwaspConfig", "owasp", { zoneId: ZONE, paranoiaLevel: 2, scoreThreshold: 40, ...change });
const executing = (ids: readonly unknown[], properties = {}) =>
  zoneRules(
    ids.map((id, index) => ({
      ref: `r${index}`,
      action: "execute",
      actionParameters: { id },
      expression: "true",
    })),
    { phase: MANAGED_PHASE, ...properties },
  );

describe("forbid-duplicate-deployments", () => {
  it("passes several rulesets in a zone, and one ruleset in several zones", () => {
    expect(judge(forbidDuplicateDeployments, [owasp(), executing([GENERAL])])).toEqual([]);
    expect(judge(forbidDuplicateDeployments, [owasp(), owasp({ zoneId: OTHER_ZONE })])).toEqual([]);
  });

  it("reports an OwaspConfig beside a rule that executes the ruleset", () => {
    expect(judge(forbidDuplicateDeployments, [executing([GENERAL, OWASP]), owasp()])).toEqual([
      'OwaspConfig "owasp": deploys Cloudflare OWASP Core Ruleset again in the zone, as ZoneEntrypointRuleset "waf": rules[1] does: keep one of the two.',
    ]);
  });

  it("reports a rule of @pulumi/cloudflare beside an OwaspConfig", () => {
    const wire = { action: "execute", action_parameters: { id: OWASP }, expression: "true" };
    expect(
      judge(forbidDuplicateDeployments, [owasp(), cloudflareRules([wire], { phase: MANAGED_PHASE })]),
    ).toEqual([
      'cloudflare:Ruleset "waf": rules[0]: deploys Cloudflare OWASP Core Ruleset again in the zone, as OwaspConfig "owasp" does: keep one of the two.',
    ]);
  });

  it("reports two rules of one ruleset, also if its zone is not known", () => {
    expect(judge(forbidDuplicateDeployments, executing([GENERAL, GENERAL], { zoneId: UNKNOWN }))).toEqual([
      'ZoneEntrypointRuleset "waf": rules[1]: deploys Cloudflare Managed Ruleset again in the zone, as ZoneEntrypointRuleset "waf": rules[0] does: keep one of the two.',
    ]);
  });

  it("does not compare what is live with what a program declares", () => {
    const wire = { action: "execute", action_parameters: { id: OWASP }, expression: "true" };
    const live = cloudflareRules([wire], { phase: MANAGED_PHASE, origin: "live" });
    expect(judge(forbidDuplicateDeployments, [owasp(), live])).toEqual([]);
  });

  it("does not judge deployments whose zones or rulesets may be the same", () => {
    expect(judge(forbidDuplicateDeployments, [owasp(), owasp({ zoneId: UNKNOWN })])).toEqual([
      notKnown('OwaspConfig "owasp"', "zoneId"),
    ]);
    expect(judge(forbidDuplicateDeployments, [owasp(), executing([UNKNOWN])])).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', "rules[0]"),
    ]);
    expect(judge(forbidDuplicateDeployments, [owasp({ zoneId: OTHER_ZONE }), executing([UNKNOWN])])).toEqual(
      [],
    );
  });
});
