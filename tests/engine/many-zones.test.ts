import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";

describe("the example many-zones", () => {
  let stack: EdgeStack;
  // The first run checks the types, as by default.
  beforeAll(async () => {
    stack = await createEdgeStack({ program: "examples/many-zones" });
  });
  afterAll(() => stack.dispose());

  it("protects each zone of the list, and follows changes of the list", async () => {
    outputOf(await stack.up());
    stack.env["PULUMI_NODEJS_TRANSPILE_ONLY"] = "true";
    expect(await protectedZones(stack)).toEqual(["example.com", "shop.example"]);
    outputOf(await stack.pulumi(["config", "set", "--path", "zones[0]", "example.com"]));
    outputOf(await stack.pulumi(["config", "set", "--path", "zones[1]", "example.org"]));
    outputOf(await stack.up());
    expect(await protectedZones(stack)).toEqual(["example.com", "example.org"]);
    expect(outputOf(await stack.up())).toMatch(/\d+ unchanged/);
    outputOf(await stack.destroy());
    expect(await stack.api.leftovers()).toEqual([]);
  });
});

/** Names of the zones that have all three entry points, read from the platform. */
async function protectedZones({ api }: EdgeStack): Promise<string[]> {
  const phases = await Promise.all(
    (await api.zones()).map(async ({ id, name }) => ({
      name,
      entrypoints: (await api.entrypoints(id)).length,
    })),
  );
  return phases
    .filter(({ entrypoints }) => entrypoints === 3)
    .map(({ name }) => name)
    .sort();
}
