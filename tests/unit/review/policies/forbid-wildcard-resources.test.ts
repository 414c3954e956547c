import { UNKNOWN } from "../../../../provider/api";
import { forbidWildcardResources } from "../../../../review/policies/token-access";
import { ACCOUNT, allow, apiToken, cloudflareToken, judge, notKnown, ZONE } from "./fixtures";

const reaching = (resources: unknown) => apiToken({ policies: [allow(resources)] });
const inAccount = { [`com.cloudflare.api.account.${ACCOUNT}`]: { "com.cloudflare.api.account.zone.*": "*" } };

describe("forbid-wildcard-resources", () => {
  it.each([
    ["a zone", { [`com.cloudflare.api.account.zone.${ZONE}`]: "*" }],
    ["an account", { [`account.${ACCOUNT}`]: "*" }],
    ["one zone of an account", { [`account.${ACCOUNT}`]: { [`zone.${ZONE}`]: "*" } }],
  ])("passes a token that names %s", (_what, resources) => {
    expect(judge(forbidWildcardResources, reaching(resources))).toEqual([]);
  });

  it.each([
    ["com.cloudflare.api.account.zone.*", "zone"],
    ["zone.*", "zone"],
    ["com.example.api.account.*", "account"],
    ["account.*", "account"],
    ["com.cloudflare.edge.r2.bucket.*", "bucket"],
  ])("reports the key %s", (key, type) => {
    expect(judge(forbidWildcardResources, reaching({ [key]: "*" }))).toEqual([
      `ApiToken "deploy": policies[0].resources["${key}"]: reaches all ${type}s, also those added later: name each ${type} by its id.`,
    ]);
  });

  it("reports all zones of one account, unless the configuration allows them", () => {
    expect(judge(forbidWildcardResources, reaching(inAccount))).toEqual([
      `ApiToken "deploy": policies[0].resources["com.cloudflare.api.account.${ACCOUNT}"]["com.cloudflare.api.account.zone.*"]: reaches all zones of the account, also those added later: name each zone by its id.`,
    ]);
    expect(judge(forbidWildcardResources, reaching(inAccount), { allowZonesOfAccount: true })).toEqual([]);
    const everywhere = judge(forbidWildcardResources, reaching({ "zone.*": "*" }), {
      allowZonesOfAccount: true,
    });
    expect(everywhere).toHaveLength(1);
  });

  it("passes a denial of everything", () => {
    const denied = apiToken({ policies: [{ ...allow({ "zone.*": "*" }), effect: "deny" }] });
    expect(judge(forbidWildcardResources, denied)).toEqual([]);
  });

  it("leaves out the resources in except", () => {
    expect(
      judge(forbidWildcardResources, reaching({ "zone.*": "*" }), {
        allowances: [{ resource: "deploy", reason: "CHG-4: approved" }],
      }),
    ).toEqual([]);
  });

  it("judges a token of @pulumi/cloudflare", () => {
    const token = cloudflareToken({ policies: [allow({ "com.cloudflare.api.account.*": "*" })] });
    expect(judge(forbidWildcardResources, token)).toEqual([
      'cloudflare.ApiToken "deploy": policies[0].resources["com.cloudflare.api.account.*"]: reaches all accounts, also those added later: name each account by its id.',
    ]);
  });

  it.each([
    ["policies", UNKNOWN, "policies"],
    ["a policy", [UNKNOWN], "policies[0].resources"],
    ["resources", [allow(UNKNOWN)], "policies[0].resources"],
    ["zones of an account", [allow({ [`account.${ACCOUNT}`]: UNKNOWN })], "policies[0].resources"],
  ])("does not judge unknown %s", (_what, policies, path) => {
    expect(judge(forbidWildcardResources, apiToken({ policies }))).toEqual([
      notKnown('ApiToken "deploy"', path),
    ]);
  });

  it("judges known resources beside unknown permission groups", () => {
    expect(
      judge(forbidWildcardResources, apiToken({ policies: [allow({ [`zone.${ZONE}`]: "*" }, UNKNOWN)] })),
    ).toEqual([]);
  });

  it("does not show the keys of secret policies", () => {
    const secret = apiToken({ policies: [allow(inAccount)], secretInputs: ["policies"] });
    expect(judge(forbidWildcardResources, secret)).toEqual([
      'ApiToken "deploy": policies[0].resources: reaches all zones of the account, also those added later: name each zone by its id.',
    ]);
  });
});
