import { Provider } from "../../../plugin/provider";
import { EXAMPLE_COM, newZone, useTestPlatform } from "../../support/platform";

const PHASE = "http_response_cache_settings";
const URN = "urn:pulumi:dev::shop::edge:index:ZoneEntrypointRuleset::cache";
const HOUR = { operation: "set", value: 3600 };
const ARGS = {
  zoneId: EXAMPLE_COM,
  phase: PHASE,
  rules: [
    { ref: "static", action: "set_cache_control", expression: "ssl", actionParameters: { maxAge: HOUR } },
  ],
};

const platform = useTestPlatform();

function newProvider(): Provider {
  const provider = new Provider({ line: () => undefined });
  const { baseUrl, gatewayUrl, token } = platform;
  provider.configure({ args: { baseUrl, gatewayUrl, apiToken: token }, isExplicit: true });
  return provider;
}

describe("a directive whose name has a hyphen", () => {
  it("is written in camelCase by a program, and has its hyphen at the API", async () => {
    const provider = newProvider();
    const { inputs, failures } = await provider.check(URN, {}, ARGS);
    expect(failures).toEqual([]);
    await provider.create(URN, inputs);
    const live = await platform.api("GET", `/zones/${EXAMPLE_COM}/rulesets/phases/${PHASE}/entrypoint`);
    expect(live.body).toMatchObject({ result: { rules: [{ action_parameters: { "max-age": HOUR } }] } });
  });

  it("is in camelCase in the inputs of an import, which a next preview leaves unchanged", async () => {
    const zoneId = await newZone(platform);
    const rule = { action: "set_cache_control", expression: "ssl", action_parameters: { "max-age": HOUR } };
    await platform.api("POST", `/zones/${zoneId}/rulesets`, {
      body: { name: "cache", kind: "zone", phase: PHASE, rules: [rule] },
    });
    const provider = newProvider();
    const id = `${zoneId}/${PHASE}`;
    const { inputs, outputs } = (await provider.read(URN, id, {}))!;
    expect(inputs["rules"]).toMatchObject([{ actionParameters: { maxAge: HOUR } }]);
    const checked = await provider.check(URN, inputs, inputs);
    expect(checked.failures).toEqual([]);
    expect(await provider.diff(URN, id, outputs, checked.inputs)).toMatchObject({ changes: false });
  });
});
