import * as pulumi from "@pulumi/pulumi";
import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import * as dynamic from "../../../provider";
import * as native from "../../../provider/native";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";

/** What the program registers, in that order, with the names of the resources on which each depends. */
interface Registered {
  readonly name: string;
  readonly dependsOn: readonly string[];
}

describe.each([
  ["dynamic", dynamic],
  ["native", native],
])("a list and the rules that name it, of the %s classes", (_, edge) => {
  const office = (more: object = {}, opts?: pulumi.CustomResourceOptions) =>
    new edge.List(
      "office",
      { accountId: ACCOUNT, name: "office", kind: "ip", items: [{ ip: "192.0.2.1" }], ...more },
      opts,
    );
  const rules = (expression: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions) =>
    new edge.ZoneEntrypointRuleset(
      "rules",
      {
        zoneId: ZONE,
        phase: "http_request_firewall_custom",
        rules: [{ ref: "office", action: "block", expression }],
      },
      opts,
    );
  const TEXT = "not ip.src in $office";

  async function registered(program: () => unknown): Promise<Registered[]> {
    const found: Registered[] = [];
    const newResource = ({ name, inputs }: pulumi.runtime.MockResourceArgs) => ({
      id: `${name}-id`,
      state: inputs as Record<string, unknown>,
    });
    await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "shop", "prod", false);
    // The mocks do not tell the dependencies.
    const monitor = pulumi.runtime.getMonitor() as unknown as {
      registerResource(request: RegisterResourceRequest, callback: unknown): unknown;
    };
    const register = monitor.registerResource.bind(monitor);
    monitor.registerResource = (request, callback) => {
      const urns = request.getDependenciesList();
      if (request.getCustom())
        found.push({ name: request.getName(), dependsOn: urns.map((urn) => urn.split("::").at(-1) ?? "") });
      return register(request, callback);
    };
    await pulumi.runtime.runInPulumiStack(async () => {
      await program();
    });
    await pulumi.runtime.disconnect();
    return found;
  }

  it.each([
    ["after it", () => void (office(), rules(TEXT))],
    ["before it", () => void (rules(TEXT), office())],
    [
      "before it, with an expression that is known later",
      () => void (rules(pulumi.output(Promise.resolve(TEXT))), office()),
    ],
  ])("are registered after the list if they are declared %s, and depend on it", async (_, program) => {
    expect(await registered(program)).toEqual([
      { name: "office", dependsOn: [] },
      { name: "rules", dependsOn: ["office"] },
    ]);
  });

  it.each([
    [
      "an OWASP deployment",
      () =>
        new edge.OwaspConfig("rules", {
          zoneId: ZONE,
          paranoiaLevel: 1,
          scoreThreshold: "low",
          expression: TEXT,
        }),
    ],
    [
      "a custom ruleset",
      () =>
        new edge.Ruleset("rules", {
          accountId: ACCOUNT,
          name: "custom",
          phase: "http_request_firewall_custom",
          rules: [{ ref: "office", action: "block", expression: TEXT }],
        }),
    ],
    [
      "the expression that a rate limit counts",
      () =>
        new edge.ZoneEntrypointRuleset("rules", {
          zoneId: ZONE,
          phase: "http_ratelimit",
          rules: [
            {
              ref: "office",
              action: "block",
              expression: "true",
              ratelimit: {
                characteristics: ["cf.colo.id", "ip.src"],
                period: 60,
                requestsPerPeriod: 100,
                countingExpression: TEXT,
              },
            },
          ],
        }),
    ],
    [
      "a bulk redirect",
      () =>
        new edge.AccountEntrypointRuleset("rules", {
          accountId: ACCOUNT,
          phase: "http_request_redirect",
          rules: [
            {
              ref: "office",
              action: "redirect",
              expression: "http.request.full_uri in $office",
              actionParameters: { fromList: { name: "office", key: "http.request.full_uri" } },
            },
          ],
        }),
    ],
  ])("holds for %s", async (_, declare) => {
    const found = await registered(() => void (declare(), office()));
    expect(found.at(-1)).toEqual({ name: "rules", dependsOn: ["office"] });
  });

  it("keeps the dependencies that the program names", async () => {
    const found = await registered(() => {
      const other = office({ name: "other" });
      new edge.List("second", { accountId: ACCOUNT, name: "second", kind: "ip", items: [] });
      rules("ip.src in $second", { dependsOn: pulumi.output([other]) });
    });
    expect(found.at(-1)).toEqual({ name: "rules", dependsOn: ["office", "second"] });
  });

  it("does not wait for a list that waits for the rules", async () => {
    const names = async (program: () => unknown) => (await registered(program)).map(({ name }) => name);
    const ofOutput = () => {
      const made = rules(TEXT);
      office({ description: made.rulesetId.apply((id) => `see ${id}`) });
    };
    expect(await names(ofOutput)).toEqual(["rules", "office"]);
    expect(await names(() => office({}, { dependsOn: rules(TEXT) }))).toEqual(["rules", "office"]);
    expect(await names(() => office({}, { parent: rules(TEXT) }))).toEqual(["rules", "office"]);
    const ofComponent = () => {
      const parent = new pulumi.ComponentResource("shop:index:Zone", "shop-zone");
      rules(TEXT, { parent });
      office({}, { dependsOn: parent });
    };
    expect(await names(ofComponent)).toEqual(["rules", "office"]);
  });

  it("orders the children of one component", async () => {
    const found = await registered(() => {
      const parent = new pulumi.ComponentResource("shop:index:Zone", "shop-zone");
      rules(TEXT, { parent });
      office({}, { parent });
    });
    expect(found.map(({ name }) => name)).toEqual(["office", "rules"]);
  });

  it("goes on after a minute if a list waits for the rules in a way that nothing shows, and warns", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
    const warned = jest.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
    try {
      const done = registered(() => {
        const made = rules(TEXT);
        office({ description: new Promise((resolve) => made.rulesetId.apply(() => resolve("hidden"))) });
      });
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      await jest.advanceTimersByTimeAsync(60_000);
      expect((await done).map(({ name }) => name)).toEqual(["rules", "office"]);
      expect(warned.mock.calls.map(([text]) => text)).toEqual([
        expect.stringMatching(
          /^The rules name the list \$office in the text of an expression, and the list did not reach the engine/,
        ),
      ]);
    } finally {
      jest.useRealTimers();
      warned.mockRestore();
    }
  });

  it("warns of a list that is declared in a later turn of the program, and names the output", async () => {
    const warned = jest.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
    try {
      const found = await registered(async () => {
        rules(TEXT);
        for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
        office();
      });
      expect(found.map(({ name }) => name)).toEqual(["rules", "office"]);
      expect(warned.mock.calls.map(([text]) => text)).toEqual([
        expect.stringMatching(/declared only later .* pulumi\.interpolate`ip\.src in \$\$\{list\.name\}`\.$/),
      ]);
    } finally {
      warned.mockRestore();
    }
  });

  it("says nothing of rules that name a list which the program does not declare, or by its output", async () => {
    const warned = jest.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
    try {
      const found = await registered(() => {
        const list = office({ name: pulumi.output(Promise.resolve("office")) });
        rules(pulumi.interpolate`ip.src in $${list.name} and not ip.src in $elsewhere`);
      });
      expect(found.at(-1)).toEqual({ name: "rules", dependsOn: ["office"] });
      expect(warned.mock.calls).toEqual([]);
    } finally {
      warned.mockRestore();
    }
  });
});
