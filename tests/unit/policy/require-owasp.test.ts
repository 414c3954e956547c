import { noHazards, owaspInEveryZone } from "../../../policy/index";
import { UNKNOWN } from "../../../provider/api";
import { runResourcePolicy, runStackPolicy, urnOf, type Fixture } from "./policy-run";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const OTHER_ZONE = "353c0d2738a13ac9da8fece4f501e320";

/** A ruleset as `check` returns it: rules by ref. */
const ruleset: Fixture = {
  kind: "ZoneEntrypointRuleset",
  name: "custom",
  properties: {
    zoneId: ZONE,
    phase: "http_request_firewall_custom",
    rules: { admin: { action: "block", expression: "ip.src eq 192.0.2.1" } },
  },
};
const owasp: Fixture = {
  kind: "OwaspConfig",
  name: "owasp",
  properties: {
    zoneId: ZONE,
    paranoiaLevel: 2,
    scoreThreshold: 40,
    action: "managed_challenge",
    enabled: true,
  },
};
const baseline = [ruleset, owasp];

const allowing = (...zones: string[]) => ({
  allowances: zones.map((zone) => ({ zone, reason: "another stack protects it" })),
});

describe("require-owasp", () => {
  it("passes a zone that has OWASP at the default level", async () => {
    expect(await runStackPolicy(owaspInEveryZone, baseline)).toEqual([]);
  });

  it("passes a deployment with default action and enabled", async () => {
    const bare = { ...owasp, properties: { zoneId: ZONE, paranoiaLevel: 2, scoreThreshold: 40 } };
    expect(await runStackPolicy(owaspInEveryZone, [ruleset, bare])).toEqual([]);
  });

  it("passes a stack without zones", async () => {
    const gateway = { kind: "GatewayEndpoint", name: "chain", properties: { network: "sepolia" } };
    const stranger = { kind: "cloudflare:index/record:Record", name: "www", properties: { zoneId: ZONE } };
    expect(await runStackPolicy(owaspInEveryZone, [gateway, stranger])).toEqual([]);
  });

  it("reports a zone once, with all its resources and the remedy", async () => {
    const second = {
      ...ruleset,
      name: "limits",
      properties: { ...ruleset.properties, phase: "http_ratelimit" },
    };
    expect(await runStackPolicy(owaspInEveryZone, [ruleset, second])).toEqual([
      {
        urn: urnOf(ruleset),
        message:
          `Zone ${ZONE} has no OwaspConfig, but this stack uses the zone in ZoneEntrypointRuleset "custom", ` +
          'ZoneEntrypointRuleset "limits": add new OwaspConfig("…", { zoneId, paranoiaLevel: 2, scoreThreshold: 40 }) or, ' +
          "if another stack protects the zone, allow it in the configuration of the policy require-owasp.",
      },
    ]);
  });

  it("does not accept the OwaspConfig of another zone", async () => {
    const elsewhere = within(ruleset, { zoneId: OTHER_ZONE });
    const [report, ...more] = await runStackPolicy(owaspInEveryZone, [elsewhere, owasp]);
    expect(report?.message).toMatch(new RegExp(`^Zone ${OTHER_ZONE} has no OwaspConfig`));
    expect(more).toEqual([]);
  });

  it.each([
    [{ paranoiaLevel: 1 }, "paranoiaLevel is 1, at least 2 is required: set it to 2 or more, up to 4."],
    [{ enabled: false }, "enabled is false, so no request is inspected: set it to true, or remove it."],
    [
      { action: "log" },
      'action is "log", which blocks no request: set it to "managed_challenge" or "block".',
    ],
  ])("reports a deployment with %j at its resource", async (change, weakness) => {
    expect(await runStackPolicy(owaspInEveryZone, [ruleset, within(owasp, change)])).toEqual([
      { urn: urnOf(owasp), message: `OwaspConfig "owasp": ${weakness}` },
    ]);
  });

  it("reports every weakness of a deployment at once", async () => {
    const weak = within(owasp, { paranoiaLevel: 1, enabled: false, action: "log" });
    expect(await runStackPolicy(owaspInEveryZone, [weak])).toHaveLength(3);
  });
});

