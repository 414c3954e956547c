import * as pulumi from "@pulumi/pulumi";
import {
  allZonesIn,
  ApiToken,
  GatewayEndpoint,
  OwaspConfig,
  Ruleset,
  ValidatedFilter,
  zone,
  ZoneEntrypointRuleset,
} from "../../../provider";
import { ValidatedFilter as NativeFilter } from "../../../provider/native";
import * as programError from "../../../provider/resources/program-error";

/** What fails a unit test later than its constructor. Jest would fail this one. */
jest.mock<typeof programError>("../../../provider/resources/program-error", () => ({
  ...jest.requireActual<typeof programError>("../../../provider/resources/program-error"),
  failLater: jest.fn(),
}));

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";

/** What a user's unit test does: the engine is a mock, the classes are real. */
describe("a program under pulumi.runtime.setMocks", () => {
  const registered: { name: string; type: string; inputs: Record<string, unknown> }[] = [];

  beforeEach(async () => {
    registered.length = 0;
    await pulumi.runtime.setMocks(
      {
        newResource: (args) => {
          const inputs = args.inputs as Record<string, unknown>;
          registered.push({ name: args.name, type: args.type, inputs });
          return { id: args.id ?? `${args.name}-id`, state: { ...inputs, fields: ["ssl"] } };
        },
        call: () => ({}),
      },
      "project",
      "stack",
      false,
    );
  });

  it("creates resources whose arguments are also outputs", async () => {
    const filter = new ValidatedFilter("filter", { expression: "ssl" });
    const rules = new ZoneEntrypointRuleset("rules", {
      zoneId: ZONE,
      phase: "http_request_firewall_custom",
      rules: [{ ref: "one", action: "block", expression: filter.expression }],
    });
    expect(await valueOf(filter.expression)).toBe("ssl");
    expect(await valueOf(filter.fields)).toEqual(["ssl"]);
    expect(await valueOf(rules.zoneId)).toBe(ZONE);
    expect(registered.map(({ type }) => type)).toEqual([
      "pulumi-nodejs:dynamic/edge:ValidatedFilter",
      "pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset",
    ]);
  });

  it("sends the identity of a resource to the provider, the same in every run", async () => {
    const args = { policies: [{ resources: zone(ZONE), permissionGroups: [{ name: "Zone WAF Write" }] }] };
    for (const name of ["ci", "ci", "cd"]) await valueOf(new ApiToken(name, args).urn);
    const [first, second, other] = registered.map(({ inputs }) => String(inputs["__mark"]));
    expect(first).toMatch(/^project\/stack~[0-9a-v]{24}$/);
    expect(second).toBe(first);
    expect(other?.slice(0, 26)).toBe(first?.slice(0, 26));
    expect(other).not.toBe(first);
  });

  it("sends the names of secret arguments to the provider, or nothing if there are none", async () => {
    const open = new ValidatedFilter("open", { expression: "ssl" });
    const hidden = new ValidatedFilter("hidden", { expression: pulumi.secret("ssl") });
    await Promise.all([valueOf(open.urn), valueOf(hidden.urn)]);
    const inputs = Object.fromEntries(registered.map((resource) => [resource.name, resource.inputs]));
    expect(inputs["open"]).not.toHaveProperty("secretInputs");
    expect(inputs["hidden"]?.["secretInputs"]).toEqual(["expression"]);
  });

  it("accepts a resource key that a helper function makes from an unknown id", async () => {
    const token = new ApiToken("ci", {
      policies: [
        { resources: allZonesIn(pulumi.output(Promise.resolve(ZONE))), permissionGroups: [{ id: ZONE }] },
      ],
    });
    await valueOf(token.urn);
    expect(registered[0]?.inputs["policies"]).toEqual([
      { resources: { [`account.${ZONE}`]: { "zone.*": "*" } }, permissionGroups: [{ id: ZONE }] },
    ]);
  });

  it("has an output for an omitted argument", async () => {
    const filter = new ValidatedFilter("filter", { expression: "ssl" });
    expect(await valueOf(filter.phase)).toBeUndefined();
  });

  it("gets a resource by id without arguments", async () => {
    const owasp = OwaspConfig.get("owasp", `${ZONE}/${ZONE}`);
    expect(await valueOf(owasp.id)).toBe(`${ZONE}/${ZONE}`);
    expect(Object.keys(registered[0]?.inputs ?? {}).sort()).toEqual(["__provider"]);
  });

  it.each([
    ["rinkeby", 'network: "rinkeby" was retired on 2023-01-30'],
    [pulumi.secret("rinkeby"), "network: is not a supported network, found a secret value"],
    ["sepolia", undefined],
  ])("reports a retired network in a preview, without a secret one", async (network, problem) => {
    const reported = jest.spyOn(pulumi.log, "error").mockResolvedValue();
    const newResource = ({ inputs }: { inputs: object }) => ({ id: "1", state: { ...inputs } });
    await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", true);
    const chain = new GatewayEndpoint("chain", { network });
    await valueOf(pulumi.all([chain.network, pulumi.isSecret(chain.network)]));
    const texts = reported.mock.calls.map(([text]) => text);
    reported.mockRestore();
    expect(texts).toEqual(problem === undefined ? [] : [expect.stringContaining(problem)]);
  });

  it.each([
    ["dynamic", ValidatedFilter],
    ["native", NativeFilter],
  ])("fails for an invalid expression, with a code frame (%s)", (_, Filter) => {
    const make = () => new Filter("office", { expression: "ip.src eqq 192.0.2.1" });
    expect(make).toThrow(/^ValidatedFilter "office": expression: .*ip\.src eqq 192\.0\.2\.1\n.*\^/s);
    expect(registered).toEqual([]);
  });

  it("fails for an invalid expression of a rule, and names the rule", () => {
    const rule = { ref: "office", action: "block", expression: "http.hots eq 1" } as const;
    const args = { zoneId: ZONE, phase: "http_request_firewall_custom" } as const;
    expect(() => new ZoneEntrypointRuleset("rules", { ...args, rules: [rule] })).toThrow(
      /rules\["office"\]\.expression: .*http\.hots/s,
    );
  });

  it("fails for an invalid expression beside an output, with the code frame of the constructor", () => {
    const rule = { ref: "office", action: "block", expression: "http.hots eq 1" } as const;
    const args = { zoneId: pulumi.output(ZONE), phase: "http_request_firewall_custom" } as const;
    expect(() => new ZoneEntrypointRuleset("rules", { ...args, rules: [rule] })).toThrow(
      /rules\["office"\]\.expression: .*http\.hots/s,
    );
  });

  describe.each([
    ["dynamic", ValidatedFilter],
    ["native", NativeFilter],
  ])("checks an expression that is known later (%s)", (_, Filter) => {
    const failed = jest.mocked(programError.failLater);
    beforeEach(() => failed.mockClear());
    const messages = () => failed.mock.calls.map(([{ message }]) => message);

    it.each([false, true])(
      "once it is known, before the resource has outputs (preview: %s)",
      async (preview) => {
        const newResource = ({ name, inputs }: pulumi.runtime.MockResourceArgs) => ({
          id: `${name}-id`,
          state: inputs as object,
        });
        await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", preview);
        const good = new Filter("good", { expression: "ssl" });
        await valueOf(new Filter("same", { expression: good.expression }).urn);
        expect(messages()).toEqual([]);
        const bad = new Filter("bad", { expression: pulumi.interpolate`${good.expression} eq` });
        await valueOf(bad.urn);
        expect(messages()).toEqual([
          expect.stringMatching(/^ValidatedFilter "bad": expression: .*ssl eq\n.*\^/s),
        ]);
      },
    );

    it("unless it is secret, or unknown in a preview", async () => {
      const newResource = () => ({ id: undefined, state: {} });
      await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", true);
      const { id } = new GatewayEndpoint("unknown", { network: "sepolia" });
      await valueOf(new Filter("filter", { expression: pulumi.interpolate`${id} eqq` }).urn);
      await valueOf(new Filter("hidden", { expression: pulumi.secret("ssl eqq") }).urn);
      expect(messages()).toEqual([]);
    });
  });

  it("rejects the import option and says what to use instead", () => {
    expect(() => new GatewayEndpoint("chain", { network: "sepolia" }, { import: "sepolia" })).toThrow(
      'GatewayEndpoint "chain": the engine cannot import dynamic resources (neither the import option nor `pulumi import`).',
    );
  });

  it.each<[string, unknown]>([
    ["no arguments", undefined],
    ["null", null],
    ["arguments without a value", {}],
    ["lists of nothing", { rules: [undefined, null], policies: [undefined], customRules: [undefined, null] }],
    ["objects in place of lists", { rules: {}, policies: {}, customRules: {}, rateLimits: {} }],
    ["numbers", { rules: 5, policies: 5, condition: 5, position: 5, filters: 5, owasp: 5, managedRules: 5 }],
  ])("throws nothing for %s, so that `check` can report all resources", async (_, args) => {
    // A program in plain JavaScript has no compiler to tell it.
    const classes = [
      ApiToken,
      GatewayEndpoint,
      OwaspConfig,
      Ruleset,
      ValidatedFilter,
      ZoneEntrypointRuleset,
    ] as unknown as (new (name: string, args: unknown) => pulumi.CustomResource)[];
    const made = classes.map((Resource, index) => new Resource(`resource-${index}`, args));
    await Promise.all(made.map(({ urn }) => valueOf(urn)));
    expect(registered).toHaveLength(6);
  });

  it("recognizes its own resources by type, not by class", () => {
    const chain = new GatewayEndpoint("chain", { network: "sepolia" });
    expect(GatewayEndpoint.isInstance(chain)).toBe(true);
    expect(ApiToken.isInstance(chain)).toBe(false);
    expect(GatewayEndpoint.isInstance({ __pulumiType: "pulumi-nodejs:dynamic/edge:GatewayEndpoint" })).toBe(
      true,
    );
    expect(GatewayEndpoint.isInstance(undefined)).toBe(false);
  });
});

function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}
