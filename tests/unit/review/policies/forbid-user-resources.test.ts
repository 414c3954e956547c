import { UNKNOWN } from "../../../../provider/api";
import { forbidUserResources } from "../../../../review/policies/token-access";
import { allow, apiToken, cloudflareToken, judge, notKnown } from "./fixtures";

const USER = "7a7c2e9f8d6b4e5fa1b2c3d4e5f60718";

describe("forbid-user-resources", () => {
  it("passes a token of a zone", () => {
    expect(judge(forbidUserResources, apiToken({}))).toEqual([]);
  });

  it.each(["user", `user.${USER}`, `com.cloudflare.api.user.${USER}`, `com.example.api.user.${USER}`])(
    "reports the key %s without repeating the id of the person",
    (key) => {
      expect(judge(forbidUserResources, apiToken({ policies: [allow({ [key]: "*" })] }))).toEqual([
        'ApiToken "deploy": policies[0].resources: names a user: use resources of accounts and zones, or allow the resource, with a reason.',
      ]);
    },
  );

  it("reports a token of @pulumi/cloudflare", () => {
    const token = cloudflareToken({ policies: [allow({ [`com.cloudflare.api.user.${USER}`]: "*" })] });
    expect(judge(forbidUserResources, token)).toEqual([
      'cloudflare.ApiToken "deploy": policies[0].resources: names a user: use resources of accounts and zones, or allow the resource, with a reason.',
    ]);
  });

  it("passes a denial, and the resources in except", () => {
    const policies = [{ ...allow({ user: "*" }), effect: "deny" }];
    expect(judge(forbidUserResources, apiToken({ policies }))).toEqual([]);
    const maker = apiToken({ policies: [allow({ user: "*" })] });
    expect(
      judge(forbidUserResources, maker, { allowances: [{ resource: "deploy", reason: "CHG-4: approved" }] }),
    ).toEqual([]);
  });

  it("does not judge unknown resources, unless a known key names a user", () => {
    expect(judge(forbidUserResources, apiToken({ policies: UNKNOWN }))).toEqual([
      notKnown('ApiToken "deploy"', "policies"),
    ]);
    const mixed = apiToken({ policies: [allow(UNKNOWN), allow({ user: "*" })] });
    expect(judge(forbidUserResources, mixed)).toEqual([
      notKnown('ApiToken "deploy"', "policies[0].resources"),
      expect.stringMatching(/^ApiToken "deploy": policies\[1\]\.resources: names a user/),
    ]);
  });
});
