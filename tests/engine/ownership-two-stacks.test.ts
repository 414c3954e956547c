import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { liveObjects, liveRulesets, liveTokens, plainRef } from "../support/live";
import { EXAMPLE_COM, OWASP } from "../support/platform";
import { createSecondStack, projectFile } from "../support/second-stack";
import { expectSettled } from "../support/settled";

const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const OWASP_RULE = "Cloudflare OWASP Core Ruleset";

describe("the example owasp-rollout on a zone that another stack protects", () => {
  let first: EdgeStack;
  let second: EdgeStack;
  beforeAll(async () => {
    first = await createEdgeStack({
      program: "examples/zone-baseline",
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    });
    second = await createSecondStack(first, {
      program: "examples/owasp-rollout",
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    });
    outputOf(await first.up());
  });
  afterAll(async () => {
    await second.dispose();
    await first.dispose();
  });

  it("fails at preview with the owner, its settings, and what a destroy would remove", async () => {
    const { result, writes } = await first.watch(() => second.preview());
    const said = outputOf(result, 1);
    expect(said).toContain("zone-baseline/test");
    expect(said).toMatch(/level 2/);
    expect(said).toMatch(/managed_challenge/);
    expect(said).toMatch(/destroy/);
    expect(writes).toEqual([]);
  });

  it("keeps the other stack's deployment at up and at destroy", async () => {
    const before = await liveObjects(first);
    outputOf(await second.up(), 1);
    outputOf(await second.destroy());
    await expectSettled(first, before);
  });
});

describe("an OWASP deployment that a person made", () => {
  const program = (more: string) => `
const edge = require("pulumi-edge-platform");
new edge.OwaspConfig("owasp", { zoneId: "${EXAMPLE_COM}", paranoiaLevel: 1, scoreThreshold: 60, ${more} });
`;
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": program("") } });
    const overrides = {
      categories: [
        { category: "paranoia-level-3", enabled: false },
        { category: "paranoia-level-4", enabled: false },
      ],
      rules: [{ id: "6179ae15870a4bb7b2d480d4843b323c", action: "block", score_threshold: 25 }],
    };
    const rule = { action: "execute", action_parameters: { id: OWASP, overrides }, expression: "true" };
    const body = { name: "theirs", kind: "zone", phase: MANAGED, rules: [{ ref: "by-hand", ...rule }] };
    expect((await stack.api.call("POST", `/zones/${EXAMPLE_COM}/rulesets`, { body })).status).toBe(200);
  });
  afterAll(() => stack.dispose());

  const place = `example.com ${MANAGED}`;

  it("fails the preview, with its level, its action, and what a destroy would remove", async () => {
    const before = await liveObjects(stack);
    expect(before[place]).toEqual([`by-hand: execute ${OWASP_RULE} (block from 25) if true`]);
    const said = outputOf(await stack.preview(), 1);
    expect(said).toMatch(/takeOver: true/);
    expect(said).toMatch(/level 2/);
    expect(said).toMatch(/block/);
    expect(said).toMatch(/destroy/);
    outputOf(await stack.up(), 1);
    expect(await liveObjects(stack)).toEqual(before);
  });

  it("is taken over if the program says so, and then removed with the stack", async () => {
    stack.write("index.js", program("takeOver: true"));
    outputOf(await stack.up());
    const [rule, ...more] = (await liveObjects(stack))[place] ?? [];
    expect(more).toEqual([]);
    expect(rule).toMatch(/block from 60/);
    await expectSettled(stack, await liveObjects(stack));
    outputOf(await stack.destroy());
    expect((await liveObjects(stack))[place] ?? []).toEqual([]);
  });
});

