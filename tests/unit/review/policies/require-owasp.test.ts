import { fromTerraform } from "../../../../review/model/from-terraform";
import { requireOwasp } from "../../../../review/policies/owasp";
import { cloudflareRules, CUSTOM_PHASE, judge, OWASP, ZONE, zoneRules } from "./fixtures";

const rule = { action: "block", expression: "ssl" };
const terraform = fromTerraform({
  address: "cloudflare_ruleset.waf",
  type: "cloudflare_ruleset",
  values: { zone_id: ZONE, kind: "zone", phase: CUSTOM_PHASE, rules: [rule] },
  secrets: new Set(),
});
const cloudflare = cloudflareRules([rule]);

describe("the advice of require-owasp", () => {
  it("is a rule of Terraform's in a zone with resources of Terraform", () => {
    const resources = terraform === undefined ? [] : [terraform];
    expect(judge(requireOwasp, resources)).toEqual([
      expect.stringContaining(
        `add a rule with the action execute and action_parameters.id "${OWASP}" to the zone's ruleset of the phase http_request_firewall_managed`,
      ),
    ]);
  });

  it("is an OwaspConfig in a zone where this package manages a resource, too", () => {
    expect(judge(requireOwasp, cloudflare)).toEqual([expect.not.stringContaining("OwaspConfig")]);
    expect(judge(requireOwasp, [cloudflare, zoneRules([])])).toEqual([
      expect.stringContaining('add new OwaspConfig("…", { zoneId, paranoiaLevel: 2'),
    ]);
  });
});
