import * as pulumi from "@pulumi/pulumi";
import { OwaspConfig, ValidatedFilter, ZoneEntrypointRuleset, type RuleArgs } from "../../../provider";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const DEPRECATED = 'ip.geoip.country eq "DE"';
const MESSAGE = "The field ip.geoip.country is deprecated. Write ip.src.country.";
const OF_RESPONSES = "http.response.code eq 404";

describe("warnings about filter expressions in a program", () => {
  const warned: string[] = [];

  beforeEach(async () => {
    warned.length = 0;
    jest.spyOn(pulumi.log, "warn").mockImplementation((message) => {
      warned.push(message);
      return Promise.resolve();
    });
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as Record<string, unknown> }),
      call: () => ({}),
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it("name the rule by its ref, as the faults do", async () => {
    await settled(rulesetOf([{ ref: "home", action: "block", expression: DEPRECATED }]));
    expect(warned).toEqual([`rules["home"].expression: ${MESSAGE}`]);
  });

  it("name a rule that is known later by its place", async () => {
    const rule = pulumi.output({ ref: "home", action: "block" as const, expression: DEPRECATED });
    await settled(rulesetOf([rule]));
    expect(warned).toEqual([`rules[0].expression: ${MESSAGE}`]);
  });

  it("are said of a plain expression beside a secret member of its rule", async () => {
    const description = pulumi.secret("hunter2");
    await settled(rulesetOf([{ ref: "home", action: "block", description, expression: DEPRECATED }]));
    expect(warned).toEqual([`rules["home"].expression: ${MESSAGE}`]);
  });

  it("are not said of a secret expression", async () => {
    const expression = pulumi.secret(DEPRECATED);
    await settled(rulesetOf([{ ref: "home", action: "block", expression }]));
    await settled(new ValidatedFilter("filter", { expression }));
    expect(warned).toEqual([]);
  });

  it("know the phase of a ruleset, of a filter, and of OWASP", async () => {
    await settled(rulesetOf([{ ref: "home", action: "block", expression: OF_RESPONSES }]));
    await settled(
      new ValidatedFilter("filter", { expression: OF_RESPONSES, phase: "http_request_firewall_custom" }),
    );
    await settled(
      new OwaspConfig("owasp", {
        zoneId: ZONE,
        paranoiaLevel: 2,
        scoreThreshold: 40,
        expression: OF_RESPONSES,
      }),
    );
    expect(warned).toEqual([
      expect.stringMatching(
        /^rules\["home"\]\.expression: .*the phase http_request_firewall_custom runs before/,
      ),
      expect.stringMatching(/^expression: .*the phase http_request_firewall_custom runs before/),
      expect.stringMatching(/^expression: .*the phase http_request_firewall_managed runs before/),
    ]);
  });
});

function rulesetOf(rules: pulumi.Input<RuleArgs>[]): ZoneEntrypointRuleset {
  return new ZoneEntrypointRuleset("custom", { zoneId: ZONE, phase: "http_request_firewall_custom", rules });
}

/** Warnings are said while the resource is registered. */
async function settled(resource: pulumi.CustomResource): Promise<void> {
  await new Promise((resolve) => resource.id.apply(resolve));
  await new Promise(setImmediate);
}
