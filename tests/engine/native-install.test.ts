import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import schema from "../../plugin/schema.json";
import { ROOT } from "../../scripts/prepare";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { sourceLinesOf } from "../support/source-lines";

const NATIVE = `
const edge = require("pulumi-edge-platform/native");
const zone = edge.getZoneOutput({ name: "example.com" });
const custom = new edge.ZoneEntrypointRuleset("custom", { zoneId: zone.id, phase: "http_request_firewall_custom",
  rules: [{ ref: "one", action: "block", expression: "ssl" }] });
exports.id = custom.id;
`;

/** Lookups by the plugin: with a provider of a parent, and with one whose settings a preview does not know. */
const LOOKUPS = `
const { ComponentResource } = require("@pulumi/pulumi");
const parent = new ComponentResource("test:Parent", "parent", {}, { provider: new edge.Provider("staging") });
const later = new edge.Provider("later", { accountId: custom.rulesetId });
exports.zones = edge.getZonesOutput({}, { parent, dependsOn: custom }).apply((zones) => zones.map(({ name }) => name));
exports.later = edge.getZoneOutput({ name: "example.com" }, { provider: later }).id;
exports.groups = edge.getPermissionGroups({ name: "Zone WAF Write" }, { parent }).then(([{ scopes }]) => scopes);
`;

const AT_ONCE = `
const edge = require("pulumi-edge-platform/native");
for (const name of ["one", "two"]) new edge.ValidatedFilter(name, { expression: "ssl" });
`;

const EXPLICIT = `
const edge = require("pulumi-edge-platform/native");
new edge.ValidatedFilter("one", { expression: "ssl" }, { provider: new edge.Provider("staging") });
`;

describe("the native plugin", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": NATIVE } });
  });
  afterAll(() => stack.dispose());

  // The engine ends a program at the first registration that needs the plugin.
  it.each([
    ["by a program whose first resource waits for a lookup", NATIVE],
    ["by a program that registers a resource at once", AT_ONCE],
    ["by a program that makes a provider", EXPLICIT],
  ])("fails with the command that installs it, if it is missing %s", async (_, program) => {
    stack.write("index.js", program);
    const output = outputOf(await stack.preview(), 1).replace(/\s+/g, " ");
    stack.write("index.js", NATIVE);
    expect(output).toContain(
      "The plugin edge, which manages native resources, is not installed. Run `npx edge-platform plugin install`",
    );
  });

  it("manages resources and does lookups by a provider once it is installed", async () => {
    const main = path.join(ROOT, "dist", "cli", "main.js");
    const told = execFileSync(process.execPath, [main, "plugin", "install"], {
      env: stack.env,
      encoding: "utf8",
    });
    expect(told).toMatch(/^The plugin edge \d+\.\d+\.\d+ is installed\.$/m);
    stack.write("index.js", NATIVE + LOOKUPS);
    const { result, writes } = await stack.watch(() => stack.pulumi(["up", "--yes"]));
    expect(outputOf(result)).not.toContain("is not installed");
    expect(writes).toHaveLength(1);
    const { id, later, ...found } = await stack.outputs();
    expect(id).toBe(`${String(later)}/http_request_firewall_custom`);
    expect(found).toEqual({
      zones: ["example.com", "example.org", "shop.example"],
      groups: ["com.cloudflare.api.account.zone"],
    });
  });

  it("needs at most 700 bytes of state per resource beside inputs and outputs, with the program's line", async () => {
    const state = await stack.exportState();
    const line = "project:///index.js#4,16";
    expect(sourceLinesOf(state, "custom")).toEqual([line, line]);
    const own = (state.deployment.resources ?? []).filter(
      ({ urn }) => !/::(?:parent|staging|later)$/.test(urn),
    );
    const rest = own.map((resource) =>
      JSON.stringify({ ...resource, inputs: undefined, outputs: undefined }),
    );
    expect(rest).toHaveLength(3);
    expect(rest.filter((text) => text.length > 700)).toEqual([]);
  });

  describe("as a tarball of `npm run package:plugin`", () => {
    const script = path.join(ROOT, "scripts", "package-plugin.js");
    let folder: string;
    beforeAll(() => {
      folder = path.join(stack.directory, "tarballs");
      execFileSync(process.execPath, [script, "--out", folder], { stdio: "pipe" });
    });

    it("is the same in every run and for every platform", () => {
      const again = path.join(stack.directory, "again");
      execFileSync(process.execPath, [script, "--out", again], { stdio: "pipe" });
      const names = fs.readdirSync(folder);
      expect(names).toHaveLength(6);
      const [first] = names.map((name) => fs.readFileSync(path.join(folder, name)));
      const others = [folder, again].flatMap((one) =>
        names.map((name) => fs.readFileSync(path.join(one, name))),
      );
      expect(others.every((bytes) => bytes.equals(first!))).toBe(true);
      const listed = execFileSync("tar", ["-tzf", path.join(folder, names[0]!)], { encoding: "utf8" });
      expect(listed.trim().split("\n")).toEqual([
        "bundle.js",
        "pulumi-resource-edge",
        "pulumi-resource-edge.cmd",
        "schema.json",
        "start.js",
      ]);
    });

    it("is what the engine asks for at a pluginDownloadURL, and serves the schema once it is installed", async () => {
      const server = http.createServer(({ url = "" }, answer) => {
        const file = path.join(folder, path.basename(url));
        if (fs.existsSync(file)) answer.end(fs.readFileSync(file));
        else answer.writeHead(404).end();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      try {
        const { port } = server.address() as AddressInfo;
        const { version } = schema;
        // Otherwise the CLI first looks for the plugin in Pulumi's own registry.
        const env = {
          PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
          PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
        };
        const pulumi = async (...args: string[]) => (await stack.pulumi(args, env)).stdout;
        const options = { version, pluginDownloadURL: `http://127.0.0.1:${port}` };
        stack.write("index.js", NATIVE.replace("}] });", `}] }, ${JSON.stringify(options)});`));
        await pulumi("plugin", "rm", "--all", "--yes");
        expect(JSON.parse(await pulumi("plugin", "ls", "--json"))).toEqual([]);
        const preview = outputOf(await stack.pulumi(["preview"], env));
        expect(preview).not.toContain("is not installed");
        expect(JSON.parse(await pulumi("plugin", "ls", "--json"))).toEqual([
          expect.objectContaining({ name: "edge", kind: "resource", version }),
        ]);
        const { resources } = JSON.parse(await pulumi("package", "get-schema", "edge")) as typeof schema;
        expect(Object.keys(resources).sort()).toEqual(Object.keys(schema.resources).sort());
      } finally {
        await new Promise((resolve) => server.close(resolve));
      }
    });
  });
});
