import { secret } from "../../support/native-plugin";
import { platformApi } from "../../../scripts/demo/platform-api";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { useTestPlugin } from "../../support/use-test-plugin";

const CUSTOM = "http_request_firewall_custom";
const RULES = [
  { ref: "office", action: "log", expression: "ip.src in {192.0.2.0/24}" },
  { ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' },
];
const ARGS = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: RULES };

const platform = useTestPlatform();
const plugin = useTestPlugin(platform);
beforeEach(async () => {
  const rules = [{ ref: "theirs", action: "log", expression: "ssl" }];
  const path = `/zones/${EXAMPLE_COM}/rulesets/phases/${CUSTOM}/entrypoint`;
  await platformApi(platform).call("PUT", path, { body: { rules } });
});

/** Previews a new entry point whose inputs a policy changes after `check`. */
async function preview(
  args: Record<string, unknown>,
  policy: (inputs: Record<string, unknown>) => Record<string, unknown> = (inputs) => inputs,
) {
  const urn = plugin.urn("ZoneEntrypointRuleset");
  const { inputs, failures } = await plugin.check(urn, {}, args);
  expect(failures).toEqual([]);
  return plugin.create(urn, policy(inputs), { preview: true });
}

describe("a preview after a policy's remediation", () => {
  it("accepts values that the policy has corrected", async () => {
    const args = { ...ARGS, ownership: "exclusive" };
    await expect(preview(args)).rejects.toThrow('ownership: "exclusive" would remove');
    const { outputs } = await preview(args, (inputs) => ({ ...inputs, ownership: "shared" }));
    expect(outputs).toMatchObject({ ownership: "shared" });
  });

  it("rejects values that the policy has broken, and names the rule", async () => {
    await expect(preview(ARGS, (inputs) => ({ ...inputs, ownership: "exclusive" }))).rejects.toThrow(
      'ownership: "exclusive" would remove',
    );
    const wrong = { action: "block", after: "office", expression: "ip.scr eq 1" };
    await expect(
      preview(ARGS, (inputs) => ({ ...inputs, rules: { ...(inputs["rules"] as object), admin: wrong } })),
    ).rejects.toThrow('rules["admin"].expression: ');
  });

  it("judges an argument that the policy has removed as one that is not set", async () => {
    await preview({ ...ARGS, ownership: "exclusive" }, (inputs) => {
      delete inputs["ownership"];
      return inputs;
    });
  });

  it("warns about the rules that the policy has written, and shows no secret", async () => {
    const rules = [RULES[0], { ...RULES[1], expression: secret('http.host eq "hidden.example"') }];
    const wide = { action: "block", expression: "true", after: "admin" };
    const withWide = { ...ARGS, rules };
    await preview(withWide, (inputs) => ({ ...inputs, rules: { ...(inputs["rules"] as object), wide } }));
    expect(plugin.lines.join("\n")).toContain('rules["wide"]');
    expect(plugin.lines.join("\n")).not.toContain("hidden.example");
  });

  it("compares resources by their values after the policy", async () => {
    await preview({ ...ARGS, position: "first" }, (inputs) => ({ ...inputs, position: "last" }));
    const other = { ...ARGS, rules: [{ ...RULES[0], ref: "other" }], position: "first" };
    expect((await plugin.check(plugin.urn("ZoneEntrypointRuleset", "two"), {}, other)).failures).toEqual([]);
  });
});
