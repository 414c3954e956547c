import { reviewChange } from "../../../../review/changes/review-change";
import { rulesToMap, type RuleState } from "../../../../provider/rulesets";
import { edgeResource, ZONE_ID } from "../../../support/reviewed";

const [SHOP, BLOG] = ["9a7806061c88ada191ed06f989cc3dac", "4d81f7a2b3c04c5f9b1e6a7d8c9e0f12"];
const SKIP = { ref: "office", action: "skip", actionParameters: { ruleset: "current" } };
const BLOCK = { ref: "bad", action: "block" };
const ADMIN = { ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' };

const rulesOf = (name: string, zoneId: string, rules: readonly RuleState[]) =>
  edgeResource("ruleset", "ZoneEntrypointRuleset", name, {
    zoneId,
    phase: "http_request_firewall_custom",
    rules: rulesToMap(rules),
  });

/** Reviews an update that adds a rule in one zone, beside the rules of other zones. */
function textsOf(added: RuleState, others: Readonly<Record<string, RuleState>>): string[] {
  const before = rulesOf("main", ZONE_ID, [ADMIN]);
  const after = rulesOf("main", ZONE_ID, [ADMIN, added]);
  const same = Object.entries(others).map(([zoneId, rule]) => {
    const one = rulesOf(`of-${zoneId.slice(0, 2)}`, zoneId, [rule]);
    return { operation: "same", before: one, after: one } as const;
  });
  const zoneNames = new Map([
    [SHOP, "shop.example"],
    [BLOG, "blog.example"],
  ]);
  return reviewChange(
    {
      source: "pulumi-preview",
      stack: "shop/dev",
      others: 0,
      steps: [{ operation: "update", before, after }, ...same],
    },
    { policies: [], zoneNames },
  )
    .reasons.filter(({ id }) => id === "network-differs")
    .map(({ text }) => text);
}

describe("a review of several zones", () => {
  it("names a network that a new rule stops, and a rule of another zone lets skip rules", () => {
    const skip = { ...SKIP, expression: "ip.src in {198.51.100.0/24 192.0.2.0/24}" };
    expect(
      textsOf({ ...BLOCK, expression: "ip.src in {192.0.2.0/25 192.0.2.200}" }, { [SHOP]: skip }),
    ).toEqual([
      'ZoneEntrypointRuleset "main": rules["bad"] stops 192.0.2.0/25, and rules["office"] of ZoneEntrypointRuleset "of-9a" lets 192.0.2.0/24 skip rules in zone shop.example: if one of the zones was forgotten, change it, too.',
    ]);
  });

  it("names a new skip of what other zones stop, with the number of zones", () => {
    const block = { ...BLOCK, expression: "ip.src eq 192.0.2.7 or ssl" };
    const skip = { ...SKIP, expression: "ip.src in {192.0.2.0/24}" };
    expect(textsOf(skip, { [SHOP]: block, [BLOG]: { ...block, action: "managed_challenge" } })).toEqual([
      'ZoneEntrypointRuleset "main": rules["office"] lets 192.0.2.0/24 skip rules, and rules["bad"] of ZoneEntrypointRuleset "of-9a" stops 192.0.2.7 in zone shop.example, and so it is in 1 more zone: if one of the zones was forgotten, change it, too.',
    ]);
  });

  it.each([
    ["no rule that stops only some requests", 'ip.src eq 192.0.2.7 and http.host eq "a.example"', {}],
    ["no disabled rule", "ip.src eq 192.0.2.7", { enabled: false }],
    ["no rule that only logs", "ip.src eq 192.0.2.7", { action: "log" }],
    ["no other network", "ip.src eq 203.0.113.7", {}],
  ])("names %s", (_, expression, more) => {
    const skip = { ...SKIP, expression: "ip.src in {192.0.2.0/24}" };
    expect(textsOf({ ...BLOCK, expression, ...more }, { [SHOP]: skip })).toEqual([]);
  });

  it("names neither rules of the same zone nor rules that do not change", () => {
    const [skip, block] = [
      { ...SKIP, expression: "ip.src in {192.0.2.0/24}" },
      { ...BLOCK, expression: "ip.src in {192.0.2.0/24}" },
    ];
    expect(textsOf(block, { [ZONE_ID]: skip })).toEqual([]);
    expect(textsOf({ ...ADMIN, ref: "new" }, { [SHOP]: skip, [BLOG]: block })).toEqual([]);
  });
});
