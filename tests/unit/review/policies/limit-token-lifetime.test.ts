import { UNKNOWN } from "../../../../provider/api";
import { limitTokenLifetime } from "../../../../review/policies/token-limits";
import { apiToken, cloudflareToken, judge, notKnown } from "./fixtures";

describe("limit-token-lifetime", () => {
  it.each([
    ["ends within 90 days", { expiresOn: "2030-09-13T12:00:00Z" }],
    ["has ended", { expiresOn: "2030-01-01T00:00:00Z" }],
    ["rotates", { rotation: { every: "30d", overlap: "1d" } }],
    ["is disabled", { status: "disabled" }],
  ])("passes a token that %s", (_what, properties) => {
    expect(judge(limitTokenLifetime, apiToken(properties))).toEqual([]);
  });

  it("reports a token that never ends", () => {
    expect(judge(limitTokenLifetime, apiToken({}))).toEqual([
      'ApiToken "deploy": expiresOn: is missing, so the token never ends: set it to a time within 90 days, or set rotation.',
    ]);
  });

  it("reports a token that ends too late, by the configured number of days", () => {
    const late = apiToken({ expiresOn: "2030-07-16T00:00:00Z" });
    expect(judge(limitTokenLifetime, late)).toEqual([]);
    expect(judge(limitTokenLifetime, late, { maxDays: 30 })).toEqual([
      'ApiToken "deploy": expiresOn: is more than 30 days away, found "2030-07-16T00:00:00Z": set it to a time within 30 days, or set rotation.',
    ]);
  });

  it("reports an end that is no time", () => {
    expect(judge(limitTokenLifetime, apiToken({ expiresOn: "next year" }))).toEqual([
      'ApiToken "deploy": expiresOn: is no time, found "next year": set it to a time within 90 days, or set rotation.',
    ]);
  });

  it("suggests no rotation to a token of @pulumi/cloudflare, which has none", () => {
    expect(judge(limitTokenLifetime, cloudflareToken({ expiresOn: "2031-06-15T12:00:00Z" }))).toEqual([
      'cloudflare.ApiToken "deploy": expiresOn: is more than 90 days away, found "2031-06-15T12:00:00Z": set it to a time within 90 days.',
    ]);
  });

  it("reports no resource that is allowed", () => {
    expect(
      judge(limitTokenLifetime, apiToken({}), {
        allowances: [{ resource: "deploy", reason: "CHG-4: no clock on the device" }],
      }),
    ).toEqual([]);
  });

  it("does not judge an unknown end, unless the token rotates", () => {
    expect(judge(limitTokenLifetime, apiToken({ expiresOn: UNKNOWN }))).toEqual([
      notKnown('ApiToken "deploy"', "expiresOn"),
    ]);
    const rotating = apiToken({ expiresOn: UNKNOWN, rotation: { every: "30d", overlap: "1d" } });
    expect(judge(limitTokenLifetime, rotating)).toEqual([]);
  });

  it("does not show a secret end", () => {
    const secret = apiToken({ expiresOn: "2031-06-15T12:00:00Z", secretInputs: ["expiresOn"] });
    expect(judge(limitTokenLifetime, secret)).toEqual([
      'ApiToken "deploy": expiresOn: is more than 90 days away, found a secret value: set it to a time within 90 days, or set rotation.',
    ]);
  });

  it("compares with the current time by default", () => {
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
    const token = apiToken({ expiresOn: inTwoDays });
    const findings = (maxDays: number) => limitTokenLifetime.judge([token], { maxDays });
    expect([findings(3), findings(1)].map(({ length }) => length)).toEqual([0, 1]);
    expect(limitTokenLifetime.judge([token], { maxDays: 3 }, new Date(0))).toHaveLength(1);
  });
});