const SAME = (name: string, zoneId: string) => `
const edge = require("pulumi-edge-platform");
const token = new edge.ApiToken("deploy", {
  ${name}
  policies: [{ resources: edge.allZones(), permissionGroups: [{ name: "Zone Read" }] }],
});
new edge.ZoneEntrypointRuleset("rules", {
  zoneId: "${zoneId}",
  phase: "${CUSTOM}",
  rules: [{ ref: "scanners", action: "block", expression: "ssl" }],
});
new edge.Ruleset("shared", {
  name: "No scanners",
  phase: "${CUSTOM}",
  rules: [{ ref: "env-files", action: "block", expression: "ssl" }],
});
exports.value = token.value;
exports.tokenId = token.tokenId;
`;

/** How two stacks with one program differ. */
const PAIRS = [
  {
    name: "two projects",
    first: { project: "one", config: {} },
    second: { project: "two", config: {} },
  },
  {
    name: "two backends with the same project and stack and another `edge:owner` each",
    first: { project: "one", config: { "edge:owner": "blue team" } },
    second: { project: "one", config: { "edge:owner": "green team" } },
  },
];

describe.each(PAIRS)("the same program in $name", (pair) => {
  const program = SAME("", EXAMPLE_COM);
  let first: EdgeStack;
  let second: EdgeStack;
  beforeAll(async () => {
    first = await createEdgeStack({
      program: { "Pulumi.yaml": projectFile(pair.first.project), "index.js": program },
      config: pair.first.config,
    });
    first.env["EDGE_ACCOUNT_ID"] = first.ready.accountId;
    second = await createSecondStack(first, {
      program: { "Pulumi.yaml": projectFile(pair.second.project), "index.js": program },
      config: pair.second.config,
    });
  });
  afterAll(async () => {
    await second.dispose();
    await first.dispose();
  });

  it("creates everything twice, and the first stack's resources keep working", async () => {
    outputOf(await first.up());
    const alone = await liveObjects(first);
    const { value, tokenId } = await first.outputs();
    outputOf(await second.up());

    expect((await second.outputs())["tokenId"]).not.toBe(tokenId);
    expect(await liveTokens(first)).toHaveLength(2);
    const rules = (await liveObjects(first))[`example.com ${CUSTOM}`];
    expect(rules).toEqual(["scanners: block if ssl", "scanners: block if ssl"]);
    const shared = [...(await liveRulesets(first)).values()].filter(({ kind }) => kind === "custom");
    expect(shared.map((one) => one.rules?.map(({ ref }) => plainRef(ref)))).toEqual([
      ["env-files"],
      ["env-files"],
    ]);
    for (const stack of [first, second]) await expectSettled(stack, await liveObjects(first));

    outputOf(await second.destroy());
    await expectSettled(first, alone);
    const verified = await first.api.call("GET", "/user/tokens/verify", { token: String(value) });
    expect(verified).toMatchObject({ status: 200, result: { id: tokenId } });
    outputOf(await first.destroy());
    expect(await liveObjects(first)).toEqual({});
  });
});

describe("two stacks with a token of the same explicit name and policies", () => {
  const program = SAME('name: "deploy",', EXAMPLE_COM);
  let first: EdgeStack;
  let second: EdgeStack;
  beforeAll(async () => {
    first = await createEdgeStack({
      program: { "Pulumi.yaml": projectFile("one"), "index.js": program },
    });
    first.env["EDGE_ACCOUNT_ID"] = first.ready.accountId;
    second = await createSecondStack(first, {
      program: { "Pulumi.yaml": projectFile("two"), "index.js": program },
    });
  });
  afterAll(async () => {
    await second.dispose();
    await first.dispose();
  });

  it("keep the first one's value valid, whatever the second one sets", async () => {
    outputOf(await first.up());
    const { value, tokenId } = await first.outputs();
    await second.preview();
    await second.up();
    await second.refresh();
    await second.destroy();
    const verified = await first.api.call("GET", "/user/tokens/verify", { token: String(value) });
    expect(verified).toMatchObject({ status: 200, result: { id: tokenId } });
    await expectSettled(first, await liveObjects(first));
  });
});
