import { KNOWN_PERMISSION_GROUPS, type Policy, type ResourceMap } from "../../../../provider/api";
import { decideAccess, type AccessAlternative, type AccessGroup } from "../../../../provider/tokens";

const ACCOUNT = "0".repeat(31) + "a";
const ZONE = "0".repeat(31) + "1";
const zone = { type: "zone", id: ZONE, accountId: ACCOUNT } as const;
const account = { type: "account", id: ACCOUNT } as const;
const user = { type: "user", id: "u1" } as const;
const groups: ReadonlyMap<string, AccessGroup> = new Map(
  KNOWN_PERMISSION_GROUPS.map((group) => [group.id, group]),
);

const writeRules: AccessAlternative = {
  requirement: { scope: "zone", access: "write", groups: ["Zone WAF", "Firewall Services"] },
  resource: zone,
};
const readRules: AccessAlternative = {
  requirement: { ...writeRules.requirement, access: "read" },
  resource: zone,
};
const writeAccountRules: AccessAlternative = {
  requirement: { scope: "account", access: "write", groups: ["Account WAF"] },
  resource: account,
};

const policy = (effect: Policy["effect"], resources: ResourceMap, ...names: string[]): Policy => ({
  effect,
  resources,
  permission_groups: names.map((name) => ({
    id: KNOWN_PERMISSION_GROUPS.find((group) => group.name === name)!.id,
  })),
});
const decide = (policies: Policy[], ...alternatives: AccessAlternative[]) =>
  decideAccess(policies, alternatives, groups, "acme");

const theZone = { [`com.acme.api.account.zone.${ZONE}`]: "*" } as const;

describe("decideAccess", () => {
  it("denies what no policy names", () => {
    expect(decide([], writeRules)).toEqual({ allowed: false, by: "implicit deny" });
  });

  it.each<[string, ResourceMap]>([
    ["the zone", theZone],
    ["all zones", { "com.acme.api.account.zone.*": "*" }],
    [
      "all zones of its account",
      { [`com.acme.api.account.${ACCOUNT}`]: { "com.acme.api.account.zone.*": "*" } },
    ],
    ["the zone inside of its account", { [`com.acme.api.account.${ACCOUNT}`]: theZone }],
    ["all zones of all accounts", { "com.acme.api.account.*": { "com.acme.api.account.zone.*": "*" } }],
  ])("reaches a zone by %s", (_, resources) => {
    expect(
      decide([policy("allow", {}, "DNS Write"), policy("allow", resources, "Zone WAF Write")], writeRules),
    ).toEqual({
      allowed: true,
      by: "explicit allow",
      policy: 1,
    });
  });

  it.each<[string, ResourceMap]>([
    ["another zone", { [`com.acme.api.account.zone.${ACCOUNT}`]: "*" }],
    ["the account itself", { [`com.acme.api.account.${ACCOUNT}`]: "*" }],
    [
      "the zones of another account",
      { [`com.acme.api.account.${ZONE}`]: { "com.acme.api.account.zone.*": "*" } },
    ],
    ["another vendor", { [`com.other.api.account.zone.${ZONE}`]: "*" }],
    ["a zone that is nested in a zone", { [`com.acme.api.account.zone.${ZONE}`]: theZone }],
  ])("does not reach a zone by %s", (_, resources) => {
    expect(decide([policy("allow", resources, "Zone WAF Write")], writeRules).by).toBe("implicit deny");
  });

  it("lets a write group read, but no read group write", () => {
    expect(decide([policy("allow", theZone, "Zone WAF Write")], readRules).allowed).toBe(true);
    expect(decide([policy("allow", theZone, "Zone WAF Read")], readRules).allowed).toBe(true);
    expect(decide([policy("allow", theZone, "Zone WAF Read")], writeRules).allowed).toBe(false);
  });

  it("gives a group no effect on resources of another scope", () => {
    expect(
      decide([policy("allow", theZone, "Account WAF Write")], writeRules, writeAccountRules).allowed,
    ).toBe(false);
  });

  it("accepts any one alternative", () => {
    const onAccount = policy("allow", { "com.acme.api.account.*": "*" }, "Account WAF Write");
    expect(decide([onAccount], writeRules, writeAccountRules).allowed).toBe(true);
  });

  it("gives a denial of any alternative precedence over every allow, in any order", () => {
    const allow = policy("allow", theZone, "Zone WAF Write");
    const deny = policy("deny", { "com.acme.api.account.*": "*" }, "Account WAF Write");
    expect(decide([allow, deny], writeRules, writeAccountRules)).toEqual({
      allowed: false,
      by: "explicit deny",
      policy: 1,
    });
  });

  it("reaches the user only by the key of the user", () => {
    const makeTokens = {
      requirement: { scope: "user", access: "write", groups: ["API Tokens"] },
      resource: user,
    } as const;
    expect(
      decide([policy("allow", { "com.acme.api.user.u1": "*" }, "API Tokens Write")], makeTokens).allowed,
    ).toBe(true);
    expect(
      decide([policy("allow", { "com.acme.api.user.u2": "*" }, "API Tokens Write")], makeTokens).allowed,
    ).toBe(false);
  });
});
