import { platformApi } from "../../../scripts/demo/platform-api";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { useTestPlugin } from "../../support/use-test-plugin";

const CUSTOM = "http_request_firewall_custom";
const platform = useTestPlatform();
const plugin = useTestPlugin(platform);

describe("an import", () => {
  it.each(["constructor", "toString", 'a "b" [0].c'])("accepts a rule with the ref %s", async (ref) => {
    await seed(ref);
    const { inputs, outputs } = await read();
    expect(inputs["rules"]).toEqual([
      expect.objectContaining({ ref: "first" }),
      expect.objectContaining({ ref }),
    ]);
    expect(outputs["rules"]).toHaveProperty([ref, "after"], "first");
  });

  it("rejects a ref that a state cannot have, and names the rule", async () => {
    await seed("__proto__");
    await expect(read()).rejects.toThrow(/has a rule with ref "__proto__", .* Its id is [0-9a-f]{32}\./);
  });
});

async function seed(ref: string): Promise<void> {
  const rule = { action: "log", expression: "ssl" };
  const rules = [
    { ...rule, ref: "first" },
    { ...rule, ref },
  ];
  const path = `/zones/${EXAMPLE_COM}/rulesets/phases/${CUSTOM}/entrypoint`;
  await platformApi(platform).call("PUT", path, { body: { rules } });
}

function read() {
  return plugin.read(plugin.urn("ZoneEntrypointRuleset"), `${EXAMPLE_COM}/${CUSTOM}`, {});
}
