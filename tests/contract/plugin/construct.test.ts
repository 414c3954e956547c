import { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { startPlugin, secret, type NativePlugin } from "../../support/native-plugin";
import type { CallError } from "../../support/provider-client";
import { renew, UNKNOWN } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { startMonitor, type ResourceMonitor } from "../../support/resource-monitor";

const SITE = "urn:pulumi:prod::shop::edge:index:ZoneBaseline::site";
const RULES = [
  { ref: "files", action: "block", expression: 'http.request.uri.path contains "/.git"' },
  { ref: "agents", expression: 'http.user_agent eq ""' },
];
const LIMITS = [{ ref: "login", expression: 'http.request.uri.path eq "/login"', requestsPerPeriod: 20 }];

const platform = useTestPlatform();
let plugin: NativePlugin;
let monitor: ResourceMonitor;
beforeEach(async () => {
  await renew(platform);
  [plugin, monitor] = [await startPlugin(platform), await startMonitor()];
});
afterEach(() => {
  plugin.close();
  monitor.close();
});

const construct = (
  args: Record<string, unknown>,
  adjust?: (request: ConstructRequest) => void,
  name = "site",
) => plugin.construct(monitor.address, name, args, adjust);
const errorOf = (work: Promise<unknown>): Promise<CallError> =>
  work.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error: unknown) => error as CallError,
  );
const names = () => monitor.registered.map(({ request }) => request.name).sort();
function dependOn(request: ConstructRequest, argument: string, urn: string): void {
  const list = new ConstructRequest.PropertyDependencies();
  list.setUrnsList([urn]);
  request.getInputdependenciesMap().set(argument, list);
}

