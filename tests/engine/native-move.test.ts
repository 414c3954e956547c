import { outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";

/** A component that the plugin makes, as a program in another language uses it. */
const REMOTE = `class extends pulumi.ComponentResource {
  constructor(name, args, opts) { super("edge:index:ZoneBaseline", name, { ...args, owasp: undefined }, opts, true); }
}`;

/** Every resource and the component, once by the module's classes. */
const programOf = (module: string, { before = "", component = "edge.ZoneBaseline" } = {}) => `
const edge = require("${module}");
const pulumi = require("@pulumi/pulumi");
${before}
const ZoneBaseline = ${component};
const zone = edge.getZoneOutput({ name: "example.com" });
const filter = new edge.ValidatedFilter("filter", { expression: "ip.src in {192.0.2.0/24}" });
const custom = new edge.ZoneEntrypointRuleset("custom", { zoneId: zone.id, phase: "http_request_firewall_custom", rules: [
  { ref: "office", action: "skip", actionParameters: { ruleset: "current" }, expression: filter.expression },
  { ref: "hidden", action: "block", expression: pulumi.secret('http.host eq "x.example.com"') } ] });
const shared = new edge.Ruleset("shared", { accountId: zone.accountId, phase: "http_request_firewall_custom", rules: [
  { ref: "bots", action: "block", expression: 'http.user_agent contains "bot"' } ] });
new edge.AccountEntrypointRuleset("account", { accountId: zone.accountId, phase: "http_request_firewall_custom", rules: [
  { ref: "run", action: "execute", actionParameters: { id: shared.rulesetId }, expression: 'cf.zone.plan eq "ENT"' } ] });
new edge.OwaspConfig("owasp", { zoneId: zone.id, paranoiaLevel: 2, scoreThreshold: "high", action: "log" });
new edge.GatewayEndpoint("chain", { network: "sepolia" });
new edge.List("offices", { accountId: zone.accountId, name: "offices", kind: "ip", items: [{ ip: "192.0.2.0/24" }] });
const token = new edge.ApiToken("token", { policies: [{ resources: edge.zone(zone.id), permissionGroups: [{ name: "Zone WAF Read" }] }] });
new ZoneBaseline("site", {
  zoneId: edge.getZoneOutput({ name: "example.org" }).id,
  customRules: [
    { ref: "bots", expression: pulumi.secret('http.user_agent contains "bot"') },
    { ref: "files", action: "block", expression: 'http.request.uri.path contains "/.git"' } ],
  rateLimits: [{ ref: "login", expression: 'http.request.uri.path eq "/login"', requestsPerPeriod: 20 }] });
exports.value = token.value;
`;
/** Gives each resource the alias of the other way. */
const BACK = `
pulumi.runtime.registerStackTransformation(({ type, props, opts }) => {
  const kind = type.split("edge:")[1];
  return { props, opts: pulumi.mergeOptions(opts, { aliases: [{ type: "edge:index:" + kind }] }) };
});
`;
/** More native resources, which contradict those above. */
const CONTRADICTION = `
const rules = (name, phase, rules) => new edge.ZoneEntrypointRuleset(name, { zoneId: zone.id, phase, rules });
rules("second", "http_request_firewall_custom", [
  { ref: "office", action: "block", expression: "ssl" },
  { ref: "open", action: "skip", actionParameters: { phases: ["http_ratelimit"] }, expression: "not ssl" } ]);
rules("limits", "http_ratelimit", [ { ref: "login", action: "block", expression: "not ssl",
  ratelimit: { characteristics: ["cf.colo.id", "ip.src"], period: 60, requestsPerPeriod: 10 } } ]);
`;
const RESOURCES = 12;
/** The resources, the component, and the stack. */
const ALL = RESOURCES + 2;

describe("a stack with every resource", () => {
  let stack: EdgeStack;
  let value: unknown;

  beforeAll(async () => {
    stack = await createNativeStack(programOf("pulumi-edge-platform"));
    outputOf(await stack.up());
    ({ value } = await stack.outputs());
  });
  afterAll(() => stack.dispose());

  it("moves from the dynamic provider to the plugin by another import, without a write", async () => {
    stack.write("index.js", programOf("pulumi-edge-platform/native"));
    const { result, writes } = await stack.watch(() => stack.up());
    expect(outputOf(result)).toMatch(new RegExp(`Resources:\\s+${ALL} unchanged`));
    expect(writes).toEqual([]);
    expect(await kinds()).toEqual(Array(RESOURCES).fill("edge:index"));
    const refreshed = await stack.watch(() => stack.refresh());
    expect(outputOf(refreshed.result)).toMatch(new RegExp(`Resources:\\s+${ALL} unchanged`));
  });

  it("keeps all resources of a baseline that the plugin makes from now on", async () => {
    stack.write("index.js", programOf("pulumi-edge-platform/native", { component: REMOTE }));
    const { result, writes } = await stack.watch(() => stack.up());
    expect(outputOf(result)).toMatch(new RegExp(`Resources:\\s+${ALL} unchanged`));
    expect(writes).toEqual([]);
    const { deployment } = await stack.exportState();
    const providers = (deployment.resources ?? []).filter(({ type }) => type === "pulumi:providers:edge");
    expect(providers).toHaveLength(1);
  });

  it("fails its preview if another resource has the same ref, and warns of a rule that is skipped", async () => {
    stack.write("index.js", programOf("pulumi-edge-platform/native") + CONTRADICTION);
    const { result, writes } = await stack.watch(() => stack.preview());
    const output = outputOf(result, 1).replace(/\s+/g, " ");
    expect(output).toMatch(/"(custom|second)" and "(custom|second)" both declare a rule with ref "office"/);
    expect(output).toContain('skips every request that rules["login"] of "limits" in http_ratelimit matches');
    expect(writes).toEqual([]);
  });

  it("moves back by an alias, without a replacement or a write", async () => {
    stack.write("index.js", programOf("pulumi-edge-platform", { before: BACK }));
    const { result, writes } = await stack.watch(() => stack.up());
    expect(outputOf(result)).not.toContain("replace");
    expect(writes).toEqual([]);
    expect(await kinds()).toEqual(Array(RESOURCES).fill("pulumi-nodejs:dynamic/edge"));
    const again = await stack.watch(() => stack.up());
    expect(outputOf(again.result)).toMatch(new RegExp(`Resources:\\s+${ALL} unchanged`));
    expect(await stack.outputs()).toMatchObject({ value });
  });

  it("is destroyed by the provider that it has come back to", async () => {
    outputOf(await stack.destroy());
    expect(await stack.api.leftovers()).toEqual([]);
  });

  async function kinds(): Promise<string[]> {
    const { deployment } = await stack.exportState();
    const types = (deployment.resources ?? []).map(({ type }) => type);
    return types
      .filter((type) => /edge:/.test(type) && !/providers|ZoneBaseline/.test(type))
      .map((type) => type.split(":").slice(0, -1).join(":"));
  }
});
