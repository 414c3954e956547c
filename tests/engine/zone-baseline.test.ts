import fs from "node:fs";
import path from "node:path";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { plainRef } from "../support/live";

/** The unchanged example, run by the real engine against the real platform, as one sequence of tests. */
describe("the example zone-baseline", () => {
  let stack: EdgeStack;
  let source: string;

  beforeAll(async () => {
    stack = await createEdgeStack({
      program: "examples/zone-baseline",
      config: { office: "127.0.0.0/8" },
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    });
    source = fs.readFileSync(path.join(stack.program, "index.ts"), "utf8");
    outputOf(await stack.up());
  });
  afterAll(() => stack.dispose());

  // Each test starts with the unchanged example.
  let edited = false;
  afterEach(async () => {
    if (!edited) return;
    restore();
    outputOf(await stack.up("--refresh"));
  });

  function edit(from: string, to: string): void {
    edited = true;
    expect(source).toContain(from);
    stack.write(
      "index.ts",
      source.replace(from, () => to),
    );
  }

  function restore(): void {
    edited = false;
    stack.write("index.ts", source);
  }

  it("is unchanged at a second up, which writes nothing", async () => {
    const { result, writes } = await stack.watch(() => stack.up());
    expect(outputOf(result)).toMatch(/9 unchanged/);
    expect(writes).toEqual([]);
  });

  it("shows no drift at a refresh if nothing changed", async () => {
    expect(outputOf(await stack.refresh("--expect-no-changes"))).toMatch(/9 unchanged/);
    outputOf(await stack.preview("--expect-no-changes"));
  });

  it("raises the paranoia level with exactly one PATCH, and lowers it with another", async () => {
    edit("paranoiaLevel: 2", "paranoiaLevel: 3");
    const raised = await stack.watch(() => stack.up("--diff"));
    expect(outputOf(raised.result)).toMatch(/~ paranoiaLevel : 2 => 3/);
    expect(raised.writes).toEqual([
      expect.stringMatching(/^PATCH \/zones\/[0-9a-f]{32}\/rulesets\/[0-9a-f]{32}\/rules\//),
    ]);
    expect(await levelsOff(stack)).toEqual(["paranoia-level-4"]);
    restore();
    const lowered = await stack.watch(() => stack.up());
    expect(lowered.writes).toHaveLength(1);
    expect(await levelsOff(stack)).toEqual(["paranoia-level-3", "paranoia-level-4"]);
  });

  it("shows an inserted rule as one insert, and sends one POST for it", async () => {
    const next = '    { ref: "admin-area",';
    edit(next, `    { ref: "old-php", action: "block", expression: 'ssl' },\n${next}`);
    const preview = outputOf(await stack.preview("--diff"));
    expect(preview.match(/^ *\+ .*old-php/gm)).toHaveLength(1);
    expect(changedLines(preview)).toEqual([
      "~ pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset: (update)",
      "~ rules: {",
      "~ admin-area: {",
      '~ after: "scanners" => "old-php"',
      "+ old-php: {",
      '+ action: "block"',
      '+ after: "scanners"',
      '+ expression: "ssl"',
    ]);
    const inserted = await stack.watch(() => stack.up());
    expect(inserted.writes).toEqual([expect.stringMatching(/^POST .*\/rules$/)]);
    expect(await refs(stack)).toEqual([
      "office-passes",
      "secret-files",
      "scanners",
      "old-php",
      "admin-area",
      "plain-http-writes",
      "no-user-agent",
    ]);
    restore();
    const removed = await stack.watch(() => stack.up());
    expect(removed.writes).toEqual([expect.stringMatching(/^DELETE .*\/rules\//)]);
  });

  it("fails the preview of a broken expression with a code frame under the error, and writes nothing", async () => {
    edit('http.user_agent eq ""', 'http.user_agnt eq ""');
    const { result, writes } = await stack.watch(() => stack.preview());
    const lines = outputOf(result, 1).split("\n");
    const at = lines.findIndex((line) => line.trim() === 'http.user_agnt eq ""');
    expect(lines[at + 1]?.indexOf("^")).toBe(lines[at]?.indexOf("http.user_agnt"));
    expect(lines[at + 1]).toMatch(/\^{14}(?!\^)/);
    expect(lines.join("\n")).toContain('rules["no-user-agent"].expression');
    expect(lines.join("\n")).toContain("http.user_agent");
    expect(lines.join("\n")).not.toMatch(/^\s+at .*\.js:\d+/m);
    expect(writes).toEqual([]);
  });

  it("finds a manual edit at refresh, shows only that line, and restores it", async () => {
    const { id, rules } = await entrypoint(stack);
    const rule = rules.find(({ ref }) => plainRef(ref) === "scanners");
    const place = `/zones/${await zoneId(stack)}/rulesets/${id}/rules/${rule?.id}`;
    const body = { ref: rule?.ref, action: rule?.action, expression: rule?.expression, enabled: false };
    expect((await stack.api.call("PATCH", place, { body })).status).toBe(200);

    outputOf(await stack.refresh());
    expect(changedLines(outputOf(await stack.preview("--diff")))).toEqual([
      "~ pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset: (update)",
      "~ rules: {",
      "~ scanners: {",
      "- enabled: false",
    ]);
    const { writes } = await stack.watch(() => stack.up());
    expect(writes).toEqual([expect.stringMatching(/^PATCH /)]);
    expect((await entrypoint(stack)).rules.find(({ ref }) => plainRef(ref) === "scanners")?.enabled).toBe(
      true,
    );
  });

  it("creates a token that works for its zone and is rejected for another", async () => {
    const { editorToken } = await stack.outputs();
    const zones = await stack.api.zones();
    const token = String(editorToken);
    const statuses = await Promise.all(
      ["example.com", "shop.example"].map(async (name) => {
        const zone = zones.find((candidate) => candidate.name === name);
        return (await stack.api.call("GET", `/zones/${zone?.id}/rulesets`, { token })).status;
      }),
    );
    expect(statuses).toEqual([200, 403]);
  });

  it("writes credential and token value to no file of the stack", async () => {
    const { editorToken } = await stack.outputs();
    const secrets = [String(editorToken), stack.ready.token, stack.ready.apiKey];
    const files = stack.stateFiles();
    expect(files.length).toBeGreaterThan(1);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(files.filter(({ text }) => text.includes(secret)).map((file) => file.path)).toEqual([]);
    }
  });

  it("needs less than 1 kB of state per resource for its provider", async () => {
    const { deployment } = await stack.exportState();
    const ours = (deployment.resources ?? []).filter(({ type }) =>
      type.startsWith("pulumi-nodejs:dynamic/edge:"),
    );
    expect(ours).toHaveLength(8);
    for (const { inputs, outputs } of ours) {
      const texts = [inputs?.["__provider"], outputs?.["__provider"]];
      expect(texts.every((text) => typeof text === "string")).toBe(true);
      expect(JSON.stringify(texts).length).toBeLessThan(1024);
      expect(outputs?.["stateVersion"]).toBe(1);
    }
  });

  it("leaves nothing after a destroy", async () => {
    outputOf(await stack.destroy());
    expect(await stack.api.leftovers()).toEqual([]);
  });
});

async function zoneId(stack: EdgeStack): Promise<string> {
  return String((await stack.outputs())["zoneId"]);
}

async function entrypoint(stack: EdgeStack) {
  return stack.api.entrypoint(await zoneId(stack), "http_request_firewall_custom");
}

async function refs(stack: EdgeStack): Promise<string[]> {
  return (await entrypoint(stack)).rules.map(({ ref }) => plainRef(ref));
}

async function levelsOff(stack: EdgeStack): Promise<string[] | undefined> {
  const { rules } = await stack.api.entrypoint(await zoneId(stack), "http_request_firewall_managed");
  return rules[0]?.action_parameters?.overrides?.categories?.map(({ category }) => category);
}

/** Returns the changed lines of `--diff`, without the engine's own lines about the stack. */
function changedLines(output: string): string[] {
  return output
    .split("\n")
    .map((line) => line.trim().replace(/ +/g, " ").replace(/ :/, ":"))
    .filter((line) => /^[+~-] /.test(line))
    .filter((line) => !/^[+~-] \d+ (to|created|updated|deleted)/.test(line));
}