describe("the configuration of require-owasp", () => {
  it.each([
    [3, "set it to 3 or more, up to 4."],
    [4, "set it to 4."],
  ])("requires level %i with that minimumLevel", async (minimumLevel, advice) => {
    const [report, ...more] = await runStackPolicy(owaspInEveryZone, baseline, { minimumLevel });
    expect(report?.message).toBe(
      `OwaspConfig "owasp": paranoiaLevel is 2, at least ${minimumLevel} is required: ${advice}`,
    );
    expect(more).toEqual([]);
    const raised = within(owasp, { paranoiaLevel: minimumLevel });
    expect(await runStackPolicy(owaspInEveryZone, [ruleset, raised], { minimumLevel })).toEqual([]);
  });

  it("reports nothing about zones that are allowed", async () => {
    const stack = [ruleset, within(within(owasp, { zoneId: OTHER_ZONE }), { paranoiaLevel: 1 })];
    expect(await runStackPolicy(owaspInEveryZone, stack)).toHaveLength(2);
    expect(await runStackPolicy(owaspInEveryZone, stack, allowing(ZONE, OTHER_ZONE))).toEqual([]);
  });

  it("passes a deployment that logs, with allowLog", async () => {
    const logging = [ruleset, within(owasp, { action: "log" })];
    expect(await runStackPolicy(owaspInEveryZone, logging, { allowLog: true })).toEqual([]);
  });
});

describe("require-owasp and allowances", () => {
  const allowing = (until: string) =>
    within(owasp, { action: "log", allowances: [{ id: "limit-log-only", reason: "OPS-17", until }] });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

  it("are those of this run, since a change of them alone leaves the outputs as they are", async () => {
    const stack = [ruleset, allowing("2020-01-31")];
    expect(await runStackPolicy(owaspInEveryZone, stack)).toHaveLength(1);
    await runResourcePolicy(noHazards, allowing(tomorrow));
    expect(await runStackPolicy(owaspInEveryZone, stack)).toEqual([]);
    await runResourcePolicy(noHazards, owasp);
    expect(await runStackPolicy(owaspInEveryZone, [ruleset, allowing(tomorrow)])).toHaveLength(1);
  });
});

describe("require-owasp in a preview with unknown values", () => {
  it("reports an unknown zone if no resource can be its OwaspConfig", async () => {
    const [report, ...more] = await runStackPolicy(owaspInEveryZone, [within(ruleset, { zoneId: UNKNOWN })]);
    expect(report?.message).toMatch(/^A zone whose id is not known yet has no OwaspConfig/);
    expect(more).toEqual([]);
  });

  it.each([
    ["the ruleset's zone", { zoneId: UNKNOWN }, {}],
    ["the deployment's zone", {}, { zoneId: UNKNOWN }],
    ["both zones", { zoneId: UNKNOWN }, { zoneId: UNKNOWN }],
    ["the level", {}, { paranoiaLevel: UNKNOWN }],
    ["whether it is enabled", {}, { enabled: UNKNOWN }],
    ["the action", {}, { action: UNKNOWN }],
    [
      "what it does not look at",
      { rules: UNKNOWN },
      { rules: [{ number: UNKNOWN }], scoreThreshold: UNKNOWN },
    ],
  ])("reports nothing if %s may turn out valid", async (_what, ofRuleset, ofOwasp) => {
    const stack = [within(ruleset, ofRuleset), within(owasp, ofOwasp)];
    expect(await runStackPolicy(owaspInEveryZone, stack)).toEqual([]);
  });

  it("still reports known weaknesses of a deployment in an unknown zone", async () => {
    const weak = within(owasp, { zoneId: UNKNOWN, paranoiaLevel: 1, action: UNKNOWN });
    expect(await runStackPolicy(owaspInEveryZone, [weak])).toEqual([
      {
        urn: urnOf(owasp),
        message:
          'OwaspConfig "owasp": paranoiaLevel is 1, at least 2 is required: set it to 2 or more, up to 4.',
      },
    ]);
  });

  it("does not report an unknown zone that may be an allowed one", async () => {
    const stack = [
      within(ruleset, { zoneId: UNKNOWN }),
      within(owasp, { zoneId: UNKNOWN, paranoiaLevel: 1 }),
    ];
    expect(await runStackPolicy(owaspInEveryZone, stack, allowing(OTHER_ZONE))).toEqual([]);
  });

  it("accepts a deployment in an unknown zone for a known one, also if other zones are allowed", async () => {
    const stack = [ruleset, within(owasp, { zoneId: UNKNOWN })];
    expect(await runStackPolicy(owaspInEveryZone, stack, allowing(OTHER_ZONE))).toEqual([]);
  });
});

describe("require-owasp and secrets", () => {
  it("names neither a secret zone nor a secret level", async () => {
    const hidden = within(ruleset, { secretInputs: ["zoneId"] });
    const weak = within(owasp, { zoneId: OTHER_ZONE, paranoiaLevel: 1, secretInputs: ["paranoiaLevel"] });
    const messages = (await runStackPolicy(owaspInEveryZone, [hidden, weak])).map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringMatching(/^A zone whose id is secret has no OwaspConfig/),
      expect.stringMatching(/^OwaspConfig "owasp": paranoiaLevel is a secret value/),
    ]);
    expect(messages.join()).not.toContain(ZONE);
  });
});

function within(fixture: Fixture, change: Fixture["properties"]): Fixture {
  return { ...fixture, properties: { ...fixture.properties, ...change } };
}
