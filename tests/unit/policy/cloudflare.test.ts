import { hideSecrets, limitTokenMakers, noFilterWarnings, owaspInEveryZone } from "../../../policy/index";
import { remediate, runResourcePolicy, runStackPolicy, secret, type Fixture } from "./policy-run";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";

const ruleset: Fixture = {
  kind: "cloudflare:index/ruleset:Ruleset",
  name: "custom",
  properties: {
    zoneId: ZONE,
    kind: "zone",
    phase: "http_request_firewall_custom",
    rules: [{ action: "block", expression: 'http.host in {"hunter2" "hunter2"}' }],
  },
};

describe("policies on resources of @pulumi/cloudflare", () => {
  it("lint expressions, and name rules by their index", async () => {
    await remediate(hideSecrets, ruleset);
    expect(await runResourcePolicy(noFilterWarnings, ruleset)).toEqual([
      expect.stringMatching(
        /^cloudflare\.Ruleset "custom": rules\[0\]\.expression: duplicate-item: .*hunter2/,
      ),
    ]);
  });

  it("report a token that makes tokens", async () => {
    const policies = [
      { effect: "allow", permissionGroups: [{ id: "686d18d5ac6c441c867cbf6771e58a0a" }], resources: "{}" },
    ];
    const token = {
      kind: "cloudflare:index/apiToken:ApiToken",
      name: "maker",
      properties: { name: "maker", policies },
    };
    expect(await runResourcePolicy(limitTokenMakers, token)).toEqual([
      'cloudflare.ApiToken "maker" can create tokens with all of its user\'s access, from anywhere and forever; set condition.requestIp.ins, expiresOn, or both.',
    ]);
  });

  it("require OWASP in the zone of a ruleset, and accept a rule that executes it", async () => {
    const [report, ...more] = await runStackPolicy(owaspInEveryZone, [ruleset]);
    expect(report?.message).toBe(
      `Zone ${ZONE} has no rule that executes the OWASP ruleset, but this stack uses the zone in cloudflare.Ruleset "custom": ` +
        `add a rule with the action execute and actionParameters.id "${OWASP}" to the zone's ruleset of the phase ` +
        "http_request_firewall_managed or, if another stack protects the zone, allow it in the configuration of " +
        "the policy require-owasp.",
    );
    expect(more).toEqual([]);
    expect(await runStackPolicy(owaspInEveryZone, [ruleset, managed({ id: OWASP })])).toEqual([]);
  });
});

describe("hide-secrets", () => {
  it.each([
    ["an expression", [{ action: "block", expression: secret('http.host in {"hunter2" "hunter2"}') }]],
    ["a rule", [secret({ action: "block", expression: 'http.host in {"hunter2" "hunter2"}' })]],
    ["the rules", secret([{ action: "block", expression: 'http.host in {"hunter2" "hunter2"}' }])],
  ])("hides %s that is secret", async (_what, rules) => {
    await remediate(hideSecrets, { ...ruleset, properties: { ...ruleset.properties, rules } });
    expect(await runResourcePolicy(noFilterWarnings, ruleset)).toEqual([
      'cloudflare.Ruleset "custom": rules[0].expression: duplicate-item: the message is hidden, because the expression is secret',
    ]);
  });

  it("changes nothing", async () => {
    expect(await remediate(hideSecrets, ruleset)).toBeUndefined();
  });

  it("lets a resource hide everything that it has not noted", async () => {
    const [message] = await runResourcePolicy(noFilterWarnings, { ...ruleset, name: "other" });
    expect(message).toMatch(/the message is hidden/);
  });
});

function managed(actionParameters: unknown): Fixture {
  const rules = [{ action: "execute", expression: "true", actionParameters }];
  const properties = { ...ruleset.properties, phase: "http_request_firewall_managed", rules };
  return { ...ruleset, name: "managed", properties };
}
