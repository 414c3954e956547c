import { UNKNOWN } from "../../../../provider/api";
import { protectZones } from "../../../../review/policies/zones";
import { cloudflareRules, edge, judge, notKnown, OTHER_ZONE, ZONE } from "./fixtures";

const CONFIG = { zones: [ZONE] };
const owasp = (isProtected?: boolean, zoneId: unknown = ZONE, more = {}) =>
  edge("OwaspConfig", "owasp", { zoneId, paranoiaLevel: 2, scoreThreshold: 40, ...more }, isProtected);

describe("protect-zones", () => {
  it("passes protected resources, other zones, and everything without configured zones", () => {
    expect(judge(protectZones, [owasp(true), owasp(false, OTHER_ZONE)], CONFIG)).toEqual([]);
    expect(judge(protectZones, owasp(false))).toEqual([]);
  });

  it("reports a resource of a protected zone without protect", () => {
    expect(judge(protectZones, owasp(false), CONFIG)).toEqual([
      'OwaspConfig "owasp": protect: must be true, because the zone is protected, found false: set it.',
    ]);
  });

  it("reports resources of other providers, with the option that they have", () => {
    const rules = [
      cloudflareRules([], { isProtected: false }),
      cloudflareRules([], { isProtected: false, origin: "terraform" }),
    ];
    expect(judge(protectZones, rules, CONFIG)).toEqual([
      'cloudflare:Ruleset "waf": protect: must be true, because the zone is protected, found false: set it.',
      'cloudflare:Ruleset "waf": prevent_destroy: must be true, because the zone is protected, found false: set it.',
    ]);
  });

  it("does not judge a resource of an unknown zone, or one whose protection is not known", () => {
    expect(judge(protectZones, [owasp(false, UNKNOWN), owasp()], CONFIG)).toEqual([
      notKnown('OwaspConfig "owasp"', "zoneId"),
      notKnown('OwaspConfig "owasp"', "protect"),
    ]);
    expect(judge(protectZones, owasp(true, UNKNOWN), CONFIG)).toEqual([]);
  });

  it("passes what is live", () => {
    expect(judge(protectZones, cloudflareRules([], { origin: "live" }), CONFIG)).toEqual([]);
  });

  it("refuses an update that deletes a resource of a protected zone", () => {
    const found = protectZones.judgeChange?.([owasp(true), owasp(true, OTHER_ZONE)], [], CONFIG);
    expect(found?.map(({ message }) => message)).toEqual([
      'OwaspConfig "owasp": is in a protected zone, so no update may delete it: keep it, or remove the zone from `zones`.',
    ]);
    expect(protectZones.judgeChange?.([owasp(true)], [owasp(true)], CONFIG)).toEqual([]);
  });

  it("refuses an update that moves a resource out of a protected zone", () => {
    const moved = (zoneId: unknown) =>
      protectZones.judgeChange?.([owasp(true)], [owasp(true, zoneId)], CONFIG);
    expect(moved(OTHER_ZONE)?.map(({ message }) => message)).toEqual([
      'OwaspConfig "owasp": is in a protected zone, so no update may delete it: keep it, or remove the zone from `zones`.',
    ]);
    expect(moved(UNKNOWN)).toEqual([]);
  });

  it("shows nothing of a secret zone", () => {
    const [message] = judge(protectZones, owasp(false, ZONE, { secretInputs: ["zoneId"] }), CONFIG);
    expect(message).not.toContain(ZONE);
  });
});
