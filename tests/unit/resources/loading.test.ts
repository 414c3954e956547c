import * as pulumi from "@pulumi/pulumi";
import {
  ApiToken,
  explainAccess,
  GatewayEndpoint,
  OwaspConfig,
  ValidatedFilter,
  zone,
  ZoneBaseline,
} from "../../../provider";

/** Loading the schemas' library fails here. */
jest.mock("zod", () => {
  throw new Error("the schemas are loaded");
});

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";

describe("the schemas of the API", () => {
  it("are not loaded by a program that declares resources", async () => {
    await pulumi.runtime.setMocks({
      newResource: (args) => ({ id: `${args.name}-id`, state: args.inputs as Record<string, unknown> }),
      call: () => ({}),
    });
    const made = [
      new ApiToken("ci", {
        policies: [{ resources: zone(ZONE), permissionGroups: [{ name: "Zone WAF Write" }] }],
        expiresOn: "2030-01-02T03:04:05Z",
        warnBefore: "30d",
      }),
      new GatewayEndpoint("chain", { network: "sepolia" }),
      new OwaspConfig("owasp", { zoneId: ZONE, paranoiaLevel: 1, scoreThreshold: "low" }),
      new ValidatedFilter("filter", { expression: 'ip.geoip.country == "DE"' }),
      new ZoneBaseline("baseline", { zoneId: ZONE }),
    ];
    expect(await Promise.all(made.map(({ urn }) => valueOf(urn)))).toHaveLength(made.length);
  });

  it("are loaded by a function that needs them", () => {
    const token = { name: "ci", policies: [] };
    expect(() => explainAccess(token, "patchRule", `zone.${ZONE}`)).toThrow("the schemas are loaded");
  });
});

function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}
