import { UNKNOWN } from "../../../../provider/api";
import { allowPermissionGroups } from "../../../../review/policies/token-access";
import { allow, apiToken, cloudflareToken, judge, notKnown, ZONE } from "./fixtures";

const RESOURCES = { [`zone.${ZONE}`]: "*" };
const PURGE = "e17beae8b8cb423a99b1730f21238bed";
const having = (...groups: unknown[]) => apiToken({ policies: [allow(RESOURCES, groups)] });
const LIST = { allow: ["DNS Write", PURGE] };

describe("allow-permission-groups", () => {
  it.each([
    ["by name", { name: "DNS Write" }],
    ["by id", { id: PURGE }],
    ["by id, where the list has the name", { id: "4755a26eedb94da69e1066d98aa820be" }],
    ["by name and another id", { name: "Anything", id: PURGE }],
  ])("passes a permission group of the list %s", (_what, group) => {
    expect(judge(allowPermissionGroups, having(group), LIST)).toEqual([]);
  });

  it("reports a permission group that is not in the list, by the published name of its id", () => {
    const groups = [
      { name: "DNS Write" },
      { name: "Zone WAF Write" },
      { id: "c8fed203ed3043cba015a93ad1616f1f" },
    ];
    expect(judge(allowPermissionGroups, having(...groups), LIST)).toEqual([
      'ApiToken "deploy": policies[0].permissionGroups[1]: is not in the list of permission groups that tokens may have, found "Zone WAF Write": remove it.',
      'ApiToken "deploy": policies[0].permissionGroups[2]: is not in the list of permission groups that tokens may have, found "Zone Read": remove it.',
    ]);
  });

  it("judges nothing without a list", () => {
    expect(judge(allowPermissionGroups, having({ name: "API Tokens Write" }))).toEqual([]);
  });

  it("judges a token of @pulumi/cloudflare, which has ids", () => {
    const token = cloudflareToken({ policies: [allow(RESOURCES, [{ id: PURGE }])] });
    expect(judge(allowPermissionGroups, token, LIST)).toEqual([]);
    expect(judge(allowPermissionGroups, token, { allow: ["DNS Write"] })).toEqual([
      'cloudflare.ApiToken "deploy": policies[0].permissionGroups[0]: is not in the list of permission groups that tokens may have, found "Cache Purge": remove it.',
    ]);
  });

  it("passes denials and the resources in except", () => {
    const denied = apiToken({
      policies: [{ ...allow(RESOURCES, [{ name: "Zone Write" }]), effect: "deny" }],
    });
    expect(judge(allowPermissionGroups, denied, LIST)).toEqual([]);
    expect(
      judge(allowPermissionGroups, having({ name: "Zone Write" }), {
        ...LIST,
        allowances: [{ resource: "deploy", reason: "CHG-4: approved" }],
      }),
    ).toEqual([]);
  });

  it.each([
    ["policies", UNKNOWN, "policies"],
    ["permission groups", [allow(RESOURCES, UNKNOWN)], "policies[0].permissionGroups"],
    [
      "a permission group",
      [allow(RESOURCES, [{ name: "DNS Write" }, UNKNOWN])],
      "policies[0].permissionGroups[1]",
    ],
  ])("does not judge unknown %s", (_what, policies, path) => {
    expect(judge(allowPermissionGroups, apiToken({ policies }), LIST)).toEqual([
      notKnown('ApiToken "deploy"', path),
    ]);
  });

  it("judges a known name beside an unknown id", () => {
    expect(judge(allowPermissionGroups, having({ id: UNKNOWN, name: "DNS Write" }), LIST)).toEqual([]);
    expect(judge(allowPermissionGroups, having({ id: UNKNOWN, name: "Zone Write" }), LIST)).toEqual([
      'ApiToken "deploy": policies[0].permissionGroups[0]: is not in the list of permission groups that tokens may have, found "Zone Write": remove it.',
    ]);
  });

  it("does not name the groups of secret policies", () => {
    const secret = apiToken({
      policies: [allow(RESOURCES, [{ name: "Zone Write" }])],
      secretInputs: ["policies"],
    });
    expect(judge(allowPermissionGroups, secret, LIST)).toEqual([
      'ApiToken "deploy": policies[0].permissionGroups[0]: is not in the list of permission groups that tokens may have, found a secret value: remove it.',
    ]);
  });
});
