import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensureBuilt, ROOT } from "../../scripts/prepare";

jest.setTimeout(120_000);
beforeAll(() => ensureBuilt(() => undefined));

const PROVIDER = path.join(ROOT, "dist", "provider");

/** Runs a program with the built package, and returns which of these packages it has loaded. */
function loadedBy(program: string): string[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["-e", `(async () => { ${program}; console.log(JSON.stringify(Object.keys(require.cache))); })()`],
    { encoding: "utf8", cwd: ROOT },
  );
  if (stdout === "") throw new Error(stderr);
  // The program above prints an array of paths.
  const files = JSON.parse(stdout) as string[];
  return ["axios", "zod"].filter((name) =>
    files.some((file) => file.includes(path.join("node_modules", name) + path.sep)),
  );
}

const EDGE = JSON.stringify(path.join(PROVIDER, "index.js"));
const DYNAMIC = JSON.stringify(path.join(PROVIDER, "dynamic.js"));
const ZONE = JSON.stringify("023e105f4ecef8ad9ca31a8372d0c353");
const WITH_MOCKS = `
  const pulumi = require("@pulumi/pulumi");
  await pulumi.runtime.setMocks({ newResource: (args) => ({ id: args.name + "-id", state: args.inputs }), call: () => ({}) });
  const edge = require(${EDGE});`;

describe("the HTTP client and the schemas of the API", () => {
  it("are not loaded by a program that declares resources", () => {
    const program = `${WITH_MOCKS}
      const made = [
        new edge.ApiToken("ci", {
          policies: [{ resources: edge.zone(${ZONE}), permissionGroups: [{ name: "Zone WAF Write" }] }],
          expiresOn: "2030-01-02T03:04:05Z",
          warnBefore: "30d",
        }),
        new edge.GatewayEndpoint("chain", { network: "sepolia" }),
        new edge.OwaspConfig("owasp", { zoneId: ${ZONE}, paranoiaLevel: 1, scoreThreshold: "low" }),
        new edge.ValidatedFilter("filter", { expression: 'ip.geoip.country == "DE"' }),
        new edge.ZoneBaseline("baseline", { zoneId: ${ZONE} }),
      ];
      for (const { urn } of made) await new Promise((resolve) => urn.apply(resolve));`;
    expect(loadedBy(program)).toEqual([]);
  });

  it("are not loaded by a provider before it has work", () => {
    expect(loadedBy(`require(${DYNAMIC}).load("ZoneEntrypointRuleset")`)).toEqual([]);
  });

  it("are loaded by a function that needs them", () => {
    const explained = `require(${EDGE}).explainAccess({ name: "ci", policies: [] }, "patchRule", "zone." + ${ZONE})`;
    expect(loadedBy(explained)).toEqual(["zod"]);
    const sent = `process.env.EDGE_BASE_URL = "http://127.0.0.1:1/client/v4"; process.env.EDGE_API_TOKEN = "t".repeat(40);
      process.env.PULUMI_NODEJS_PROJECT = "shop"; process.env.PULUMI_NODEJS_STACK = "dev";
      await require(${EDGE}).getUser().catch(() => undefined)`;
    expect(loadedBy(sent)).toContain("axios");
  });
});
