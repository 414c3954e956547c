import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";

const STACK_TRACE = /^\s+at .+:\d+:\d+\)?$/m;
const HEAD = `const edge = require("pulumi-edge-platform");
const pulumi = require("@pulumi/pulumi");
const ZONE = process.env.ZONE;
const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const rule = (ref, rest) => ({ ref, action: "block", expression: "ssl", ...rest });
const entrypoint = (name, phase, rules, rest, opts) =>
  new edge.ZoneEntrypointRuleset(name, { zoneId: ZONE, phase, rules, ...rest }, opts);
`;

/** Programs that are wrong, not single values; tests/contract/lifecycle has those. */
describe("a wrong program", () => {
  let stack: EdgeStack;
  let env: Record<string, string>;

  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": "", "tsconfig.json": "{}" } });
    env = { ZONE: (await stack.api.zones())[0]?.id ?? "" };
  });
  afterAll(() => stack.dispose());

  const run = async (program: string, ...command: string[]) => {
    stack.write("index.js", HEAD + program);
    return stack.watch(() => stack.pulumi(command, env));
  };
  /** Previews a program with problems, and returns its output. */
  const refused = async (program: string, ...command: string[]) => {
    const { result, writes } = await run(program, ...(command.length > 0 ? command : ["preview"]));
    const output = outputOf(result, result.code === 0 ? -1 : result.code);
    expect(writes).toEqual([]);
    expect(output).not.toMatch(STACK_TRACE);
    return output;
  };

  it("gets all errors from one preview: each once, at its resource, without a stack trace", async () => {
    const output = await refused(`
      const id = pulumi.output("023e105f4ecef8ad9ca31a8372d0c353");
      entrypoint("texts", CUSTOM, [
        undefined,
        rule("text", { expression: \`http.host eq "\${id}"\` }),
        rule("terraform", { action_parameters: {} }),
        rule("promise", { expression: "http.host eq " + Promise.resolve("x") }),
      ], { zone_id: ZONE, kind: "zone" });
      new edge.ApiToken("token", { policy: [], policies: [null, { resources: { [\`zone.\${id}\`]: "*" }, permissionGroups: [] }] });
      new edge.ApiToken("date", { policies: {}, expiresOn: new Date(0) });
      new edge.OwaspConfig("nothing");
      new edge.ValidatedFilter("function", { expression: () => "ssl" });
      new edge.ValidatedFilter("condition", { expression: edge.filter.not(edge.filter.field("ip.src").in(["192.0.2.1"])) });
      new edge.ValidatedFilter("later", {
        expression: pulumi.output(new Promise((resolve) => setTimeout(() => resolve("http.hots"), 500))),
      });
      new edge.ZoneBaseline("baseline", { zone_id: ZONE });
      new edge.ZoneBaseline("nulls", { zoneId: ZONE, customRules: [null], rateLimits: {}, managedRules: false, owasp: false });
      new edge.GatewayEndpoint("good", { network: "sepolia" });`);
    const told = [
      "resource 'texts' has a problem: zone_id: unknown argument; write zoneId",
      "resource 'texts' has a problem: kind: unknown argument; the class sets it: ZoneEntrypointRuleset (zone)",
      "resource 'texts' has a problem: rules[0]: is undefined or null; remove it from the list",
      "resource 'texts' has a problem: rules[\"text\"].expression: contains the text of an Output, which is not its value: write pulumi.interpolate",
      "resource 'texts' has a problem: rules[\"terraform\"].action_parameters: is not a known property; write actionParameters",
      "a template string was given a promise: await it, or use pulumi.interpolate",
      "resource 'token' has a problem: policy: unknown argument; write policies",
      "resource 'token' has a problem: policies[0]: is undefined or null; remove it from the list",
      "resource 'token' has a problem: policies[1].resources: has a key that is the text of an Output",
      "resource 'date' has a problem: expiresOn: is a Date; write a text such as 2030-01-02T03:04:05Z",
      "resource 'date' has a problem: policies: must be a list of policies, found an object",
      "resource 'nothing' has a problem: zoneId: must be 32 lower-case hexadecimal digits, found nothing",
      "resource 'function' has a problem: expression: is a function; call it, and pass its result",
      "resource 'condition' has a problem: expression: is a condition of the filter builder; write condition.toString()",
      "resource 'later' has a problem: expression: The filter expression is not valid",
      "component 'baseline' has a problem: zone_id: is not a known property; write zoneId",
      "resource 'nulls-custom' has a problem: rules[0]: is undefined or null; remove it from the list",
      "resource 'nulls-rate-limits' has a problem: rules: must be a list of rules, found an object",
    ];
    const [, diagnostics = ""] = output.split("Diagnostics:");
    for (const text of told) expect(diagnostics.split(text)).toHaveLength(2);
    expect(diagnostics).not.toContain("resource 'good'");
    // The text of an Output is no value to warn about.
    expect(diagnostics).not.toContain("so it never equals");
  });

  const CONFLICTS = `
    entrypoint("mine", CUSTOM, [rule("a")], { ownership: "exclusive" });
    entrypoint("theirs", CUSTOM, [rule("b")]);
    entrypoint("waf", MANAGED, [{ ref: "waf", action: "execute", actionParameters: { id: OWASP }, expression: "true" }]);
    new edge.OwaspConfig("owasp", { zoneId: ZONE, paranoiaLevel: 1, scoreThreshold: 60 });
    new edge.OwaspConfig("again", { zoneId: ZONE, paranoiaLevel: 2, scoreThreshold: 60 });`;

  it("gets an error at each of the resources that contradict each other", async () => {
    const output = await refused(`${CONFLICTS}
      entrypoint("limits", "http_ratelimit", [rule("limit", { ratelimit: { characteristics: ["ip.src", "cf.colo.id"], period: 60, requestsPerPeriod: 9 } })]);
      entrypoint("skips", "http_request_firewall_custom", [rule("all", { action: "skip", actionParameters: { phases: ["http_ratelimit"] }, expression: "true" })]);
      const policies = [{ resources: edge.zone(ZONE), permissionGroups: [{ name: "Zone WAF Write" }] }];
      for (const name of ["one", "two"]) new edge.ApiToken(name, { name: "same", policies });`);
    for (const name of ["mine", "theirs"])
      expect(output).toContain(
        `resource '${name}' has a problem: ownership: in the entry point of http_request_firewall_custom in zone ${env["ZONE"] ?? ""}, "mine" has ownership: "exclusive"`,
      );
    expect(output).toMatch(
      /resource 'waf' has a problem: rules\["waf"\]\.actionParameters\.id: .*an OwaspConfig, deploys the same managed ruleset/,
    );
    for (const name of ["owasp", "again"])
      expect(output).toMatch(
        new RegExp(`resource '${name}' has a problem: zoneId: .* deploys the same managed ruleset`),
      );
    expect(output).toContain('rules["all"]: every request skips the rules of "limits" in http_ratelimit');
    expect(output).toContain(
      `resource 'one' has a problem: name: "two", another ApiToken of this program, has the same name`,
    );
  });

  it("writes nothing in an update without a preview", async () => {
    await refused(CONFLICTS, "up", "--yes", "--skip-preview");
  });

  it("gets an error for the wrong arguments of a lookup, and no others", async () => {
    const output = await refused(`
      edge.getZone({ zone_name: "example.com" });
      const { id } = new edge.ValidatedFilter("new", { expression: "ssl" });
      edge.getZoneOutput({ name: id }, { provider: new edge.GatewayEndpoint("chain", { network: "sepolia" }) });`);
    expect(output).toContain("zone_name: unknown argument of a lookup; write zoneId");
    expect(output).toContain(
      "getZone: provider: must be a Provider of pulumi-edge-platform/native, found an object",
    );
  });
});
