import { createSecondStack } from "../support/second-stack";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { NATIVE_PROJECT } from "../support/native-stack";

const FREE = "5".repeat(32);

/** A program whose resources wait for each other, with problems that only the live zones show, and with a lookup that fails. */
const program = (door: string) => `
const edge = require("pulumi-edge-platform${door}");
const pulumi = require("@pulumi/pulumi");
const [COM, FREE] = [process.env.ZONE, "${FREE}"];
const block = (ref, rest) => ({ ref, action: "block", expression: "ssl", ...rest });
const ratelimit = { characteristics: ["ip.src", "cf.colo.id"], period: 10, requestsPerPeriod: 9, mitigationTimeout: 10 };
const entrypoint = (name, zoneId, phase, rules, opts) => new edge.ZoneEntrypointRuleset(name, { zoneId, phase, rules }, opts);
const CUSTOM = "http_request_firewall_custom";
const later = (value) => pulumi.output(new Promise((resolve) => setTimeout(() => resolve(value), 500)));
const owasp = (name, zoneId, opts) => new edge.OwaspConfig(name, { zoneId, paranoiaLevel: 1, scoreThreshold: 60 }, opts);
const token = (name, id, group, opts) =>
  new edge.ApiToken(name, { policies: [{ resources: edge.zone(id), permissionGroups: [{ name: group }] }] }, opts);

// Two equal rules are a warning, at a resource that never reaches the engine.
const stuck = entrypoint("stuck", new Promise(() => undefined), CUSTOM, [block("a"), block("b")]);
new edge.ValidatedFilter("after-stuck", { expression: "http.hots eq 1" }, { dependsOn: stuck });
const zone = edge.getZoneOutput({ name: "exampel.com" });
const typo = entrypoint("typo", zone.id, CUSTOM, [block("t", { expression: "http.hots eq 1" })]);
token("typo-token", zone.id, "Zone WAF Write", { dependsOn: typo });
edge.ZoneEntrypointRuleset.get("gone", FREE + "/http_request_transform");
const theirs = owasp("theirs", COM);
const custom = entrypoint("custom", COM, CUSTOM, [block("s", { expression: pulumi.secret("http.hots eq 1") })], { dependsOn: theirs });
const limits = entrypoint("limits", FREE, "http_ratelimit", [block("ours", { ratelimit })], { dependsOn: custom });
const regex = entrypoint("regex", FREE, CUSTOM, [block("r", { expression: 'http.host matches "a"' })], { dependsOn: limits });
const good = token("good", COM, "Zone WAF Write", { dependsOn: [custom, limits] });
const wrong = token("wrong", FREE, "Zone WAF Wirte", { dependsOn: good });
new edge.ValidatedFilter("filter", { expression: pulumi.secret("http.hots eq 1") }, { dependsOn: [regex, wrong] });
new edge.GatewayEndpoint("chain", { network: later("goerli") });
owasp("free-owasp", FREE, { dependsOn: limits });
`;

/** What a preview of the program reports, by resource. */
const REPORTED = {
  chain: 'must be "mainnet" or "sepolia", found "goerli"',
  custom: "The secret filter expression is not valid",
  filter: "The secret filter expression is not valid",
  "free-owasp": "needs a Pro plan, but the plan is free",
  gone: "There is no ZoneEntrypointRuleset with the id",
  limits: "the entry point would have 2 rules",
  regex: "uses the operator matches, which needs a Business plan",
  typo: 'zoneId: cannot be computed: getZone: the credential can see no zone named exampel.com; did you mean "example.com"\\?',
  "typo-token":
    "policies\\[0\\].resources: cannot be computed: getZone: the credential can see no zone named exampel.com",
  theirs: "the zone already deploys Cloudflare OWASP Core Ruleset",
  wrong: 'there is no permission group with name "Zone WAF Wirte"',
};

describe.each([
  ["dynamic", ""],
  ["native", "/native"],
])("a preview of a large program with problems (%s)", (_, door) => {
  let first: EdgeStack;
  let stack: EdgeStack;
  beforeAll(async () => {
    first = await createEdgeStack({
      program: {
        "index.js": `const edge = require("pulumi-edge-platform");
          new edge.OwaspConfig("theirs", { zoneId: process.env.ZONE, paranoiaLevel: 2, scoreThreshold: 40 });`,
      },
    });
    await fetch(new URL("/_platform/seed", first.ready.baseUrl), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ zones: [{ id: FREE, name: "free.example", plan: "free" }] }),
    });
    const ZONE = (await first.api.zones())[0]?.id ?? "";
    const ratelimit = {
      characteristics: ["ip.src", "cf.colo.id"],
      period: 10,
      requests_per_period: 5,
      mitigation_timeout: 10,
    };
    await first.api.call("PUT", `/zones/${FREE}/rulesets/phases/http_ratelimit/entrypoint`, {
      body: { rules: [{ ref: "by-hand", action: "block", expression: "ssl", ratelimit }] },
    });
    outputOf(await first.pulumi(["up", "--yes", "--skip-preview"], { ZONE }));
    stack = await createSecondStack(first, {
      program: { "index.js": program(door), ...(door && { "Pulumi.yaml": NATIVE_PROJECT }) },
      env: { ZONE },
    });
  });
  afterAll(async () => {
    await stack.dispose();
    await first.dispose();
  });

  it.each([0, 150])("reports each of them, and what was not checked (%i ms latency)", async (ms) => {
    const faults =
      ms === 0 ? [] : [{ kind: "delay", method: "GET", path: ".", ms, probability: 0.5, seed: ms }];
    await fetch(new URL("/_platform/faults", first.ready.baseUrl), {
      method: "PUT",
      body: JSON.stringify(faults),
    });
    const output = outputOf(await stack.preview(), 1);
    const [, diagnostics = ""] = output.split("Diagnostics:");
    const found = [...diagnostics.matchAll(/resource '([\w-]+)' has a problem/g)].map(([, name]) => name);
    // Beside the failure of the lookup, what else is wrong with the resource.
    expect(diagnostics).toMatch(/resource 'typo' has a problem: rules\["t"\]\.expression: /);
    expect(found.sort()).toEqual([...Object.keys(REPORTED), "typo"].sort());
    for (const [name, text] of Object.entries(REPORTED))
      expect(diagnostics).toMatch(new RegExp(`resource '${name}' has a problem: .*${text}`));
    // Once at each resource that needs it, and not again for the program.
    expect(diagnostics).not.toMatch(/^ +error: getZone/m);
    expect(diagnostics).not.toContain("error serializing property");
    expect(diagnostics).toContain("2 resources were not checked: after-stuck, stuck.");
  });
});
