import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { EXAMPLE_COM } from "../support/platform";

describe("the example ci-token", () => {
  let stack: EdgeStack;
  // The first run checks the types, as by default.
  beforeAll(async () => {
    stack = await createEdgeStack({ program: "examples/ci-token", config: { zoneId: EXAMPLE_COM } });
    outputOf(await stack.pulumi(["config", "set", "--path", "runners[0]", "127.0.0.0/8"]));
    outputOf(await stack.up());
    stack.env["PULUMI_NODEJS_TRANSPILE_ONLY"] = "true";
  });
  afterAll(() => stack.dispose());

  const value = async () => String((await stack.outputs())["ciToken"]);

  it("creates a token that works for its zone only", async () => {
    const zones = await stack.api.zones();
    const other = zones.find(({ id }) => id !== EXAMPLE_COM);
    const token = await value();
    const statusOf = async (path: string) => (await stack.api.call("GET", path, { token })).status;
    expect(await statusOf(`/zones/${EXAMPLE_COM}/rulesets`)).toBe(200);
    expect(await statusOf(`/zones/${other?.id}/rulesets`)).toBe(403);
    expect(await statusOf("/user/tokens")).toBe(403);
  });

  it("rotates the token if the configuration says so, and removes the previous one a day later", async () => {
    const [id, before] = [await tokenId(stack), await value()];
    await stack.setConfig("rotate", "now");
    expect(outputOf(await stack.preview("--diff"))).toMatch(/~ generation\s*: 1 => 2/);
    expect(outputOf(await stack.up())).toMatch(/1 updated/);
    expect(await tokenId(stack)).not.toBe(id);
    const values = [before, await value()];
    const verified = await Promise.all(
      values.map((token) => stack.api.call("GET", "/user/tokens/verify", { token })),
    );
    expect(verified.map(({ status }) => status)).toEqual([200, 200]);
    const { expires_on: end } = verified[0]?.result as { expires_on: string };
    const hours = (Date.parse(end) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThanOrEqual(24);
  });

  it("is unchanged at the next up, and leaves nothing after a destroy", async () => {
    const { result, writes } = await stack.watch(() => stack.up("--expect-no-changes"));
    outputOf(result);
    expect(writes).toEqual([]);
    outputOf(await stack.destroy());
    expect(await stack.api.leftovers()).toEqual([]);
  });
});

async function tokenId(stack: EdgeStack): Promise<string> {
  const { deployment } = await stack.exportState();
  const token = deployment.resources?.find(({ type }) => type.endsWith(":ApiToken"));
  return String(token?.outputs?.["tokenId"]);
}
