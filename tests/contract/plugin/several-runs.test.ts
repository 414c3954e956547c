import { ask } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { useTestPlugin } from "../../support/use-test-plugin";
import { parseRef } from "../../../provider/marks";

const platform = useTestPlatform();
const plugin = useTestPlugin(platform);
const CUSTOM = "http_request_firewall_custom";
const rule = (ref: string) => ({ ref, action: "log", expression: `http.request.uri.path eq "/${ref}"` });

interface Made {
  readonly id: string;
  readonly outputs: Record<string, unknown>;
}

async function checked(name: string, refs: readonly string[], before?: Made) {
  const args = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: refs.map(rule) };
  const olds = before?.outputs ?? {};
  const { inputs, failures } = await plugin.check(urn(name), olds, args);
  expect(failures).toEqual([]);
  return inputs;
}

const urn = (name: string) => plugin.urn("ZoneEntrypointRuleset", name);

async function liveRefs(): Promise<string[]> {
  const path = `/zones/${EXAMPLE_COM}/rulesets/phases/${CUSTOM}/entrypoint`;
  const { rules } = await ask<{ rules: { ref: string }[] }>(platform, "GET", path);
  return rules.map(({ ref }) => parseRef(ref).ref).sort();
}

describe("a plugin that serves several runs, as in a debugger", () => {
  it("keeps a rule that moves in a later run until its new owner has written it", async () => {
    const make = async (name: string, refs: readonly string[]): Promise<Made> =>
      plugin.create(urn(name), await checked(name, refs));
    const made = await make("first", ["stays"]);
    const both = await checked("first", ["stays", "moves"], made);
    const first = { ...made, outputs: await plugin.update(urn("first"), made.id, made.outputs, both) };
    const second = await make("second", ["other"]);

    await plugin.configure({ apiToken: platform.token, baseUrl: platform.baseUrl });
    const without = await checked("first", ["stays"], first);
    const more = await checked("second", ["other", "moves"], second);
    await plugin.update(urn("first"), first.id, first.outputs, without);
    expect(await liveRefs()).toEqual(["moves", "other", "stays"]);
    await plugin.update(urn("second"), second.id, second.outputs, more);
    expect(await liveRefs()).toEqual(["moves", "other", "stays"]);
  }, 60_000);
});
