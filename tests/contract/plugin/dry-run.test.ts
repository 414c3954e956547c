import { watch, withFaults, type Fault } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import type { CallError } from "../../support/provider-client";
import { useTestPlugin } from "../../support/use-test-plugin";

/** tests/contract/lifecycle/foresight-dry-run.test.ts has the single cases. */
const CUSTOM = "http_request_firewall_custom";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;

const platform = useTestPlatform();
const plugin = useTestPlugin(platform);

const block = (ref: string, path = ref) => ({
  ref,
  action: "block",
  expression: `http.request.uri.path eq "/${path}"`,
});
const args = (...rules: object[]) => ({ zoneId: EXAMPLE_COM, phase: CUSTOM, rules });
const urn = () => plugin.urn("ZoneEntrypointRuleset", "custom");
const refusal = (pointer: string): Fault => ({
  path: "(rulesets|[0-9a-f]*[1-9a-f][0-9a-f]*(/rules)?)\\?dry_run=true$",
  kind: "status",
  status: 400,
  errors: [{ code: 20_999, message: "this word is not allowed here", source: { pointer } }],
});
const messageOf = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return (error as CallError).message;
  }
  return "";
};

describe("a preview of the plugin", () => {
  it("reports what the API refuses in a dry run, of a new and of a changed resource", async () => {
    const { inputs } = await plugin.check(urn(), {}, args(block("a"), block("b")));
    const create = () => plugin.create(urn(), inputs, { preview: true });
    const refused = await watch(platform, () =>
      withFaults(platform, [refusal("/rules/1/expression")], () => messageOf(create)),
    );
    expect(refused.result).toMatch(
      /rules\["b"\]\.expression: the API refuses .*this word is not allowed here/,
    );
    expect([refused.dryRuns.at(-1), refused.writes]).toEqual([`POST ${RULESETS}`, []]);
    await plugin.restart();
    const { inputs: checked } = await plugin.check(urn(), {}, args(block("a"), block("b")));
    const { id, outputs } = await plugin.create(urn(), checked);
    await plugin.restart();
    const { inputs: news } = await plugin.check(urn(), checked, args(block("a", "other"), block("b")));
    const update = () => plugin.update(urn(), id, outputs, news, { preview: true, oldInputs: checked });
    const changed = await watch(platform, () =>
      withFaults(platform, [refusal("/expression")], () => messageOf(update)),
    );
    expect(changed.result).toMatch(/rules\["a"\]\.expression: the API refuses/);
    expect([changed.dryRuns.length, changed.proofs.length, changed.writes]).toEqual([1, 2, []]);
  });

  it("asks nothing if an argument of the provider turns it off", async () => {
    await plugin.configure({ baseUrl: platform.baseUrl, apiToken: platform.token, dryRun: "false" });
    const { inputs } = await plugin.check(urn(), {}, args(block("a")));
    const preview = await watch(platform, () => plugin.create(urn(), inputs, { preview: true }));
    expect(preview.dryRuns).toEqual([]);
    expect(await plugin.checkConfig({ dryRun: "no" })).toEqual([
      expect.objectContaining({ reason: expect.stringContaining("Write true or false.") as string }),
    ]);
  });
});
