import { limitTokenMakers, noFilterWarnings, owaspInEveryZone, reportUnjudged } from "../../../policy/index";
import { UNKNOWN } from "../../../provider/api";
import { runResourcePolicy, runStackPolicy, urnOf, type Fixture } from "./policy-run";

const token: Fixture = { kind: "ApiToken", name: "maker", properties: { name: "maker", policies: UNKNOWN } };
const ruleset: Fixture = {
  kind: "ZoneEntrypointRuleset",
  name: "custom",
  properties: {
    zoneId: UNKNOWN,
    phase: "http_request_firewall_custom",
    rules: { admin: { action: "block", expression: UNKNOWN }, office: UNKNOWN },
  },
};
const owasp: Fixture = {
  kind: "OwaspConfig",
  name: "owasp",
  properties: { zoneId: "023e105f4ecef8ad9ca31a8372d0c353", paranoiaLevel: UNKNOWN, scoreThreshold: 40 },
};

describe("report-unjudged", () => {
  // Each test starts with what the one before it left: nothing.
  afterEach(async () => {
    expect(await report()).toEqual([]);
  });

  it("lists what no policy could judge, with the policy and the resource", async () => {
    expect(await runResourcePolicy(limitTokenMakers, token)).toEqual([]);
    expect(await runResourcePolicy(noFilterWarnings, ruleset)).toEqual([]);
    expect(await runStackPolicy(owaspInEveryZone, [ruleset, owasp])).toEqual([]);
    expect(await report()).toEqual([
      {
        urn: urnOf(token),
        message:
          'limit-token-makers: ApiToken "maker": policies cannot be judged before the update, because some of their values are not known yet.',
      },
      {
        urn: urnOf(ruleset),
        message:
          'no-filter-warnings: ZoneEntrypointRuleset "custom": rules["admin"].expression cannot be judged before the update, because its value, or a part of it, is not known yet.',
      },
      {
        urn: urnOf(ruleset),
        message:
          'no-filter-warnings: ZoneEntrypointRuleset "custom": rules["office"] cannot be judged before the update, because its value, or a part of it, is not known yet.',
      },
      {
        urn: urnOf(ruleset),
        message:
          'require-owasp: ZoneEntrypointRuleset "custom": whether its zone deploys the OWASP ruleset cannot be judged before the update, because some values are not known yet.',
      },
      {
        urn: urnOf(owasp),
        message:
          'require-owasp: OwaspConfig "owasp": paranoiaLevel cannot be judged before the update, because its value, or a part of it, is not known yet.',
      },
    ]);
  });

  it("reports a resource once that the engine analyzes twice", async () => {
    await runResourcePolicy(limitTokenMakers, token);
    await runResourcePolicy(limitTokenMakers, token);
    expect(await report()).toHaveLength(1);
  });

  it("reports nothing about a resource whose values became known", async () => {
    await runResourcePolicy(limitTokenMakers, token);
    await runResourcePolicy(limitTokenMakers, { ...token, properties: { name: "maker", policies: [] } });
    expect(await report()).toEqual([]);
  });
});

function report() {
  return runStackPolicy(reportUnjudged, []);
}
