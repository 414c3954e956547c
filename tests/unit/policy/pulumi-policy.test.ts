import { z } from "zod";
import { limitTokenMakers, noFilterWarnings, owaspInEveryZone, policyConfig } from "../../../policy/index";
import { resourcePolicy, stackPolicy } from "../../../policy/pulumi-policy";
import { UNKNOWN } from "../../../provider/api";
import { configurable, type EdgePolicy } from "../../../review/policies";
import { remediate, runResourcePolicy, runStackPolicy, secret, type Fixture } from "./policy-run";

const Config = z.object({
  to: z.string().default("sepolia").describe("The successor."),
  times: z.int().optional(),
});
const endpoint: Fixture = {
  kind: "GatewayEndpoint",
  name: "chain",
  properties: { network: "goerli", key: "a" },
};

/** Requires the network `to` in place of any other. */
const sample: EdgePolicy<z.infer<typeof Config>> = {
  name: "use-network",
  displayName: "Network",
  description: "Endpoints use one network.",
  severity: "low",
  enforcementLevel: "mandatory",
  tags: ["gateway"],
  remediationSteps: "Change it.",
  unknownValues: "Ignored.",
  config: Config,
  scope: "resource",
  judge: (resources, { to }) =>
    resources.flatMap((resource) =>
      resource.kind === "endpoint" && resource.network !== to
        ? [{ urn: resource.urn, path: "network", message: `${resource.label}: network must be ${to}` }]
        : [],
    ),
  remediate: (_resource, args, { to }) =>
    args["network"] === to
      ? undefined
      : { ...without(args, "key"), network: to, list: [{ deep: 2, unknown: UNKNOWN }, "same"] },
};
const policy = resourcePolicy(configurable(sample));

describe("a policy in Pulumi's engine", () => {
  it("has the schema of its configuration, with defaults and descriptions", () => {
    expect(policy).toMatchObject({ name: "use-network", enforcementLevel: "mandatory", severity: "low" });
    expect(policy.configSchema).toMatchObject({
      properties: {
        to: { type: "string", default: "sepolia", description: "The successor." },
        times: { type: "integer" },
      },
      required: [],
    });
    expect(Object.keys(limitTokenMakers.configSchema?.properties ?? {})).toEqual(["allowances"]);
  });

  it("judges with its configuration, and with defaults without one", async () => {
    expect(await runResourcePolicy(policy, endpoint)).toEqual([
      'GatewayEndpoint "chain": network must be sepolia',
    ]);
    expect(await runResourcePolicy(policy, endpoint, { to: "goerli" })).toEqual([]);
  });

  it("changes what it remediates, and leaves secrets and unknown values as they are", async () => {
    const list = [{ deep: 1, unknown: UNKNOWN }, "same"];
    const properties = { network: secret("goerli"), key: "a", list, hidden: secret("x"), unknown: UNKNOWN };
    const inputs = await remediate(policy, { ...endpoint, properties });
    expect(inputs).toEqual({
      network: secret("sepolia"),
      list: [{ deep: 2, unknown: UNKNOWN }, "same"],
      hidden: secret("x"),
      unknown: UNKNOWN,
    });
  });

  it("changes what it remediates if it judges the whole stack", async () => {
    const whole = stackPolicy(configurable({ ...sample, scope: "stack" }));
    expect(await remediate(whole, endpoint)).toMatchObject({ network: "sepolia" });
    expect(owaspInEveryZone).not.toHaveProperty("remediateResource");
  });

  it("leaves a resource alone that needs no remediation, or is another package's", async () => {
    expect(await remediate(policy, { ...endpoint, properties: { network: "sepolia" } })).toBeUndefined();
    expect(await remediate(policy, { ...endpoint, kind: "a:b:C" })).toBeUndefined();
  });
});

describe("a configuration with a mistake", () => {
  it.each([
    [
      { warning: ["phase"] },
      'no-filter-warnings has no setting "warning": it has "warnings", "plan", "allowances" and "resourceAllowances"; did you mean "warnings"?',
    ],
    [{ plan: "por" }, "no-filter-warnings: plan: "],
  ])("ends with a message, without a stack: %j", async (config, message) => {
    const run = runResourcePolicy(noFilterWarnings, endpoint, config);
    await expect(run).rejects.toMatchObject({ stack: expect.stringContaining(message) as string });
    await expect(run).rejects.toMatchObject({ stack: expect.not.stringContaining("    at ") as string });
  });

  it("ends with a message for a policy on stacks too", async () => {
    await expect(runStackPolicy(owaspInEveryZone, [], { minimunLevel: 3 })).rejects.toThrow(
      'require-owasp has no setting "minimunLevel"',
    );
  });

  it("is found when a pack is loaded", () => {
    expect(
      policyConfig({ all: "advisory", "require-owasp": { enforcementLevel: "mandatory", minimumLevel: 3 } }),
    ).toEqual({
      all: "advisory",
      "require-owasp": { enforcementLevel: "mandatory", minimumLevel: 3 },
    });
    expect(() => policyConfig({ "requre-owasp": "mandatory" })).toThrow(
      'invalid policy configuration: "requre-owasp" is not a policy; did you mean "require-owasp"?',
    );
  });
});

function without(args: Readonly<Record<string, unknown>>, name: string) {
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== name));
}
