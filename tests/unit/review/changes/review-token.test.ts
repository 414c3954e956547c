import { reviewToken } from "../../../../review/changes/review-token";
import { fromCloudflare } from "../../../../review/model/from-cloudflare";
import type { Reviewed } from "../../../../review/model/reviewed";
import { token } from "../../../support/reviewed";

describe("a change of a token's networks", () => {
  it.each([
    ["this package", (requestIp: object) => token({ condition: { requestIp } }), ["in", "notIn"]],
    ["@pulumi/cloudflare", cloudflareToken, ["ins", "notIns"]],
  ])("names them as a program with %s writes them", (_what, declare, [allowed = "", excluded = ""]) => {
    const before = declare({ [excluded]: ["198.51.100.0/24"] });
    const after = declare({ [allowed]: ["192.0.2.0/24"] });
    if (before.kind !== "token" || after.kind !== "token") throw new Error("Both are tokens.");
    expect(reviewToken("update", before, after).settings).toEqual([
      {
        member: `condition.requestIp.${allowed}`,
        segments: null,
        before: null,
        after: { text: "192.0.2.0/24" },
      },
      {
        member: `condition.requestIp.${excluded}`,
        segments: null,
        before: { text: "198.51.100.0/24" },
        after: null,
      },
    ]);
  });
});

it("says that a token gets another owner", () => {
  const accountId = "1".repeat(32);
  expect(reviewToken("replace", token({}), token({ accountId })).settings).toEqual([
    { member: "accountId", before: null, after: { text: accountId }, segments: null },
  ]);
});

function cloudflareToken(requestIp: object): Reviewed {
  const resource = fromCloudflare({
    type: "cloudflare:index/apiToken:ApiToken",
    name: "deploy",
    urn: "urn:deploy",
    properties: { name: "deploy", policies: [], condition: { requestIp } },
  });
  if (resource === undefined) throw new Error("Tokens of @pulumi/cloudflare are reviewed.");
  return resource;
}
