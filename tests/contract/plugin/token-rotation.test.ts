import { isMembers } from "../../../provider/api";
import { bearer, EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { useTestPlugin } from "../../support/use-test-plugin";

const platform = useTestPlatform();
const plugin = useTestPlugin(platform);

const args = {
  name: "pipeline",
  policies: [{ resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone Read" }] }],
  rotation: { every: "1h", overlap: "5m" },
};
/** Uses the value of a token, which the plugin sends as a secret. */
const use = async ({ value }: Record<string, unknown>) => {
  const plain = isMembers(value) ? value["value"] : value;
  return (await platform.api("GET", `/zones/${EXAMPLE_COM}`, { headers: bearer(String(plain)) })).status;
};

describe("a rotation by the plugin", () => {
  it("makes another successor beside one that the state does not know", async () => {
    const urn = plugin.urn("ApiToken", "pipeline");
    const { inputs } = await plugin.check(urn, {}, args);
    const { id, outputs } = await plugin.create(urn, inputs);
    const generationSince = new Date(Date.now() - 7_200_000).toISOString().replace(/\.\d+Z$/, "Z");
    const rotated = async () => {
      await plugin.restart();
      const { inputs: news } = await plugin.check(urn, { ...inputs, generationSince }, args);
      return plugin.update(urn, id, { ...outputs, generationSince }, news);
    };
    const lost = await rotated();
    expect(await use(lost)).toBe(200);
    const made = await rotated();
    expect([await use(lost), await use(made)]).toEqual([200, 200]);
    expect(made["previous"]).toMatchObject([
      { tokenId: lost["tokenId"], generation: 2 },
      { tokenId: outputs["tokenId"], generation: 1 },
    ]);
    expect(plugin.lines).toContainEqual(
      expect.stringContaining(`the token ${String(lost["tokenId"])}, of generation 2, is not in the state`),
    );
    await plugin.delete(urn, id, made);
    expect([await use(lost), await use(made)]).toEqual([403, 403]);
  });
});
