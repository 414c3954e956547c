import * as pulumi from "@pulumi/pulumi";
import * as edge from "../../../provider";
import * as native from "../../../provider/native";
import { settledValues } from "../../../provider/resources/failed-values";
import { startMonitor, type ResourceMonitor } from "../../support/resource-monitor";

class Made extends pulumi.CustomResource {}

async function mock(preview: boolean) {
  const newResource = () => ({ id: undefined, state: {} });
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", preview);
}

/** What the SDK's types leave out of an output. */
interface Inside {
  promise(): Promise<unknown>;
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  allResources(): Promise<Set<pulumi.Resource>>;
}

describe("the arguments of a preview", () => {
  beforeEach(() => mock(true));

  it("keep what a value is, whether it is secret or unknown, and what it depends on", async () => {
    const made = new Made("my:R", "made", {});
    const given = {
      plain: { list: [1, "a"] },
      id: made.id,
      policies: [{ secret: pulumi.secret("s"), promise: Promise.resolve("p") }],
    };
    const { args, faults } = settledValues(given, {});
    const inside = (output: unknown) => output as Inside;
    expect(args.plain).toBe(given.plain);
    expect(await inside(args.id).isKnown).toBe(false);
    expect([...(await inside(args.id).allResources())]).toEqual([made]);
    const [policy] = args.policies;
    expect(await inside(policy?.secret).isSecret).toBe(true);
    expect(await inside(policy?.secret).promise()).toBe("s");
    expect(await inside(policy?.promise).promise()).toBe("p");
    expect(await faults).toEqual([]);
  });

  it("are the same if nothing in them is known later, and in the update of a unit test", async () => {
    const plain = { rules: [{ ref: "a" }] };
    const opts = { dependsOn: [new Made("my:R", "other", {})] };
    expect(settledValues(plain, opts)).toEqual({ args: plain, opts });
    await mock(false);
    const later = { zoneId: pulumi.output("z") };
    expect(settledValues(later, {}).args).toBe(later);
  });
});

const reject = (text: string) => Promise.reject(new Error(text));
const fail = <T>(text: string): pulumi.OutputInstance<T> =>
  pulumi.output(1).apply((): Promise<T> => reject(text));

describe.each([
  ["dynamic", edge],
  ["native", native],
] as const)(
  "the program of an update (%s)",
  (_, { ApiToken, List, OwaspConfig, ZoneBaseline, ZoneEntrypointRuleset }) => {
    let monitor: ResourceMonitor;
    let unhandled: unknown[];
    const note = (error: unknown) => void unhandled.push(error);
    beforeEach(async () => {
      monitor = await startMonitor();
      unhandled = [];
      process.on("unhandledRejection", note);
      pulumi.runtime.resetOptions("shop", "prod", 100, "", monitor.address, false, "organization");
    });
    afterEach(() => {
      process.off("unhandledRejection", note);
      monitor.close();
    });

    /** Declares resources, and returns the problems that the check of each gets. */
    async function faultsOf(declare: () => void): Promise<Record<string, unknown>> {
      declare();
      await pulumi.runtime.disconnect();
      expect(unhandled).toEqual([]);
      return Object.fromEntries(
        monitor.registered.flatMap(({ inputs, request: { name } }) =>
          inputs["__faults"] === undefined ? [] : [[name, inputs["__faults"]]],
        ),
      );
    }
    const problem = (path: string, reason: string) => [{ path, message: `cannot be computed: ${reason}` }];
    const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
    const owasp = { zoneId: ZONE, paranoiaLevel: 1, scoreThreshold: 60 } as const;

    it("registers a resource with an argument that fails, at any depth, with a problem", async () => {
      const phase = "http_request_firewall_custom";
      const rule = { ref: "a", action: "block", expression: "ssl" } as const;
      const groups = [{ name: reject("no group") }];
      const faults = await faultsOf(() => {
        new ZoneEntrypointRuleset("zone", { zoneId: reject("no zone"), phase, rules: [rule] });
        new ZoneEntrypointRuleset("rules", { zoneId: ZONE, phase, rules: fail<[]>("no rules") });
        new ZoneEntrypointRuleset("rule", {
          zoneId: ZONE,
          phase,
          rules: [{ ...rule, expression: fail("no text") }],
        });
        new List("list", { name: "office", kind: "ip", items: [{ ip: fail("no address") }] });
        new ApiToken("token", { policies: [{ resources: { a: "*" }, permissionGroups: groups }] });
        new OwaspConfig("level", { ...owasp, paranoiaLevel: Promise.reject(new Error("")) });
        new OwaspConfig("good", { ...owasp, zoneId: Promise.resolve(ZONE) });
      });
      expect(faults).toEqual({
        zone: problem("zoneId", "no zone"),
        rules: problem("rules", "no rules"),
        rule: problem("rules[0].expression", "no text"),
        list: problem("items[0].ip", "no address"),
        token: problem("policies[0].permissionGroups[0].name", "no group"),
        level: problem("paranoiaLevel", "Error"),
      });
    });

    it("registers a resource with an option that fails, and the resources of a component with one", async () => {
      const faults = await faultsOf(() => {
        new OwaspConfig("depends", owasp, { dependsOn: reject("no other") });
        new OwaspConfig("one", owasp, { dependsOn: [fail("no resource")] });
        new OwaspConfig("alias", owasp, {
          aliases: ["urn:pulumi:prod::shop::a:b:C::old", { name: reject("no name") }],
        });
        new OwaspConfig("trigger", owasp, { replacementTrigger: fail("no trigger") });
        new ZoneBaseline(
          "site",
          { zoneId: reject("no zone"), managedRules: false },
          { dependsOn: reject("none") },
        );
      });
      const component = "dependsOn of edge:index:ZoneBaseline component 'site' cannot be computed: none";
      expect(faults).toEqual({
        depends: problem("dependsOn", "no other"),
        one: problem("dependsOn", "no resource"),
        alias: problem("aliases[1]", "no name"),
        trigger: problem("replacementTrigger", "no trigger"),
        "site-owasp": [...problem("zoneId", "no zone"), ...problem("dependsOn", component)],
      });
    });

    it("registers an explicit provider with a setting that fails", async () => {
      const faults = await faultsOf(() => {
        new native.Provider("provider", { apiToken: reject("no token") });
      });
      expect(faults).toEqual({ provider: problem("apiToken", "no token") });
    });
  },
);
