import { load } from "../../../provider/dynamic";
import { ask, plain, renew, testEngine, UNKNOWN, withFaults, type State } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";

const ARGS = {
  zoneId: EXAMPLE_COM,
  phase: "http_request_firewall_custom",
  rules: [{ ref: "a", action: "block", expression: "ssl" }],
};

const platform = useTestPlatform();
beforeEach(() => renew(platform));

async function failureOf(work: () => Promise<unknown>): Promise<Error> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("It was to fail, and it did not.");
}

describe("what the stub loads", () => {
  it("throws errors of which the SDK prints only the message", async () => {
    const refused = [{ method: "POST", kind: "status" as const, status: 400 }];
    const provider = testEngine(platform).provider("ZoneEntrypointRuleset");
    const { inputs } = await provider.check({}, ARGS);
    const error = await withFaults(platform, refused, () => failureOf(() => provider.create(inputs)));
    // The SDK prints `${e}: ${e.stack}`.
    expect(`${String(error)}: ${error.stack ?? ""}`).toBe(`pulumi-edge-platform: ${error.message}`);
    expect(error.message).toMatch(/^POST \/zones\/[0-9a-f]{32}\/rulesets: refused with 400/);
    expect(error).not.toHaveProperty("id", expect.anything());
  });

  it("names no property in a failure, since the engine would print its whole value", async () => {
    const { failures } = await testEngine(platform)
      .provider("OwaspConfig")
      .check({}, { zoneId: "x", paranoiaLevel: 9, scoreThreshold: UNKNOWN });
    expect(failures).toEqual([
      { property: "", reason: expect.stringMatching(/^zoneId: /) as string },
      { property: "", reason: expect.stringMatching(/^paranoiaLevel: /) as string },
    ]);
  });

  it.each([
    [["rules"], ["rules"]],
    [["*"], ["description", "rules"]],
    [["phase", "description"], ["description"]],
    [["phase"], []],
  ])("replaces for a change of what `replaceOnChanges` names: %j", async (named, replaces) => {
    const engine = testEngine(platform);
    const provider = engine.provider("ZoneEntrypointRuleset");
    const { id, inputs, outs } = await engine.up("ZoneEntrypointRuleset", ARGS);
    const given = { ...inputs, __replaceOnChanges: named };
    const unchanged = await provider.check(inputs, { ...given, ...ARGS });
    expect(unchanged.inputs).toMatchObject({ __replaceOnChanges: named });
    expect(await provider.diff(id, outs, unchanged.inputs)).toMatchObject({ changes: false });
    const rules = [{ ...ARGS.rules[0], action: "log" }];
    const changed = await provider.check(inputs, { ...given, ...ARGS, rules, description: "new" });
    expect(await provider.diff(id, outs, changed.inputs)).toMatchObject({ changes: true, replaces });
    await engine.destroy("ZoneEntrypointRuleset", { id, inputs, outs });
  });

  it("rejects the state of a later release, whose shape it does not know", async () => {
    const engine = testEngine(platform);
    const { id, inputs, outs } = await engine.up("ZoneEntrypointRuleset", ARGS);
    const provider = engine.provider("ZoneEntrypointRuleset");
    const later = { ...outs, stateVersion: 2 };
    for (const work of [
      () => provider.diff(id, later, inputs),
      () => provider.update(id, later, inputs),
      () => provider.read(id, later),
      () => provider.delete(id, later),
    ])
      expect((await failureOf(work)).message).toContain(
        "stateVersion: a later release of pulumi-edge-platform wrote this state",
      );
    await provider.delete(id, outs);
  });

  it("throws init failures with id, plain properties and reasons", async () => {
    const engine = testEngine(platform);
    const made = await engine.up("ZoneEntrypointRuleset", ARGS);
    const more = [...ARGS.rules, { ref: "b", action: "log", expression: "ssl" }];
    const provider = engine.provider("ZoneEntrypointRuleset");
    const { inputs } = await provider.check(made.inputs, {
      ...ARGS,
      rules: [{ ...ARGS.rules[0], action: "log" }, ...more.slice(1)],
    });
    const fault = { method: "POST", path: "/rules$", kind: "status" as const, status: 403 };
    const error = await withFaults(platform, [fault], () =>
      failureOf(() => provider.update(made.id, made.outs, inputs)),
    );
    const { id, properties, reasons } = error as Error & {
      id: string;
      properties: object;
      reasons: string[];
    };
    expect(id).toBe(made.id);
    expect(reasons).toEqual([error.message]);
    expect(properties).toEqual(JSON.parse(JSON.stringify(properties)));
    expect(properties).toMatchObject({ stateVersion: 1, rules: { a: { action: "log" } } });
  });

  it("redacts token values and the credential in texts of the API, and repeats the rest", async () => {
    let made: State | undefined;
    const proxy = await startProxy(platform.baseUrl, ({ method, headers }) => {
      if (method !== "PUT") return undefined;
      const message = `no more than 50 (${String(made?.outs["value"])}, ${headers.authorization ?? ""})`;
      const body = JSON.stringify({ success: false, errors: [{ code: 1001, message }], result: null });
      return { status: 400, body, type: "application/json" };
    });
    try {
      const engine = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
      const policy = {
        resources: { [`zone.${EXAMPLE_COM}`]: "*" },
        permissionGroups: [{ name: "Zone WAF Write" }],
      };
      const args = { name: "quoted", policies: [policy] };
      made = await engine.up("ApiToken", args);
      const stopped = await engine.stopped("ApiToken", { ...args, expiresOn: "2090-01-01T00:00:00Z" }, made);
      expect(stopped.message).toContain("no more than 50 ([secret], Bearer [secret])");
    } finally {
      await proxy.close();
    }
  });

  it("returns plain JSON to the engine, without the properties of the SDK", async () => {
    const engine = testEngine(platform);
    const states: State[] = [
      await engine.up("ZoneEntrypointRuleset", ARGS),
      await engine.up("OwaspConfig", { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: "low" }),
      await engine.up("ValidatedFilter", { expression: "ssl" }),
      await engine.up("GatewayEndpoint", { network: "mainnet" }),
    ];
    for (const { inputs, outs } of states) {
      for (const given of [inputs, outs]) {
        expect(given).toStrictEqual(JSON.parse(JSON.stringify(given)));
        expect(given).not.toHaveProperty("__provider");
      }
      expect(outs["stateVersion"]).toBe(1);
      expect(inputs).not.toHaveProperty("stateVersion");
    }
  });

  it("keeps the URN of the resource in the state, and shows no change if it differs", async () => {
    const engine = testEngine(platform);
    const [before, after] = ["urn:pulumi:prod::shop::edge::before", "urn:pulumi:prod::shop::edge::after"];
    const made = await engine.up("ZoneEntrypointRuleset", { ...ARGS, __urn: before });
    expect([made.inputs["__urn"], made.outs["__urn"]]).toEqual([before, before]);
    expect((await engine.refresh("ZoneEntrypointRuleset", made))?.outs).toEqual(made.outs);
    const renamed = await engine.up("ZoneEntrypointRuleset", { ...ARGS, __urn: after }, made);
    // Nothing was updated: only the inputs are those of this run.
    expect([renamed.inputs["__urn"], renamed.outs]).toEqual([after, made.outs]);
    const rules = [
      { ...ARGS.rules[0], action: "log" },
      { ref: "b", action: "log", expression: "ssl" },
    ];
    const changes = { ...ARGS, rules, __urn: after };
    const fault = { method: "POST", path: "/rules$", kind: "status" as const, status: 403 };
    const { state } = await withFaults(platform, [fault], () =>
      engine.stopped("ZoneEntrypointRuleset", changes, made),
    );
    expect(state?.outs["__urn"]).toBe(after);
    expect((await engine.up("ZoneEntrypointRuleset", changes, made)).outs["__urn"]).toBe(after);
  });

  it("answers methods while configure still runs", async () => {
    const settings = new Map([
      ["edge:baseUrl", platform.baseUrl],
      ["edge:apiToken", platform.token],
    ]);
    const provider = load("ZoneEntrypointRuleset");
    const configured = provider.configure({ config: { get: (key) => settings.get(key) } });
    const { inputs, failures } = await provider.check({}, ARGS);
    expect(failures).toEqual([]);
    const made = await provider.create(inputs);
    await configured;
    const { rules } = await ask<{ rules: unknown[] }>(
      platform,
      "GET",
      `/zones/${made.id.replace("/", "/rulesets/phases/")}/entrypoint`,
    );
    expect(rules).toHaveLength(1);
  });

  it("treats null as an omitted property", async () => {
    const engine = testEngine(platform);
    const args = { ...ARGS, description: null, ownership: null, connection: null, secretInputs: null };
    expect(await engine.problems("ZoneEntrypointRuleset", args)).toEqual([]);
    expect(await engine.problems("GatewayEndpoint", { network: "mainnet", onRetired: null })).toEqual([]);
  });

  it("reports a kind of resource that this release does not have", () => {
    for (const kind of ["Nonsense", "constructor"]) {
      expect(() => load(kind)).toThrow(`has no resource ${kind}: update the package.`);
    }
  });

  it("writes to one entry point from several resources at once, and loses no rule", async () => {
    const engine = testEngine(platform);
    const states = await Promise.all(
      ["a", "b", "c", "d"].map((ref) =>
        engine.up("ZoneEntrypointRuleset", { ...ARGS, rules: [{ ref, action: "block", expression: "ssl" }] }),
      ),
    );
    const entrypoint = `/zones/${EXAMPLE_COM}/rulesets/phases/${ARGS.phase}/entrypoint`;
    const { rules } = plain(await ask<{ rules: { ref: string }[] }>(platform, "GET", entrypoint));
    expect(rules.map(({ ref }) => ref).sort()).toEqual(["a", "b", "c", "d"]);
    await Promise.all(states.map((state) => engine.destroy("ZoneEntrypointRuleset", state)));
    // Whoever leaves the entry point last removes it.
    expect((await platform.api("GET", entrypoint)).status).toBe(404);
  });
});