describe("the construct of a ZoneBaseline", () => {
  it("registers the component, and in it the same resources as the class of TypeScript", async () => {
    const { urn } = await construct({ zoneId: EXAMPLE_COM, customRules: RULES, rateLimits: LIMITS });
    expect(urn).toBe(SITE);
    expect(monitor.of("site")).toMatchObject({ urn: SITE, inputs: {}, request: { custom: false } });
    expect(names()).toEqual(["site", "site-custom", "site-managed", "site-owasp", "site-rate-limits"]);
    expect(monitor.of("site-custom")).toMatchObject({
      urn: "urn:pulumi:prod::shop::edge:index:ZoneBaseline$edge:index:ZoneEntrypointRuleset::site-custom",
      inputs: {
        zoneId: EXAMPLE_COM,
        phase: "http_request_firewall_custom",
        rules: [RULES[0], { ...RULES[1], action: "log" }],
      },
      request: { custom: true, parent: SITE },
    });
    expect(monitor.of("site-owasp").inputs).toEqual({
      zoneId: EXAMPLE_COM,
      paranoiaLevel: 2,
      scoreThreshold: "medium",
      action: "managed_challenge",
    });
  });

  it("registers resources that the checks of the plugin accept", async () => {
    await construct({ zoneId: EXAMPLE_COM, customRules: RULES, rateLimits: LIMITS });
    const children = monitor.registered.filter(({ request }) => request.custom);
    const checks = children.map(({ urn, inputs }) => plugin.check(urn, {}, inputs));
    expect((await Promise.all(checks)).map(({ failures }) => failures)).toEqual([[], [], [], []]);
  });

  it("registers OWASP after the managed rules, and as depending on them", async () => {
    await construct({ zoneId: EXAMPLE_COM });
    expect(monitor.registered.map(({ request }) => request.name)).toEqual([
      "site",
      "site-managed",
      "site-owasp",
    ]);
    expect(monitor.of("site-owasp").request.dependenciesList).toEqual([monitor.of("site-managed").urn]);
  });

  it("omits parts that are false, and treats null as an argument that is not set", async () => {
    await construct({ zoneId: EXAMPLE_COM, managedRules: false, owasp: null, customRules: null });
    expect(names()).toEqual(["site", "site-owasp"]);
  });

  it("answers with the zone and references to the resources", async () => {
    const { state, dependencies } = await construct({ zoneId: EXAMPLE_COM, managedRules: false });
    const { urn } = monitor.of("site-owasp");
    expect(state).toEqual({
      zoneId: EXAMPLE_COM,
      owasp: {
        "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e",
        urn,
        id: "site-owasp-id",
        packageVersion: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      },
    });
    expect(dependencies).toEqual({ zoneId: [], owasp: [urn] });
    expect(monitor.outputs.get(SITE)).toEqual(state);
  });

  it("only logs until a day, as its resources say, which warn after that day", async () => {
    const logOnlyUntil = "2020-01-31";
    await construct({ zoneId: EXAMPLE_COM, logOnlyUntil, customRules: RULES });
    const trial = { id: "limit-log-only", reason: "logOnlyUntil of the ZoneBaseline", until: logOnlyUntil };
    expect(monitor.of("site-custom").inputs["allowances"]).toEqual([{ ...trial, rule: "agents" }]);
    expect(monitor.of("site-managed").inputs).toMatchObject({
      rules: [{ actionParameters: { overrides: { action: "log" } } }],
      allowances: [trial],
    });
    const { inputs } = monitor.of("site-owasp");
    expect(inputs).toMatchObject({ action: "log", allowances: [trial] });
    const { failures } = await plugin.check(plugin.urn("OwaspConfig", "site-owasp"), {}, inputs);
    expect(failures).toEqual([]);
    expect(plugin.lines).toContainEqual(
      expect.stringMatching(
        /^site-owasp: warning: logging only was to end on 2020-01-31 [^]*remove logOnlyUntil/,
      ),
    );
  });

  it("keeps secrets secret: a member, a whole rule, and a whole argument", async () => {
    const expression = secret("ssl");
    await construct({
      zoneId: EXAMPLE_COM,
      customRules: [{ ref: "one", expression }],
      rateLimits: [secret(LIMITS[0])],
      managedRules: { action: secret("default") },
      owasp: secret({ paranoiaLevel: 2 }),
    });
    expect(monitor.of("site-custom").inputs["rules"]).toEqual([{ ref: "one", expression, action: "log" }]);
    expect(monitor.of("site-rate-limits").inputs).toMatchObject({
      phase: "http_ratelimit",
      rules: secret([expect.objectContaining({ ref: "login", action: "log" })]),
    });
    expect(monitor.of("site-managed").inputs["rules"]).toEqual(
      secret([expect.not.objectContaining({ overrides: expect.anything() as unknown })]),
    );
    expect(monitor.of("site-owasp").inputs["paranoiaLevel"]).toEqual(secret(2));
  });

  it("previews arguments that are not known yet, at any depth", async () => {
    await construct({
      zoneId: UNKNOWN,
      customRules: UNKNOWN,
      rateLimits: [UNKNOWN, { ...LIMITS[0], requestsPerPeriod: UNKNOWN }],
      managedRules: UNKNOWN,
      owasp: UNKNOWN,
    });
    expect(monitor.of("site-custom").inputs).toMatchObject({ zoneId: UNKNOWN, rules: UNKNOWN });
    expect(monitor.of("site-rate-limits").inputs["rules"]).toEqual([
      UNKNOWN,
      expect.objectContaining({
        ratelimit: expect.objectContaining({ requestsPerPeriod: UNKNOWN }) as unknown,
      }),
    ]);
    expect(monitor.of("site-managed").inputs["rules"]).toBe(UNKNOWN);
    expect(monitor.of("site-owasp").inputs["paranoiaLevel"]).toBe(UNKNOWN);
  });

  it("gives its own provider to the resources, whether it is explicit or not", async () => {
    await construct({ zoneId: EXAMPLE_COM, managedRules: false });
    await plugin.configure({ baseUrl: platform.baseUrl, apiToken: secret(platform.token) }, "mine");
    await construct({ zoneId: EXAMPLE_COM, managedRules: false }, undefined, "other");
    const provider = (name: string) => monitor.of(name).request.provider.split("::").slice(-2);
    expect(provider("site-owasp")).toEqual(["default", "default-id"]);
    expect(provider("other-owasp")).toEqual(["mine", "mine-id"]);
  });

  it("gives each resource the alias of the dynamic provider, and the component its own options", async () => {
    await construct({ zoneId: EXAMPLE_COM }, (request) => {
      request.setProtect(false);
      request.setRetainondelete(true);
      request.setDeletedwith("urn:pulumi:prod::shop::a:b:C::zone");
      request.setParent("urn:pulumi:prod::shop::a:b:C::parent");
      request.setDependenciesList(["urn:pulumi:prod::shop::a:b:C::before"]);
      request.getProvidersMap().set("other", "urn:pulumi:prod::shop::pulumi:providers:other::o::1");
      const hooks = new ConstructRequest.ResourceHooksBinding();
      hooks.setAfterCreateList(["notify"]);
      request.setResourceHooks(hooks);
    });
    expect(monitor.of("site").request).toMatchObject({
      protect: false,
      retainondelete: true,
      deletedwith: "urn:pulumi:prod::shop::a:b:C::zone",
      parent: "urn:pulumi:prod::shop::a:b:C::parent",
      dependenciesList: ["urn:pulumi:prod::shop::a:b:C::before"],
      providersMap: [["other", "urn:pulumi:prod::shop::pulumi:providers:other::o::1"]],
      hooks: { afterCreateList: ["notify"] },
    });
    expect(monitor.of("site-managed").request.aliasesList).toMatchObject([
      { spec: { type: "pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset" } },
    ]);
  });

  it("tells the engine which resources each input depends on", async () => {
    const [zone, filter] = ["urn:pulumi:prod::shop::a:b:C::zone", "urn:pulumi:prod::shop::a:b:C::filter"];
    const { dependencies } = await construct({ zoneId: EXAMPLE_COM, customRules: RULES }, (request) => {
      dependOn(request, "zoneId", zone);
      dependOn(request, "customRules", filter);
    });
    const { propertydependenciesMap, dependenciesList } = monitor.of("site-custom").request;
    expect(Object.fromEntries(propertydependenciesMap)).toEqual({
      zoneId: { urnsList: [zone] },
      rules: { urnsList: [filter] },
    });
    expect(dependenciesList).toEqual([zone, filter]);
    expect(dependencies["zoneId"]).toEqual([zone]);
  });

  it("constructs many at once, each with its own resources and its own engine", async () => {
    const second = await startMonitor();
    const all = Array.from({ length: 20 }, (_, index) =>
      plugin.construct((index % 2 ? second : monitor).address, `zone${index}`, { zoneId: String(index) }),
    );
    const urns = (await Promise.all(all)).map(({ urn }) => urn.split("::").at(-1));
    expect(urns).toEqual(all.map((_, index) => `zone${index}`));
    expect([monitor, second].map(({ registered }) => registered.length)).toEqual([30, 30]);
    for (const index of all.keys()) {
      const engine = index % 2 ? second : monitor;
      expect(engine.of(`zone${index}-owasp`).inputs["zoneId"]).toBe(String(index));
    }
    second.close();
  });
});

