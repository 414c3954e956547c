import { UNKNOWN } from "../../../../provider/api";
import { requireSharedOwnership } from "../../../../review/policies/ownership";
import {
  CUSTOM_PHASE,
  cloudflareRules,
  edge,
  GENERAL,
  judge,
  MANAGED_PHASE,
  notKnown,
  OTHER_ZONE,
  ZONE,
  zoneRules,
} from "./fixtures";

const own = { ref: "own", action: "log", expression: "true" };
const exclusive = (change = {}) => zoneRules([own], { ownership: "exclusive", ...change });
const live = (refs: readonly string[], change = {}) =>
  cloudflareRules(
    refs.map((ref) => ({ ref, action: "log", expression: "true" })),
    { origin: "live", ...change },
  );
const REMOVES =
  'ZoneEntrypointRuleset "waf": ownership: owns all rules of the entry point, so it removes those of other owners';
const CURE = '; set ownership: "shared", or add the phase to `allow`.';

describe("require-shared-ownership", () => {
  it("passes shared entry points, which is the default, and custom rulesets, which have one owner", () => {
    const custom = edge("Ruleset", "custom", { phase: CUSTOM_PHASE, rules: [own] });
    expect(
      judge(requireSharedOwnership, [zoneRules([own]), zoneRules([own], { ownership: "shared" }), custom]),
    ).toEqual([]);
  });

  it("reports an exclusive entry point if nothing is known about what is live", () => {
    expect(judge(requireSharedOwnership, exclusive())).toEqual([REMOVES + CURE]);
  });

  it("passes an exclusive entry point in a phase of the configuration", () => {
    expect(judge(requireSharedOwnership, exclusive(), { allow: [CUSTOM_PHASE] })).toEqual([]);
    expect(judge(requireSharedOwnership, exclusive(), { allow: [MANAGED_PHASE] })).toHaveLength(1);
  });

  it("names the live rules of other owners", () => {
    expect(judge(requireSharedOwnership, [exclusive(), live(["own", "theirs"])])).toEqual([
      `${REMOVES}: "theirs"${CURE}`,
    ]);
    expect(judge(requireSharedOwnership, [exclusive(), live(["a", "b", "c", "d", "e"])])).toEqual([
      `${REMOVES}: "a", "b", "c" and 2 more${CURE}`,
    ]);
  });

  it("passes an exclusive entry point if no other rule is live there", () => {
    expect(judge(requireSharedOwnership, [exclusive(), live(["own"])])).toEqual([]);
    const elsewhere = live(["theirs"], { place: { level: "zone", id: OTHER_ZONE } });
    expect(judge(requireSharedOwnership, [exclusive(), elsewhere])).toEqual([]);
  });

  it("passes live deployments of managed rulesets, which this package keeps and another provider removes", () => {
    const managed = cloudflareRules(
      [{ ref: "managed", action: "execute", action_parameters: { id: GENERAL }, expression: "true" }],
      { origin: "live", phase: MANAGED_PHASE },
    );
    expect(judge(requireSharedOwnership, [exclusive({ phase: MANAGED_PHASE }), managed])).toEqual([]);
    expect(judge(requireSharedOwnership, [cloudflareRules([], { phase: MANAGED_PHASE }), managed])).toEqual([
      'cloudflare:Ruleset "waf": rules: owns all rules of the entry point, so it removes those of other owners: "managed"; declare the rules with ZoneEntrypointRuleset, which shares it, or add the phase to `allow`.',
    ]);
  });

  it("does not judge an unknown ownership, or an unknown phase that may be allowed", () => {
    expect(judge(requireSharedOwnership, exclusive({ ownership: UNKNOWN }))).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', "ownership"),
    ]);
    expect(judge(requireSharedOwnership, exclusive({ phase: UNKNOWN }), { allow: [CUSTOM_PHASE] })).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', "phase"),
    ]);
    expect(judge(requireSharedOwnership, exclusive({ phase: UNKNOWN }))).toEqual([REMOVES + CURE]);
  });

  it("remediates an exclusive entry point of this package, and nothing else", () => {
    const args = { zoneId: ZONE, ownership: "exclusive", rules: [own] };
    expect(requireSharedOwnership.remediate?.(exclusive(), args, { allow: [] })).toEqual({
      ...args,
      ownership: "shared",
    });
    expect(requireSharedOwnership.remediate?.(exclusive(), args, { allow: [CUSTOM_PHASE] })).toBeUndefined();
    expect(
      requireSharedOwnership.remediate?.(zoneRules([own]), { rules: [own] }, { allow: [] }),
    ).toBeUndefined();
    expect(requireSharedOwnership.remediate?.(cloudflareRules([]), args, { allow: [] })).toBeUndefined();
  });
});
