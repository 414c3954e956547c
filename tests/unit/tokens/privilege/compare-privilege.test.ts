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

/** Names of the groups that could go. */
function excess(wanted: typeof uses, ...policies: Policy[]): string[] {
  const found = comparePrivilege(wanted, policies, world);
  expect(found.missing).toEqual([]);
  return found.excess.map(({ groupId }) => world.groups.get(groupId)?.name ?? groupId);
}

describe("comparePrivilege", () => {
  it("keeps the derived group of several that would do", () =>
    expect(excess(uses, policy(zone, "Firewall Services Write", "Zone WAF Write"))).toEqual([
      "Firewall Services Write",
    ]));

  it("keeps another group that does, where the derived one is not there", () =>
    expect(
      excess(
        uses,
        policy({ [`com.cloudflare.api.account.${ACCOUNT}`]: "*" }, "Account WAF Write", "Logs Read"),
      ),
    ).toEqual(["Logs Read"]));

  it("keeps the one that reads, where reading is enough", () =>
    expect(excess(looked, policy(zone, "Zone WAF Write", "Zone WAF Read"))).toEqual(["Zone WAF Write"]));

  it("keeps one of two policies that say the same", () =>
    expect(excess(uses, policy(zone, "Zone WAF Write"), policy(zone, "Zone WAF Write"))).toEqual([
      "Zone WAF Write",
    ]));

  it("reaches a zone below its account, where the account is known", () => {
    const nested = { [`com.cloudflare.api.account.${ACCOUNT}`]: allZones };
    const { missing, wide } = comparePrivilege(uses, [policy(nested, "Zone WAF Write")], world);
    expect({ missing, wide }).toEqual({
      missing: [],
      wide: [{ policy: 0, key: "com.cloudflare.api.account.zone.*" }],
    });
  });

  it("calls a key for all zones wide, unless a zone is not known yet", () => {
    const open = usesOf({ kind: "OwaspConfig", name: "new", inputs: {}, external: false });
    const held = [policy(allZones, "Zone WAF Write")];
    expect(comparePrivilege(uses, held, world).wide).toHaveLength(1);
    expect(comparePrivilege([...uses, ...open], held, world)).toEqual({ missing: [], excess: [], wide: [] });
  });

  it("misses what a policy denies, whatever another allows", () => {
    const denied: Policy = { ...policy(zone, "Zone WAF Write"), effect: "deny" };
    const { missing } = comparePrivilege(uses, [policy(allZones, "Zone WAF Write"), denied], world);
    expect(missing).toEqual(uses);
  });
});
