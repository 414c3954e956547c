import { KNOWN_PERMISSION_GROUPS, UNKNOWN, scopeType, type PermissionGroup } from "../../../../provider/api";
import {
  resolvePermissionGroups,
  type PermissionGroupState,
  type TokenState,
} from "../../../../provider/tokens";

const VENDOR = "acme";
const groups: PermissionGroup[] = KNOWN_PERMISSION_GROUPS.map(({ id, name, scope }) => ({
  id,
  name,
  scopes: [scopeType(scope, VENDOR)],
}));
const ACCOUNT_LOGS = "96163bd1b0784f62b3e44ed8c2ab1eb6";
const ZONE_LOGS = "3e0b5820118e47f3922f7c989e673882";
const ZONE_WAF = { id: "fb6778dc191143babbfaa57993f1d275", name: "Zone WAF Write" };

const args = (resources: unknown, ...permissionGroups: PermissionGroupState[]): TokenState => ({
  name: "ci",
  policies: [{ resources: resources as TokenState["policies"][number]["resources"], permissionGroups }],
});
const resolve = (resources: unknown, ...named: PermissionGroupState[]) => {
  const resolved = resolvePermissionGroups(args(resources, ...named), groups, VENDOR);
  return {
    groups: resolved.args.policies[0]?.permissionGroups,
    problems: resolved.problems.map(({ message }) => message),
  };
};
const zones = { "zone.*": "*" };
const account = { "com.acme.api.account.*": "*" };

describe("resolvePermissionGroups", () => {
  it("finds a group by name, and adds the name to a group by id", () => {
    expect(resolve(zones, { name: "Zone WAF Write" }, { id: ZONE_WAF.id })).toEqual({
      groups: [ZONE_WAF, ZONE_WAF],
      problems: [],
    });
  });

  it("chooses between groups of one name by the resources of the policy", () => {
    expect(resolve(zones, { name: "Logs Write" }).groups).toEqual([{ id: ZONE_LOGS, name: "Logs Write" }]);
    expect(resolve(account, { name: "Logs Write" }).groups).toEqual([
      { id: ACCOUNT_LOGS, name: "Logs Write" },
    ]);
    const below = { "account.*": zones };
    expect(resolve(below, { name: "Logs Write" }).groups).toEqual([{ id: ZONE_LOGS, name: "Logs Write" }]);
  });

  it("knows the groups of a bucket by its short key", () => {
    const bucket = { [`bucket.${"a".repeat(32)}_default_logs`]: "*" };
    expect(resolve(bucket, { name: "Workers R2 Storage Bucket Item Read" }).problems).toEqual([]);
    expect(resolve(bucket, { name: "Zone Read" }).problems).toEqual([
      expect.stringContaining("the policy only names resources of type com.acme.edge.r2.bucket;"),
    ]);
  });

  it("asks for the scope if several groups match the resources, and accepts it", () => {
    const both = { ...zones, ...account };
    expect(resolve(both, { name: "Logs Write" }).problems).toEqual([
      `matches several groups: Logs Write (com.acme.api.account; id ${ACCOUNT_LOGS}), Logs Write (com.acme.api.account.zone; id ${ZONE_LOGS}); ` +
        "set scope to choose one, or use its id",
    ]);
    expect(resolve(both, { name: "Logs Write", scope: "zone" }).groups).toEqual([
      { id: ZONE_LOGS, name: "Logs Write", scope: "zone" },
    ]);
    expect(resolve(both, { name: "Logs Write", scope: "com.acme.api.account" }).groups?.[0]?.id).toBe(
      ACCOUNT_LOGS,
    );
  });

  it("reports a group that has no effect on the resources of its policy", () => {
    expect(resolve(account, { name: "Zone WAF Write" }).problems).toEqual([
      `Zone WAF Write (com.acme.api.account.zone; id ${ZONE_WAF.id}) would have no effect: the policy only names resources of type ` +
        "com.acme.api.account; add a resource of its scope, or choose a group with the scope of the resources",
    ]);
    expect(resolve({ user: "*" }, { id: ZONE_WAF.id }).problems).toHaveLength(1);
    expect(resolve({ user: "*" }, { name: "API Tokens Read" }).problems).toEqual([]);
  });

  it("reports a scope that no group of that name has", () => {
    expect(resolve(zones, { name: "Zone WAF Write", scope: "account" }).problems).toEqual([
      `Zone WAF Write does not exist in scope account; it exists as Zone WAF Write (com.acme.api.account.zone; id ${ZONE_WAF.id})`,
    ]);
  });

  it.each([
    ["Zone WAF Wite", 'did you mean "Zone WAF Write"'],
    ["Bulk URL Redirects Edit", 'did you mean "Mass URL Redirects Write"?'],
    ["Argo Tunnel Read", 'did you mean "Cloudflare Tunnel Read"?'],
    ["Zone WAF Edit", 'did you mean "Zone WAF Write"?'],
    ["Zone WAF", 'did you mean "Zone WAF Read" or "Zone WAF Write"?'],
    ["Quantum", "getPermissionGroups lists them all"],
  ])("suggests names similar to %s", (name, hint) => {
    const { problems } = resolve(zones, { name });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`there is no permission group with name "${name}"`);
    expect(problems[0]).toContain(hint);
  });

  it("reports an id that is not in the list, with its path", () => {
    const bad = resolvePermissionGroups(
      args(zones, { id: ZONE_WAF.id }, { id: "0".repeat(32) }),
      groups,
      VENDOR,
    );
    expect(bad.problems.map(({ path }) => path)).toEqual(["policies[0].permissionGroups[1]"]);
  });

  it("keeps unknown values", () => {
    const unknown = UNKNOWN as unknown as PermissionGroupState;
    expect(resolve(zones, unknown, { id: UNKNOWN }, { name: UNKNOWN })).toEqual({
      groups: [UNKNOWN, { id: UNKNOWN }, { name: UNKNOWN }],
      problems: [],
    });
    expect(resolve(UNKNOWN, { name: "Zone WAF Write" }).groups).toEqual([ZONE_WAF]);
    expect(resolve({ "zone.*": UNKNOWN }, { name: "Account WAF Write" }).problems).toEqual([]);
    const whole = { name: "ci", policies: UNKNOWN } as unknown as TokenState;
    expect(resolvePermissionGroups(whole, groups, VENDOR)).toEqual({ args: whole, problems: [] });
  });
});
