import http from "node:http";
import type { AddressInfo } from "node:net";
import { createEdgeStack, type EdgeStack } from "../support/edge-stack";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const STACK_TRACE = /^\s+at .+:\d+:\d+\)?$/m;

/** Errors as the engine prints them. tests/contract/lifecycle covers each error by itself. */
describe("bad input at preview", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": "" } });
  });
  afterAll(() => stack.dispose());

  /** Runs a program, by default as a preview, and returns what the CLI prints. Expects that nothing was written. */
  async function refused(
    resource: string,
    env: Record<string, string> = {},
    command: readonly string[] = ["preview"],
  ): Promise<string> {
    stack.write(
      "index.js",
      `const edge = require("pulumi-edge-platform");\nconst pulumi = require("@pulumi/pulumi");\n${resource}`,
    );
    const { result, writes } = await stack.watch(() => stack.pulumi([...command], env));
    expect(result.code).not.toBe(0);
    expect(writes).toEqual([]);
    const output = result.stdout + result.stderr;
    expect(output).not.toMatch(STACK_TRACE);
    return output;
  }

  it("rejects two resources that configure one OWASP deployment, before any request", async () => {
    const owasp = (name: string) =>
      `new edge.OwaspConfig("${name}", { zoneId: "${ZONE}", paranoiaLevel: 1, scoreThreshold: 60 });`;
    const output = await refused(owasp("one") + owasp("two"));
    expect(output).toContain(`an OwaspConfig, deploys the same managed ruleset in the same zone`);
  });

  it("reports all errors of a resource at once", async () => {
    const output = await refused(`new edge.ZoneEntrypointRuleset("rules", {
      zoneId: "example.com",
      phase: "http_request_firewall",
      rules: [
        { ref: "one", action: "blok", expression: "ssl" },
        { ref: "one", action: "block", expression: "http.request.uri.pth eq 1" },
      ],
    });`);
    expect(output).toContain("resource 'rules' has a problem: zoneId:");
    expect(output).toContain('"example.com"');
    expect(output).toContain("resource 'rules' has a problem: phase:");
    expect(output).toContain("http_request_firewall_custom");
    expect(output).toMatch(/"blok".*block/);
    expect(output).toContain("http.request.uri.path");
  });

  it("rejects a token with several errors, and never shows the credential", async () => {
    const output = await refused(`new edge.ApiToken("ci", {
      policies: [],
      condition: { requestIp: { in: ["192.0.2.1"] } },
      expiresOn: "2020-01-01T00:00:00+01:00",
    });`);
    expect(output).toContain("policies:");
    expect(output).toContain("192.0.2.1/32");
    expect(output).toContain("expiresOn:");
    expect(output).not.toContain(stack.ready.token);
  });

  it.each([["preview"], ["up", "--yes", "--skip-preview"]])(
    "rejects two owners of one phase if one is exclusive, before any request: pulumi %s",
    async (...command) => {
      const output = await refused(
        `const owned = (ref) => ({
          zoneId: pulumi.output("${ZONE}"),
          phase: "http_request_firewall_custom",
          rules: [{ ref, action: "log", expression: "ssl" }],
        });
        new edge.ZoneEntrypointRuleset("team-a", { ...owned("a"), ownership: "exclusive" });
        new edge.ZoneEntrypointRuleset("team-b", owned("b"));`,
        {},
        command,
      );
      expect(output).toContain(`http_request_firewall_custom in zone ${ZONE}`);
      expect(output).toMatch(/team-a.*team-b|team-b.*team-a/);
    },
  );

  it("rejects paranoia levels other than 1 to 4, at each resource", async () => {
    const levels = ["0", "5", "2.5", '"two"'];
    const output = await refused(
      levels
        .map((level, index) => {
          const args = `{ zoneId: "${index}${ZONE.slice(1)}", paranoiaLevel: ${level}, scoreThreshold: 40 }`;
          return `new edge.OwaspConfig("owasp-${index}", ${args});`;
        })
        .join("\n"),
    );
    for (const [index, level] of levels.entries()) {
      const [, problem] =
        new RegExp(`resource 'owasp-${index}' has a problem: (paranoiaLevel:.*)`).exec(output) ?? [];
      expect(problem).toContain(level.replaceAll('"', ""));
    }
  });

  it("shows the position of an error in a secret expression, but not its text", async () => {
    const output = await refused(
      `new edge.ValidatedFilter("filter", { expression: pulumi.secret('http.host eq "canary-host" and http.hots eq "x"') });`,
    );
    expect(output).toContain("resource 'filter' has a problem: expression:");
    expect(output).not.toContain("canary-host");
    expect(output).not.toContain("http.hots");
  });

  it("rejects a filter with an invalid value, with the value and without a stack trace", async () => {
    const output = await refused(`
      const network = pulumi.output("10.0.0.0/33");
      const expression = edge.buildFilter({ network }, (v) => edge.filter.field("ip.src").in([v.network]));
      new edge.ValidatedFilter("filter", { expression });`);
    expect(output).toContain("10.0.0.0/33");
  });

  it("names the date and the successor of a retired network", async () => {
    const output = await refused(`new edge.GatewayEndpoint("chain", { network: "rinkeby" });`);
    expect(output).toContain("2023-01-30");
    expect(output).toContain("sepolia");
  });

  it("says how to set a missing credential", async () => {
    const output = await refused(
      `new edge.OwaspConfig("owasp", { zoneId: "${ZONE}", paranoiaLevel: 2, scoreThreshold: 40 });`,
      { EDGE_API_TOKEN: "" },
    );
    expect(output).toContain("EDGE_API_TOKEN");
    expect(output).toContain("edge:apiToken");
  });

  it("names a base URL that cannot be reached", async () => {
    const output = await refused(`edge.getZone({ name: "example.com" });`, {
      EDGE_BASE_URL: "http://127.0.0.1:1/client/v4",
    });
    expect(output).toContain("127.0.0.1:1");
  });

  it("says that the API answered with HTML instead of JSON", async () => {
    const server = http.createServer((_request, response) => {
      response
        .writeHead(200, { "Content-Type": "text/html" })
        .end("<html><body>captive portal</body></html>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo;
    const env = { EDGE_BASE_URL: `http://127.0.0.1:${port}/client/v4` };
    const output = await refused(`edge.getZone({ name: "example.com" });`, env).finally(() => server.close());
    expect(output).toContain("HTML");
    expect(output).not.toContain("captive portal");
  });

  it("rejects the import option and says what to use instead", async () => {
    const output = await refused(
      `new edge.ApiToken("ci", { policies: [{ resources: edge.zone("${ZONE}"), permissionGroups: [{ id: "${ZONE}" }] }] }, { import: "user/x" });`,
    );
    expect(output).toContain("set `adopt` to the token's id");
  });

  it("loses nothing if a user tries `pulumi import`, which dynamic resources do not support", async () => {
    stack.write("index.js", "");
    const before = await ours(stack);
    const type = "pulumi-nodejs:dynamic/edge:ApiToken";
    const { writes, result } = await stack.watch(() =>
      stack.pulumi(["import", "--yes", type, "ci", `user/${ZONE}`]),
    );
    expect(result.code).not.toBe(0);
    expect(writes).toEqual([]);
    expect(await ours(stack)).toEqual(before);
  });
});

async function ours(stack: EdgeStack): Promise<string[]> {
  const { deployment } = await stack.exportState();
  return (deployment.resources ?? []).map(({ urn }) => urn).filter((urn) => urn.includes("/edge:"));
}
