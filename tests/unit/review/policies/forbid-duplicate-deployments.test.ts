import { UNKNOWN } from "../../../../provider/api";
import { forbidDuplicateDeployments } from "../../../../review/policies/managed-rules";
import {
  cloudflareRules,
  executingRule,
  GENERAL,
  judge,
  MANAGED_PHASE,
  notKnown,
  OTHER_ZONE,
  OWASP,
  owaspConfig,
  zoneRules,
} from "./fixtures";

const executing = (ids: readonly unknown[], properties = {}) =>
  zoneRules(
    ids.map((id, index) => executingRule({ id }, { ref: `r${index}` })),
    { phase: MANAGED_PHASE, ...properties },
  );

describe("forbid-duplicate-deployments", () => {
  it("passes several rulesets in a zone, and one ruleset in several zones", () => {
    expect(judge(forbidDuplicateDeployments, [owaspConfig(), executing([GENERAL])])).toEqual([]);
    expect(judge(forbidDuplicateDeployments, [owaspConfig(), owaspConfig({ zoneId: OTHER_ZONE })])).toEqual(
      [],
    );
  });

  it("reports an OwaspConfig beside a rule that executes the ruleset", () => {
    expect(judge(forbidDuplicateDeployments, [executing([GENERAL, OWASP]), owaspConfig()])).toEqual([
      'OwaspConfig "owasp": deploys Cloudflare OWASP Core Ruleset again in the zone, as ZoneEntrypointRuleset "waf": rules[1] does: keep one of the two.',
    ]);
  });

  it("reports a rule of @pulumi/cloudflare beside an OwaspConfig", () => {
    const wire = { action: "execute", action_parameters: { id: OWASP }, expression: "true" };
    expect(
      judge(forbidDuplicateDeployments, [owaspConfig(), cloudflareRules([wire], { phase: MANAGED_PHASE })]),
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
    expect(judge(forbidDuplicateDeployments, [owaspConfig(), live])).toEqual([]);
  });

  it("does not judge deployments whose zones or rulesets may be the same", () => {
    expect(judge(forbidDuplicateDeployments, [owaspConfig(), owaspConfig({ zoneId: UNKNOWN })])).toEqual([
      notKnown('OwaspConfig "owasp"', "zoneId"),
    ]);
    expect(judge(forbidDuplicateDeployments, [owaspConfig(), executing([UNKNOWN])])).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', "rules[0]"),
    ]);
    expect(
      judge(forbidDuplicateDeployments, [owaspConfig({ zoneId: OTHER_ZONE }), executing([UNKNOWN])]),
    ).toEqual([]);
  });
});
