import { outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";
import { casesOf } from "../support/nightly";
import { startProxy, type Proxy } from "../support/proxy";

const PHASE = "http_request_firewall_custom";
const programOf = (module: string) => `
const edge = require("${module}");
new edge.ZoneEntrypointRuleset("custom", {
  zoneId: edge.getZoneOutput({ name: "example.com" }).id,
  phase: "${PHASE}",
  rules: [{ ref: "bots", action: "block", expression: "cf.client.bot" }] });
`;
const BY_HAND = { ref: "by-hand", action: "block", expression: "ip.src eq 192.0.2.1" };

const DOORS = casesOf(
  [
    ["the dynamic provider", "pulumi-edge-platform"],
    ["the native plugin", "pulumi-edge-platform/native"],
  ],
  ([door]) => door === "the native plugin",
);

describe.each(DOORS)("a destroy with %s", (_, module) => {
  let stack: EdgeStack;
  let proxy: Proxy | undefined;
  beforeAll(async () => {
    stack = await createNativeStack(programOf(module));
    outputOf(await stack.up());
  });
  afterAll(async () => {
    await proxy?.close();
    await stack.dispose();
  });

  it("keeps a rule that a person adds while the API asks to wait", async () => {
    const zoneId = (await stack.api.zones()).find(({ name }) => name === "example.com")!.id;
    const { id } = await stack.api.entrypoint(zoneId, PHASE);
    let refused = false;
    proxy = await startProxy(stack.ready.baseUrl, async ({ method }) => {
      if (method !== "DELETE" || refused) return undefined;
      refused = true;
      await stack.api.call("POST", `/zones/${zoneId}/rulesets/${id}/rules`, { body: BY_HAND });
      return { status: 429, body: "", type: "text/plain" };
    });
    const environment = { EDGE_BASE_URL: proxy.baseUrl };
    outputOf(await stack.pulumi(["destroy", "--yes", "--skip-preview"], environment));
    expect(refused).toBe(true);
    expect((await stack.api.entrypoint(zoneId, PHASE)).rules.map(({ ref }) => ref)).toEqual(["by-hand"]);
  });
});
