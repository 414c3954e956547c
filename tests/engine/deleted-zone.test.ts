import { outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";
import { casesOf } from "../support/nightly";

/** Everything that one zone can hold, a token that names it, and rules of another zone. */
const programOf = (module: string) => `
const edge = require("${module}");
const pulumi = require("@pulumi/pulumi");
const zoneId = new pulumi.Config().require("zoneId");
const phase = "http_request_firewall_custom";
const rules = [{ ref: "bots", action: "block", expression: "cf.client.bot" }];
new edge.ZoneEntrypointRuleset("custom", { zoneId, phase, rules });
new edge.ZoneBaseline("baseline", {
  zoneId,
  rateLimits: [{ ref: "login", expression: 'http.request.uri.path eq "/login"', requestsPerPeriod: 20 }] });
new edge.ApiToken("token", { policies: [{ resources: edge.zone(zoneId), permissionGroups: [{ name: "Zone Read" }] }] });
new edge.ZoneEntrypointRuleset("kept", { zoneId: edge.getZoneOutput({ name: "example.org" }).id, phase, rules });
`;

const DOORS = casesOf(
  [
    ["the dynamic provider", "pulumi-edge-platform"],
    ["the native plugin", "pulumi-edge-platform/native"],
  ],
  ([door]) => door === "the native plugin",
);

describe.each(DOORS)("a zone that was deleted outside of a stack of %s", (_, module) => {
  let stack: EdgeStack;
  let other: string;
  beforeAll(async () => {
    stack = await createNativeStack(programOf(module));
    other = (await stack.api.zones()).find(({ name }) => name === "example.org")!.id;
  });
  afterAll(() => stack.dispose());

  /** Makes a new zone with everything in it, and deletes it by hand. Returns its id. */
  async function upAndDelete(name: string): Promise<string> {
    const body = { name, account: { id: stack.ready.accountId } };
    const { id } = (await stack.api.call("POST", "/zones", { body })).result as { id: string };
    await stack.setConfig("zoneId", id);
    outputOf(await stack.up());
    expect((await stack.api.entrypoints(id)).map(({ phase }) => phase).sort()).toEqual([
      "http_ratelimit",
      "http_request_firewall_custom",
      "http_request_firewall_managed",
    ]);
    await stack.api.call("DELETE", `/zones/${id}`);
    return id;
  }
  const resources = async () => (await stack.exportState()).deployment.resources ?? [];
  const names = async () => (await resources()).map(({ urn }) => urn.split("::").at(-1));

  it("is dropped by a refresh, and the preview after it says what to do", async () => {
    const id = await upAndDelete("first.example");
    const { result, writes } = await stack.watch(() => stack.refresh());
    outputOf(result);
    expect(writes).toEqual([]);
    expect(await names()).toEqual(expect.arrayContaining(["token", "kept"]));
    expect((await resources()).filter((one) => one.id?.startsWith(id))).toEqual([]);
    const preview = outputOf(await stack.preview(), 1);
    expect(preview).toContain(`the zone ${id} does not exist: it was deleted, or the id is wrong`);
    expect(preview).toContain("remove what the program declares in it");
  });

  it("does not stop a destroy without a refresh, nor a destroy of another zone", async () => {
    await upAndDelete("second.example");
    expect((await stack.api.entrypoints(other)).length).toBe(1);
    outputOf(await stack.destroy());
    expect(await resources()).toEqual([]);
    expect(await stack.api.leftovers()).toEqual([]);
  });
});