describe("a ZoneBaseline that cannot be made", () => {
  it("names the arguments with problems, registers nothing, and has no stack trace", async () => {
    const { message, problems } = await errorOf(
      construct({ zone_id: EXAMPLE_COM, managedRules: { id: "x" }, owasp: "on" }),
    );
    expect(problems).toEqual([
      "zone_id: is not a known property; write zoneId",
      "zoneId: is missing; write the id of a zone",
      expect.stringMatching(/^managedRules\.id: is not a known property; /),
      "owasp: must be an object, found a string",
    ]);
    expect(message).toBe("its arguments have problems:");
    expect(monitor.registered).toEqual([]);
  });

  it("names an argument with a secret in the text, since the engine would print the value", async () => {
    const { message, problems } = await errorOf(
      construct({ zoneId: EXAMPLE_COM, managedRules: { id: secret("hidden") }, owasp: secret("on") }),
    );
    expect(problems).toEqual([]);
    expect(message).toContain("property managedRules.id has a problem: is not a known property");
    expect(message).toContain("property owasp has a problem: must be an object");
    expect(message).not.toMatch(/hidden|"on"/);
  });

  it("names a logOnlyUntil that is no day, or that a preview does not know", async () => {
    const problemsWith = async (logOnlyUntil: unknown) =>
      (await errorOf(construct({ zoneId: EXAMPLE_COM, logOnlyUntil }))).problems;
    expect(await problemsWith("soon")).toEqual([
      'logOnlyUntil: must be a day such as "2027-01-31", found "soon"',
    ]);
    expect(await problemsWith(UNKNOWN)).toEqual([
      "logOnlyUntil: must be known in a preview: write it without outputs of other resources",
    ]);
  });

  it("says that filters are resources in other languages", async () => {
    const { message } = await errorOf(construct({ zoneId: EXAMPLE_COM, filters: { login: "ssl" } }));
    expect(message).toContain(
      "property filters has a problem: exists only in TypeScript; declare a ValidatedFilter",
    );
  });

  it("says that the plugin is old if it does not know the component", async () => {
    const { message } = await errorOf(
      construct({}, (request) => request.setType("edge:index:AccountBaseline")),
    );
    expect(message).toBe(
      "The installed edge plugin has no component edge:index:AccountBaseline: update the plugin.",
    );
  });

  it("continues without a failed resource, whose reference is unknown", async () => {
    monitor.outcomes.set("site-managed", "failed");
    const { state } = await construct({ zoneId: EXAMPLE_COM });
    expect(names()).toEqual(["site", "site-managed", "site-owasp"]);
    expect(state).toMatchObject({ managedRules: UNKNOWN, owasp: { id: "site-owasp-id" } });
  });

  it("adds no error to those that the engine has printed before it ended the run", async () => {
    monitor.outcomes.set("site-managed", "shut down");
    expect(await construct({ zoneId: EXAMPLE_COM })).toEqual({ urn: "", state: {}, dependencies: {} });
    expect(names()).toEqual(["site"]);
  });
});
