import { KNOWN_PERMISSION_GROUPS, type Policy, type ResourceMap } from "../../../../provider/api";
import {
  accessGroups,
  comparePrivilege,
  publishedGroups,
  usesOf,
  type PrivilegeWorld,
} from "../../../../provider/tokens";

const ZONE = "0".repeat(31) + "1";
const ACCOUNT = "0".repeat(31) + "a";
const world: PrivilegeWorld = {
  groups: accessGroups(publishedGroups("cloudflare"), "cloudflare"),
  vendor: "cloudflare",
  userId: "u",
  accountOf: (zone) => (zone === ZONE ? ACCOUNT : undefined),
};
const uses = usesOf({ kind: "OwaspConfig", name: "owasp", inputs: { zoneId: ZONE }, external: false });
const looked = usesOf({ kind: "OwaspConfig", name: "owasp", inputs: { zoneId: ZONE }, external: true });

const idOf = (name: string) => KNOWN_PERMISSION_GROUPS.find((group) => group.name === name)?.id ?? "";
const policy = (resources: ResourceMap, ...names: string[]): Policy => ({
  effect: "allow",
  resources,
  permission_groups: names.map((name) => ({ id: idOf(name) })),
});
const zone = { [`com.cloudflare.api.account.zone.${ZONE}`]: "*" } as const;
const allZones = { "com.cloudflare.api.account.zone.*": "*" } as const;

/** The names of the groups that can be removed. */
function excess(wanted: typeof uses, ...policies: Policy[]): string[] {
  const found = comparePrivilege(wanted, policies, world);
  expect(found.missing).toEqual([]);
  return found.excess.map(({ groupId }) => world.groups.get(groupId)?.name ?? groupId);
}

describe("comparePrivilege", () => {
  it("keeps the derived group of several sufficient ones", () =>
    expect(excess(uses, policy(zone, "Firewall Services Write", "Zone WAF Write"))).toEqual([
      "Firewall Services Write",
    ]));

  it("keeps another sufficient group if the derived one is missing", () =>
    expect(
      excess(
        uses,
        policy({ [`com.cloudflare.api.account.${ACCOUNT}`]: "*" }, "Account WAF Write", "Logs Read"),
      ),
    ).toEqual(["Logs Read"]));

  it("keeps the read group if read access is sufficient", () =>
    expect(excess(looked, policy(zone, "Zone WAF Write", "Zone WAF Read"))).toEqual(["Zone WAF Write"]));

  it("keeps one of two equal policies", () =>
    expect(excess(uses, policy(zone, "Zone WAF Write"), policy(zone, "Zone WAF Write"))).toEqual([
      "Zone WAF Write",
    ]));

  it("includes a zone in its account if the account is known", () => {
    const nested = { [`com.cloudflare.api.account.${ACCOUNT}`]: allZones };
    const { missing, wide } = comparePrivilege(uses, [policy(nested, "Zone WAF Write")], world);
    expect({ missing, wide }).toEqual({
      missing: [],
      wide: [{ policy: 0, key: "com.cloudflare.api.account.zone.*" }],
    });
  });

  it("reports a key of all zones as wide, unless a zone is unknown", () => {
    const open = usesOf({ kind: "OwaspConfig", name: "new", inputs: {}, external: false });
    const held = [policy(allZones, "Zone WAF Write")];
    expect(comparePrivilege(uses, held, world).wide).toHaveLength(1);
    expect(comparePrivilege([...uses, ...open], held, world)).toEqual({ missing: [], excess: [], wide: [] });
  });

  it("reports denied calls as missing, even if another policy allows them", () => {
    const denied: Policy = { ...policy(zone, "Zone WAF Write"), effect: "deny" };
    const { missing } = comparePrivilege(uses, [policy(allZones, "Zone WAF Write"), denied], world);
    expect(missing).toEqual(uses);
  });
});
