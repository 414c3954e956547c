import * as pulumi from "@pulumi/pulumi";
import { OwaspConfig, ZoneBaseline } from "../../../provider";
import * as native from "../../../provider/native";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const EDGE = "pulumi-nodejs:dynamic/edge";

interface Registered {
  readonly name: string;
  readonly type: string;
  readonly inputs: Record<string, unknown>;
}

/** What a program declares, by the engine's mock. */
describe("ZoneBaseline", () => {
  let registered: Registered[];

  beforeEach(() => mock(false));

  async function mock(preview: boolean): Promise<void> {
    registered = [];
    await pulumi.runtime.setMocks(
      {
        newResource: ({ name, type, inputs }) => {
          registered.push({ name, type, inputs: inputs as Record<string, unknown> });
          return { id: `${name}-id`, state: inputs as Record<string, unknown> };
        },
        call: () => ({}),
      },
      "project",
      "stack",
      preview,
    );
  }

  /** The inputs of the resource of that name, once all of the program is registered. */
  async function inputsOf(name: string): Promise<Record<string, unknown>> {
    await pulumi.runtime.disconnect();
    const found = registered.find((resource) => resource.name === name);
    if (!found) throw new Error(`there is no ${name} among ${registered.map((one) => one.name).join(", ")}`);
    return found.inputs;
  }

  const MANAGED_RULE = {
    ref: "baseline-managed-rules",
    description: "The vendor's managed ruleset, deployed by the baseline of the zone",
    action: "execute",
    expression: "true",
  };
  const GENERAL = { id: "efb7b8c949ac4650a09736fc376e9aee" };

  it("has managed rules as the vendor has set them, and OWASP that challenges, if nothing but the zone is given", async () => {
    const baseline = new ZoneBaseline("site", { zoneId: ZONE });
    const managed = await inputsOf("site-managed");
    expect(managed).toMatchObject({ zoneId: ZONE, phase: "http_request_firewall_managed" });
    expect(managed["rules"]).toEqual([{ ...MANAGED_RULE, actionParameters: GENERAL }]);
    expect(await inputsOf("site-owasp")).toMatchObject({
      zoneId: ZONE,
      paranoiaLevel: 2,
      scoreThreshold: "medium",
      action: "managed_challenge",
    });
    expect(managed).not.toHaveProperty("allowances");
    expect(await inputsOf("site-owasp")).not.toHaveProperty("allowances");
    expect(registered.map(({ type, name }) => [type, name])).toEqual([
      ["edge:index:ZoneBaseline", "site"],
      [`${EDGE}:ZoneEntrypointRuleset`, "site-managed"],
      [`${EDGE}:OwaspConfig`, "site-owasp"],
    ]);
    expect([baseline.customRules, baseline.rateLimits, baseline.filters]).toEqual([undefined, undefined, {}]);
    expect(OwaspConfig.isInstance(baseline.owasp)).toBe(true);
  });

  it("only logs what has no action until a day, which each resource that logs says", async () => {
    const until = "2030-07-04";
    const trial = { id: "limit-log-only", reason: "logOnlyUntil of the ZoneBaseline", until };
    const other = { id: "plan-managed-ruleset", reason: "OPS-3: bought" };
    new ZoneBaseline("site", {
      zoneId: ZONE,
      logOnlyUntil: until,
      customRules: [
        { ref: "quiet", expression: "ssl" },
        { ref: "loud", expression: "ssl", action: "block" },
      ],
      rateLimits: [{ ref: "login", expression: "ssl", requestsPerPeriod: 20, action: "block" }],
      owasp: { paranoiaLevel: 3, allowances: [other] },
    });
    expect(await inputsOf("site-managed")).toMatchObject({
      rules: [{ ...MANAGED_RULE, actionParameters: { ...GENERAL, overrides: { action: "log" } } }],
      allowances: [trial],
    });
    expect(await inputsOf("site-owasp")).toMatchObject({
      paranoiaLevel: 3,
      scoreThreshold: "medium",
      action: "log",
      allowances: [other, trial],
    });
    expect(await inputsOf("site-custom")).toMatchObject({
      rules: [
        { ref: "quiet", action: "log" },
        { ref: "loud", action: "block" },
      ],
      allowances: [{ ...trial, rule: "quiet" }],
    });
    expect(await inputsOf("site-rate-limits")).not.toHaveProperty("allowances");
  });

  it("warns after the last day, once for each resource that logs", async () => {
    const logged = jest.spyOn(console, "warn").mockImplementation(() => undefined);
    new ZoneBaseline("site", {
      zoneId: ZONE,
      logOnlyUntil: "2020-01-31",
      customRules: ["a", "b"].map((ref) => ({ ref, expression: `http.host eq "${ref}.example"` })),
    });
    await pulumi.runtime.disconnect();
    const texts = logged.mock.calls.map(([text]) => String(text)).sort();
    logged.mockRestore();
    expect(texts).toEqual([
      expect.stringContaining("logging only was to end on 2020-01-31 (logOnlyUntil of the ZoneBaseline)"),
      expect.stringContaining("logging only was to end on 2020-01-31"),
      expect.stringContaining('rules "a", "b": logging only was to end on 2020-01-31'),
    ]);
  });

  it("lets the actions that are given take precedence over logOnlyUntil", async () => {
    new ZoneBaseline("site", {
      zoneId: ZONE,
      logOnlyUntil: "2030-07-04",
      managedRules: { action: "default" },
      owasp: { action: "block" },
    });
    expect(await inputsOf("site-managed")).not.toHaveProperty("allowances");
    expect(await inputsOf("site-owasp")).toMatchObject({ action: "block" });
    expect(await inputsOf("site-owasp")).not.toHaveProperty("allowances");
  });

  it("has the same resources as native ones, if the native class makes it", async () => {
    const args = {
      zoneId: ZONE,
      filters: { tls: "ssl" },
      customRules: ({ tls }: { tls: pulumi.Output<string> }) => [{ ref: "a", expression: tls }],
    };
    new ZoneBaseline("one", args);
    const { owasp } = new native.ZoneBaseline("two", args);
    await pulumi.runtime.disconnect();
    const made = (name: string) =>
      registered
        .filter((resource) => resource.name.startsWith(name))
        .map((resource) => [
          resource.type.replace(/^.*edge:(index:)?/, ""),
          resource.name.slice(3),
          resource.inputs["rules"],
        ]);
    expect(made("two")).toEqual(made("one"));
    expect(made("two")).toHaveLength(5);
    const types = registered.filter(({ name }) => name.startsWith("two")).map(({ type }) => type);
    expect(types.filter((type) => !type.startsWith("edge:index:"))).toEqual([]);
    expect([native.OwaspConfig.isInstance(owasp), OwaspConfig.isInstance(owasp)]).toEqual([true, false]);
  });

  it("only logs what its own rules match, except for rules with an action", async () => {
    new ZoneBaseline("site", {
      zoneId: ZONE,
      customRules: [
        { ref: "quiet", expression: "ssl" },
        { ref: "loud", expression: "ssl", action: "block" },
      ],
      rateLimits: [
        { ref: "login", expression: "ssl", requestsPerPeriod: 20 },
        {
          ref: "search",
          expression: "ssl",
          requestsPerPeriod: 5,
          period: 10,
          mitigationTimeout: 30,
          characteristics: ["cf.colo.id"],
          action: "managed_challenge",
        },
      ],
    });
    expect(await inputsOf("site-custom")).toMatchObject({
      phase: "http_request_firewall_custom",
      rules: [
        { ref: "quiet", action: "log" },
        { ref: "loud", action: "block" },
      ],
    });
    const perAddress = { characteristics: ["cf.colo.id", "ip.src"], period: 60, requestsPerPeriod: 20 };
    const perPlace = {
      characteristics: ["cf.colo.id"],
      period: 10,
      requestsPerPeriod: 5,
      mitigationTimeout: 30,
    };
    expect((await inputsOf("site-rate-limits"))["rules"]).toEqual([
      { ref: "login", expression: "ssl", action: "log", ratelimit: perAddress },
      { ref: "search", expression: "ssl", action: "managed_challenge", ratelimit: perPlace },
    ]);
  });

  it("takes over nothing of other owners: all of its rules are shared", async () => {
    new ZoneBaseline("site", {
      zoneId: ZONE,
      customRules: [{ ref: "a", expression: "ssl" }],
      rateLimits: [{ ref: "b", expression: "ssl", requestsPerPeriod: 1 }],
    });
    await pulumi.runtime.disconnect();
    const owners = registered.filter(({ type }) => type.endsWith(":ZoneEntrypointRuleset"));
    expect(owners).toHaveLength(3);
    for (const { inputs } of owners) {
      expect(inputs).not.toHaveProperty("ownership");
      expect(inputs).not.toHaveProperty("takeOver");
    }
  });

  it("has named filters, which rules of every kind share", async () => {
    const baseline = new ZoneBaseline("site", {
      zoneId: ZONE,
      filters: { login: 'http.request.uri.path eq "/login"' },
      customRules: ({ login }) => [{ ref: "login", expression: login }],
      rateLimits: ({ login }) => [{ ref: "login", expression: login, requestsPerPeriod: 20 }],
    });
    const expression = 'http.request.uri.path eq "/login"';
    expect(await inputsOf("site-filter-login")).toMatchObject({ expression });
    expect((await inputsOf("site-custom"))["rules"]).toMatchObject([{ expression }]);
    expect((await inputsOf("site-rate-limits"))["rules"]).toMatchObject([{ expression }]);
    expect(Object.keys(baseline.filters)).toEqual(["login"]);
  });

  it("sets the action of the managed rules, keeps the vendor's, limits the requests, or executes another ruleset", async () => {
    new ZoneBaseline("block", { zoneId: ZONE, managedRules: { action: "block", expression: "ssl" } });
    new ZoneBaseline("own", { zoneId: ZONE, managedRules: { action: "default", rulesetId: ZONE } });
    const rulesOf = async (name: string) => (await inputsOf(name))["rules"];
    expect(await rulesOf("block-managed")).toMatchObject([
      { expression: "ssl", actionParameters: { overrides: { action: "block" } } },
    ]);
    expect(await rulesOf("own-managed")).toMatchObject([{ actionParameters: { id: ZONE } }]);
    expect(await rulesOf("own-managed")).not.toMatchObject([{ actionParameters: { overrides: {} } }]);
  });

  it("omits parts that are false", async () => {
    const { managedRules, owasp } = new ZoneBaseline("site", {
      zoneId: ZONE,
      managedRules: false,
      owasp: false,
    });
    await pulumi.runtime.disconnect();
    expect([managedRules, owasp]).toEqual([undefined, undefined]);
    expect(registered.map(({ name }) => name)).toEqual(["site"]);
  });

  it("keeps a secret expression secret, in its rule and in its filter", async () => {
    new ZoneBaseline("site", {
      zoneId: ZONE,
      filters: { hidden: pulumi.secret("ssl") },
      customRules: ({ hidden }) => [{ ref: "hidden", expression: hidden }],
      owasp: { expression: pulumi.secret("ssl") },
    });
    expect((await inputsOf("site-filter-hidden"))["secretInputs"]).toEqual(["expression"]);
    expect((await inputsOf("site-custom"))["secretInputs"]).toEqual(["rules"]);
    expect((await inputsOf("site-owasp"))["secretInputs"]).toEqual(["expression"]);
    expect(await inputsOf("site-managed")).not.toHaveProperty("secretInputs");
  });

  it("passes its connection to all of its resources", async () => {
    new ZoneBaseline("site", {
      zoneId: ZONE,
      connection: "other",
      filters: { tls: "ssl" },
      customRules: [{ ref: "a", expression: "ssl" }],
    });
    await pulumi.runtime.disconnect();
    const children = registered.filter(({ name }) => name !== "site");
    expect(children.map(({ inputs }) => inputs["connection"])).toEqual(Array(4).fill("other"));
  });

  it("creates only filters in a preview if arguments are wrong, and throws nothing", async () => {
    await mock(true);
    const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
    // A program in plain JavaScript has no compiler to tell it.
    const args = { zone_id: ZONE, filters: { tls: "ssl" }, managedRules: { id: ZONE } } as unknown;
    const baseline = new ZoneBaseline("site", args as ConstructorParameters<typeof ZoneBaseline<"tls">>[1]);
    await pulumi.runtime.disconnect();
    const texts = logged.mock.calls.map(([text]) => String(text));
    logged.mockRestore();
    expect(Object.keys(baseline.filters)).toEqual(["tls"]);
    expect(registered.map(({ name }) => name)).toEqual(["site", "site-filter-tls"]);
    expect(texts).toEqual([
      "error: [runtime] edge:index:ZoneBaseline component 'site' has a problem: zone_id: is not a known property; write zoneId",
      "error: [runtime] edge:index:ZoneBaseline component 'site' has a problem: zoneId: is missing; write the id of a zone",
      expect.stringContaining("managedRules.id: is not a known property; "),
    ]);
  });

  it.each(["soon", "2030-13-01", 30])("reports %j as logOnlyUntil, which is no day", async (logOnlyUntil) => {
    await mock(true);
    const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
    // A program in plain JavaScript has no compiler to tell it.
    const args = { zoneId: ZONE, logOnlyUntil } as unknown;
    new ZoneBaseline("site", args as ConstructorParameters<typeof ZoneBaseline>[1]);
    await pulumi.runtime.disconnect();
    const texts = logged.mock.calls.map(([text]) => String(text));
    logged.mockRestore();
    expect(texts).toEqual([
      expect.stringContaining(
        `logOnlyUntil: must be a day such as "2027-01-31", found ${JSON.stringify(logOnlyUntil)}`,
      ),
    ]);
  });

  it("ends an update if arguments are wrong, in which the engine would delete what is not declared", () => {
    // A program in plain JavaScript has no compiler to tell it.
    const args = { zone_id: ZONE, filters: { tls: "ssl" } } as unknown;
    const declare = () => new ZoneBaseline("site", args as ConstructorParameters<typeof ZoneBaseline>[1]);
    expect(declare).toThrow(/zone_id: is not a known property; write zoneId\n.*zoneId: is missing/);
    expect(registered).toEqual([]);
  });

  it("is recognized among other resources", () => {
    const baseline = new ZoneBaseline("site", { zoneId: ZONE });
    expect([ZoneBaseline.isInstance(baseline), ZoneBaseline.isInstance(baseline.owasp)]).toEqual([
      true,
      false,
    ]);
  });
});
