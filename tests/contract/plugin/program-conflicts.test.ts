import { secret } from "../../support/native-plugin";
import type { CallError } from "../../support/provider-client";
import { UNKNOWN, watch } from "../../support/lifecycle";
import { EXAMPLE_COM, newZone, OWASP, useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";
import { useTestPlugin } from "../../support/use-test-plugin";

type Args = Record<string, unknown>;
type Resource = readonly [kind: string, name: string, args: Args];

const CUSTOM = "http_request_firewall_custom";
const LIMITS = "http_ratelimit";
const MANAGED = "http_request_firewall_managed";
const ACCOUNT = "a577b8512c9e61f81405d026d1fb93db";
const TOKEN_ID = "0123456789abcdef0123456789abcdef";

const platform = useTestPlatform();
const plugin = useTestPlugin(platform);

const block = (ref: string) => ({ ref, action: "block", expression: `http.request.uri.path eq "/${ref}"` });
const zone = (name: string, refs: readonly string[], more: Args = {}): Resource => [
  "ZoneEntrypointRuleset",
  name,
  { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: refs.map(block), ...more },
];
const deploy = (name: string, id: string): Resource => {
  const rules = [{ ref: name, action: "execute", expression: "true", actionParameters: { id } }];
  return zone(name, [], { phase: MANAGED, rules });
};
const owasp = (name: string): Resource => [
  "OwaspConfig",
  name,
  { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: 60 },
];
const token = (name: string, more: Args = {}): Resource => {
  const resources = { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" };
  const policies = [{ resources, permissionGroups: [{ name: "Zone WAF Read" }] }];
  return ["ApiToken", name, { policies, ...more }];
};
const ruleset = (name: string, more: Args = {}): Resource => [
  "Ruleset",
  name,
  { accountId: ACCOUNT, phase: CUSTOM, rules: [], ...more },
];

const zoneRuleset = (name: string, more: Args = {}): Resource => [
  "ZoneCustomRuleset",
  name,
  { zoneId: EXAMPLE_COM, rules: [], ...more },
];

/** A program without a contradiction, whose resources are near each other. */
const PROGRAM: readonly Resource[] = [
  zone("one", ["a", "b"], { position: "first" }),
  zone("two", ["c", "d"], { position: { after: "b" } }),
  zone("three", ["e"], { position: "last" }),
  zone("limits", ["a"], { phase: LIMITS, rules: [] }),
  zone("alone", [], { phase: "http_request_dynamic_redirect", ownership: "exclusive" }),
  deploy("managed", "efb7b8c949ac4650a09736fc376e9aee"),
  owasp("owasp"),
  token("reader", { name: "ci" }),
  token("derived"),
  ruleset("shared", { name: "ci" }),
  ruleset("limited", { name: "ci", phase: LIMITS }),
  zoneRuleset("of-zone", { name: "ci" }),
];

const urnOf = ([kind, name]: Resource) => plugin.urn(kind, name);
const check = (resource: Resource) => plugin.check(urnOf(resource), {}, resource[2]);
const preview = (resource: Resource, inputs: Args) =>
  plugin.create(urnOf(resource), inputs, { preview: true });
const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "",
    (error: unknown) => (error as CallError).message,
  );
const warnings = () => plugin.lines.filter((line) => line.includes("warning: "));

/** Checks and previews resources as the engine does: one after the other. */
async function run(...resources: readonly Resource[]): Promise<void> {
  for (const resource of resources) {
    const { inputs, failures } = await check(resource);
    expect(failures).toEqual([]);
    await preview(resource, inputs);
  }
}

describe("resources of a program that agree", () => {
  it("pass, in any order, also if each is checked again", async () => {
    await run(...PROGRAM);
    await run(...[...PROGRAM].reverse());
    expect(warnings()).toEqual([]);
  });

  it("pass if all are checked at the same time", async () => {
    const checked = await Promise.all(PROGRAM.map(check));
    expect(checked.flatMap(({ failures }) => failures)).toEqual([]);
  });
});

interface Conflict {
  readonly title: string;
  readonly pair: readonly [Resource, Resource];
  /** The property of the failure, by the name of the resource that is checked last. */
  readonly property: Readonly<Record<string, string>>;
  readonly message: (own: string, other: string) => string;
}
const IN_CUSTOM = `in the entry point of ${CUSTOM} in zone ${EXAMPLE_COM}, `;
const IN_MANAGED = `in the entry point of ${MANAGED} in zone ${EXAMPLE_COM}, `;

const CONFLICTS: readonly Conflict[] = [
  {
    title: "the same ref in one entry point",
    pair: [zone("one", ["a", "b"]), zone("new", ["b"])],
    property: { one: 'rules["b"].ref', new: 'rules["b"].ref' },
    message: (own, other) =>
      `${IN_CUSTOM}"${other}" and "${own}" both declare a rule with ref "b": give one of them another ref`,
  },
  {
    title: "exclusive ownership beside another owner",
    pair: [zone("one", ["a"]), zone("new", ["z"], { ownership: "exclusive" })],
    property: { one: "ownership", new: "ownership" },
    message: () => `${IN_CUSTOM}"new" has ownership: "exclusive" and would remove the rules of "one"`,
  },
  {
    title: "two resources that are first",
    pair: [zone("one", ["a"], { position: "first" }), zone("new", ["z"], { position: "first" })],
    property: { one: "position", new: "position" },
    message: (own, other) => `${IN_CUSTOM}is "first" in both "${other}" and "${own}"`,
  },
  {
    title: "positions that form a cycle",
    pair: [
      zone("one", ["a"], { position: { before: "z" } }),
      zone("new", ["z"], { position: { before: "a" } }),
    ],
    property: { one: "", new: "" },
    message: () => `${IN_CUSTOM}the positions form a cycle`,
  },
  {
    title: "a managed ruleset that two resources deploy by rules",
    pair: [deploy("one", OWASP), deploy("new", OWASP)],
    property: { one: 'rules["one"].actionParameters.id', new: 'rules["new"].actionParameters.id' },
    message: (_, other) => `${IN_MANAGED}"${other}" deploys the same managed ruleset in the same zone`,
  },
  {
    title: "OWASP by a rule beside an OwaspConfig",
    pair: [owasp("one"), deploy("new", OWASP)],
    property: { one: "zoneId", new: 'rules["new"].actionParameters.id' },
    message: (_, other) =>
      `${IN_MANAGED}"${other}"${other === "one" ? ", an OwaspConfig," : ""} deploys the same managed ruleset`,
  },
  {
    title: "two OwaspConfigs of a zone",
    pair: [owasp("one"), owasp("new")],
    property: { one: "zoneId", new: "zoneId" },
    message: (_, other) => `${IN_MANAGED}"${other}", an OwaspConfig, deploys the same managed ruleset`,
  },
  {
    title: "two tokens with one name",
    pair: [token("one", { name: "ci" }), token("new", { name: "ci" })],
    property: { one: "name", new: "name" },
    message: (_, other) => `"${other}", another ApiToken of this program, has the same name`,
  },
  {
    title: "a new token with the name of one that is adopted",
    pair: [token("one", { name: "ci" }), token("new", { name: "ci", adopt: TOKEN_ID })],
    property: { one: "name", new: "name" },
    message: (_, other) => `"${other}", another ApiToken of this program, has the same name`,
  },
  {
    title: "one token that two adopt",
    pair: [token("one", { adopt: TOKEN_ID }), token("new", { adopt: TOKEN_ID })],
    property: { one: "adopt", new: "adopt" },
    message: (_, other) => `"${other}", another ApiToken of this program, adopts the same token`,
  },
  {
    title: "two rulesets with one name",
    pair: [ruleset("one", { name: "Own" }), ruleset("new", { name: "Own" })],
    property: { one: "name", new: "name" },
    message: (_, other) => `"${other}", another Ruleset of this program, has the same name`,
  },
  {
    title: "two custom rulesets of a zone with one name, one of which names the phase",
    pair: [zoneRuleset("one", { name: "Own" }), zoneRuleset("new", { name: "Own", phase: CUSTOM })],
    property: { one: "name", new: "name" },
    message: (_, other) => `"${other}", another ZoneCustomRuleset of this program, has the same name`,
  },
];

describe.each(CONFLICTS)("$title", ({ pair: [one, other], property, message }) => {
  it.each([
    ["in the order of the program", one, other],
    ["in the other order", other, one],
  ])("fails the check of the second resource and the preview of the first, %s", async (_, first, second) => {
    const { inputs, failures: none } = await check(first);
    expect(none).toEqual([]);
    const { failures } = await check(second);
    expect(failures.map((failure) => failure.property)).toEqual([property[second[1]]]);
    expect(failures[0]!.reason).toContain(message(second[1], first[1]));
    expect(await messageOf(preview(first, inputs))).toContain(message(first[1], second[1]));
  });

  it("fails at least one of both if the engine checks them at the same time", async () => {
    const checked = await Promise.all([one, other].map(check));
    expect(checked.flatMap(({ failures }) => failures)).not.toEqual([]);
  });
});

describe("what a resource declares", () => {
  const taken = zone("new", ["a"]);

  it("is replaced when the engine checks it again, as in a replacement", async () => {
    await run(zone("one", ["a"]), zone("one", ["z"]), taken);
  });

  it("applies to another zone when its resource moves there", async () => {
    const zoneId = await newZone(platform);
    await run(zone("one", ["a"]), zone("one", ["a"], { zoneId }), taken);
  });

  it("is forgotten in the next run, which begins with the configuration", async () => {
    await run(zone("one", ["a"]));
    await plugin.configure({ baseUrl: platform.baseUrl, apiToken: secret(platform.token) });
    await run(taken);
  });

  it("applies to one connection only", async () => {
    await check(zone("one", ["a"], { connection: "staging" }));
    expect((await check(taken)).failures).toEqual([]);
  });

  it.each<[string, Args]>([
    ["the zone", { zoneId: UNKNOWN }],
    ["the phase", { phase: UNKNOWN }],
    ["a ref", { rules: [{ ...block("a"), ref: UNKNOWN }] }],
    ["all rules", { rules: UNKNOWN }],
    ["a secret ref", { rules: [{ ...block("a"), ref: secret("a") }] }],
  ])("is ignored while %s is unknown", async (_, unknown) => {
    await check(zone("one", ["a"], unknown));
    expect((await check(taken)).failures).toEqual([]);
  });

  it("does not depend on values that other arguments of its rules have", async () => {
    await check(zone("one", [], { rules: [{ ref: "a", action: "block", expression: UNKNOWN }] }));
    expect((await check(taken)).failures).toHaveLength(1);
  });

  it("contains the zone also if that is secret, and no message shows it", async () => {
    await check(zone("one", ["a"]));
    const { failures } = await check(zone("new", ["a"], { zoneId: secret(EXAMPLE_COM) }));
    expect(failures[0]!.reason).toContain("both declare a rule with ref");
    expect(failures[0]!.reason).not.toContain(EXAMPLE_COM);
  });

  it("can be anything that a program writes by mistake", async () => {
    const wrong: readonly unknown[] = [null, 5, "x", {}, [null], [[]], [{ ref: {} }], { a: 1 }];
    for (const rules of wrong)
      for (const position of wrong) {
        const { failures } = await check(zone("wrong", [], { rules, position }));
        expect(failures).not.toEqual([]);
      }
    await run(zone("new", ["z"]));
  });
});

describe("a skip rule that switches off rules of another resource", () => {
  const all = zone("all", [], {
    position: "first",
    rules: [{ ref: "all", action: "skip", expression: "ssl", actionParameters: { phases: [LIMITS] } }],
  });
  const ratelimit = { characteristics: ["cf.colo.id", "ip.src"], period: 60, requestsPerPeriod: 10 };
  const limits = zone("limits", [], {
    phase: LIMITS,
    rules: [{ ref: "login", action: "block", expression: "ssl", ratelimit }],
  });
  const warning = `all: warning: rules["all"]: skips every request that rules["login"] of "limits" in ${LIMITS} matches`;

  it.each([
    ["before it", [all, limits]],
    ["after it", [limits, all]],
  ] as const)("warns at its resource, once, if the other resource is previewed %s", async (_, pair) => {
    await run(...pair);
    await run(...pair);
    expect(warnings()).toEqual([expect.stringContaining(warning)]);
  });

  it.each([
    ["skips", all, limits],
    ["is skipped", limits, all],
  ])("warns if only the resource that %s is new or changed", async (_title, changed, unchanged) => {
    await run(changed);
    await check(unchanged);
    expect(warnings()).toEqual([expect.stringContaining(warning)]);
  });

  it("does not warn of two resources of which the preview shows none", async () => {
    await check(all);
    await check(limits);
    await run(zone("another", ["z"]));
    expect(warnings()).toEqual([]);
  });

  it("does not warn if its condition is secret", async () => {
    const [kind, name, args] = all;
    const [rule] = args["rules"] as object[];
    await run([kind, name, { ...args, rules: [{ ...rule, expression: secret("ssl") }] }], limits);
    expect(warnings()).toEqual([]);
  });
});

describe("a rule that moves from one resource to another", () => {
  let after: readonly [left: Resource, right: Resource];
  type Made = Awaited<ReturnType<typeof plugin.create>> & { readonly inputs: Args };
  let left: Made;
  let right: Made;

  beforeEach(async () => {
    // The process remembers what it has written: a zone that no other test has.
    const zoneId = await newZone(platform);
    left = await made(zone("left", ["a", "b"], { zoneId }));
    right = await made(zone("right", ["c"], { zoneId }));
    after = [zone("left", ["a"], { zoneId }), zone("right", ["b", "c"], { zoneId })];
    // The engine starts a new plugin process for the update.
    await plugin.restart();
  });

  async function made(resource: Resource): Promise<Made> {
    const { inputs } = await check(resource);
    return { inputs, ...(await plugin.create(urnOf(resource), inputs)) };
  }

  /** Checks a resource, and returns what updates it. */
  async function checked({ id, inputs, outputs }: Made, resource: Resource) {
    const { inputs: news } = await plugin.check(urnOf(resource), inputs, resource[2]);
    return () => plugin.update(urnOf(resource), id, outputs, news);
  }

  async function methodsOf(work: () => Promise<unknown>): Promise<string[]> {
    const { requests } = await watch(platform, work);
    return requests.map((request) => request.split(" ")[0] ?? "").filter((method) => method !== "GET");
  }

  it("is taken over in place by its new owner, though the old one is updated first", async () => {
    const update = [await checked(left, after[0]), await checked(right, after[1])];
    // In place: the rule gets the mark of its new owner, and there is nothing to remove.
    expect(await methodsOf(() => Promise.all(update.map((one) => one())))).toEqual(["PATCH"]);
  });

  it("is also taken over in place if the new owner is checked while the old one reads its entry point", async () => {
    let reads = (): void => undefined;
    const reading = new Promise<void>((resolve) => (reads = resolve));
    let letGo = (): void => undefined;
    const isChecked = new Promise<void>((resolve) => (letGo = resolve));
    const proxy = await startProxy(platform.baseUrl, () => undefined, {
      onAnswer: async () => {
        reads();
        await isChecked;
      },
    });
    try {
      await plugin.configure({ baseUrl: proxy.baseUrl, apiToken: secret(platform.token) });
      const updateLeft = await checked(left, after[0]);
      const methods = await methodsOf(async () => {
        const updated = updateLeft();
        await reading;
        const updateRight = await checked(right, after[1]);
        letGo();
        await Promise.all([updated, updateRight()]);
      });
      expect(methods).toEqual(["PATCH"]);
    } finally {
      letGo();
      await proxy.close();
    }
  });
});
