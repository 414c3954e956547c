import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { plainRef } from "../support/live";

const PROGRAM = `const edge = require("pulumi-edge-platform");
const pulumi = require("@pulumi/pulumi");
const { ZONE: zoneId, STEP: step } = process.env;
const host = (name) => \`http.host eq "\${name}.example.com"\`;
const rule = (ref, expression) => ({ ref, action: "block", expression });
new edge.ZoneEntrypointRuleset("secret", {
  zoneId,
  phase: "http_request_firewall_custom",
  rules: [
    rule("hidden", pulumi.secret(host(step === "3" ? "canary-third" : "canary-first"))),
    ...(step === "1" ? [] : [rule("inserted", host("inserted"))]),
    rule("plain", step === "1" ? host("before") : host("after")),
  ],
});
const ignoreChanges = ['rules["kept"].expression', "rules[1].expression"];
const target = { fromValue: { targetUrl: { value: "https://example.org/" }, statusCode: 302 } };
new edge.ZoneEntrypointRuleset(
  "ignored",
  {
    zoneId,
    phase: "http_request_dynamic_redirect",
    rules: [
      { ...rule("kept", host("kept-" + step)), action: "redirect", actionParameters: target },
      { ...rule("changed", host("changed-" + step)), action: "redirect", actionParameters: target },
    ],
  },
  { ignoreChanges, replaceOnChanges: ["rules.changed.expression"], hideDiffs: ["rules[0]", 'rules["changed"]'] },
);
`;

/** What the engine makes of single rules of a list: of their secrets, and of options that name them. */
describe("single rules", () => {
  let stack: EdgeStack;
  let env: Record<string, string>;

  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
    env = { ZONE: (await stack.api.zones())[0]?.id ?? "" };
  });
  afterAll(() => stack.dispose());

  const run = async (step: string, ...command: string[]) =>
    outputOf(await stack.pulumi(command, { ...env, STEP: step }));

  it("keep the secret expression of one rule secret, and show the change of another", async () => {
    await run("1", "up", "--yes", "--skip-preview");
    const output = await run("2", "preview", "--diff");
    expect(output).toMatch(/hidden {2}: \{\s+action {4}: "block"\s+expression: \[secret\]\s+\}/);
    expect(output).toContain(
      'expression: "http.host eq \\"before.example.com\\"" => "http.host eq \\"after.example.com\\""',
    );
    expect(output).toContain("rules in order: hidden, inserted (new), plain");
    // `hideDiffs` names the rule by its ref.
    expect(output).toContain("~ rules.changed (hidden)");
    expect(output).not.toContain("canary");
    const { deployment } = await stack.exportState();
    const state = deployment.resources?.find(({ urn }) => urn.endsWith("::secret"));
    for (const properties of [state?.inputs, state?.outputs])
      expect(properties).toMatchObject({
        rules: {
          hidden: { action: "block", expression: { ciphertext: expect.any(String) as unknown } },
          plain: { after: "hidden" },
        },
        secretInputs: ["rules"],
      });
    expect(stack.stateFiles().filter(({ text }) => text.includes("canary"))).toEqual([]);
  });

  it("are not changed if `ignoreChanges` names their ref; a path without effect is a warning", async () => {
    const output = await run("2", "up", "--yes", "--skip-preview");
    const entrypoint = await stack.api.entrypoint(env["ZONE"] ?? "", "http_request_dynamic_redirect");
    expect(entrypoint.rules).toMatchObject([
      { expression: 'http.host eq "kept-1.example.com"' },
      { expression: 'http.host eq "changed-2.example.com"' },
    ]);
    expect(output).toContain(
      'ignoreChanges: rules[1].expression has no effect: the state has the rules by ref; write rules["<ref>"] in place of the index',
    );
    expect(output).toContain(
      "replaceOnChanges: rules.changed.expression has no effect: only the native plugin compares parts of an argument; write rules",
    );
    expect(output).toContain(
      'hideDiffs: rules[0] has no effect: the state has the rules by ref; write rules["<ref>"] in place of the index',
    );
    expect(output).not.toContain('hideDiffs: rules["changed"]');
  });

  it("are named if their secret changes, of which the engine shows no difference", async () => {
    const output = await run("3", "preview", "--diff");
    expect(output).toContain("http_request_firewall_custom: a secret changes in: hidden (expression)");
    expect(output).not.toContain("canary");
    const unchanged = await stack.api.watch(() => run("2", "preview"));
    expect(unchanged.requests).toEqual([]);
    expect(unchanged.value).toContain("3 unchanged");
  });

  it("keep their secret when a rule of the old state could not be removed", async () => {
    const program = PROGRAM.replace('rule("hidden", ', 'rule("renamed", ');
    stack.write("index.js", program);
    const faults = [{ kind: "status", method: "DELETE", status: 403, times: 9 }];
    const control = `${new URL(stack.ready.baseUrl).origin}/_platform/faults`;
    await fetch(control, { method: "PUT", body: JSON.stringify(faults) });
    const result = await stack.pulumi(["up", "--yes", "--skip-preview"], { ...env, STEP: "2" });
    expect(result.stdout).toContain("Some of the rules may not be written");
    const { deployment } = await stack.exportState();
    const outputs = deployment.resources?.find(({ urn }) => urn.endsWith("::secret"))?.outputs;
    expect(Object.keys(outputs?.["rules"] as object).sort()).toEqual([
      "hidden",
      "inserted",
      "plain",
      "renamed",
    ]);
    expect(stack.stateFiles().filter(({ text }) => text.includes("canary"))).toEqual([]);
    await fetch(control, { method: "PUT", body: "[]" });
    await run("2", "up", "--yes", "--skip-preview");
    const { rules } = await stack.api.entrypoint(env["ZONE"] ?? "", "http_request_firewall_custom");
    expect(rules.map(({ ref }) => plainRef(ref))).toEqual(["renamed", "inserted", "plain"]);
  });
});
