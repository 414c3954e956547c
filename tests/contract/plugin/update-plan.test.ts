import type { Properties } from "../../../provider/lifecycle";
import { liveObjects } from "../../support/live";
import { startPlugin, type NativePlugin } from "../../support/native-plugin";
import { platformApi } from "../../../scripts/demo/platform-api";
import { newZone, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();
const SEED = Uint8Array.from({ length: 32 }, (_, index) => index);
const OTHER_SEED = SEED.map((byte) => byte + 1);

/** What an update by a plan does: the engine hands the bytes of the preview to `check`. */
describe("the plugin with the seed of an update plan", () => {
  let plugin: NativePlugin;
  beforeEach(async () => {
    plugin = await startPlugin(platform);
    await plugin.configure({ baseUrl: platform.baseUrl, apiToken: platform.token });
  });
  afterEach(() => plugin.close());

  const policies = [
    { resources: { "com.cloudflare.api.account.zone.*": "*" }, permissionGroups: [{ name: "Zone Read" }] },
  ];
  const rules = [{ ref: "scanners", action: "block", expression: 'http.user_agent contains "nikto"' }];

  it("draws the same mark and name for the same seed, and others for another", async () => {
    const urn = plugin.urn("ApiToken", "deploy");
    const drawn = async (seed?: Uint8Array) => {
      const { inputs } = await plugin.check(urn, {}, { policies }, seed);
      return [inputs["__mark"], inputs["name"]];
    };
    const first = await drawn(SEED);
    expect(await drawn(SEED)).toEqual(first);
    expect(await drawn(OTHER_SEED)).not.toEqual(first);
    // An engine that knows no seeds.
    expect(await drawn()).not.toEqual(await drawn());
  });

  it.each<[string, (zoneId: string) => Properties]>([
    ["ApiToken", () => ({ policies })],
    ["Ruleset", () => ({ accountId: platform.accountId, phase: "http_request_firewall_custom", rules })],
    ["ZoneCustomRuleset", (zoneId) => ({ zoneId, rules })],
    ["ZoneEntrypointRuleset", (zoneId) => ({ zoneId, phase: "http_request_firewall_custom", rules })],
    ["OwaspConfig", (zoneId) => ({ zoneId, paranoiaLevel: 2, scoreThreshold: 40 })],
    [
      "List",
      () => ({ accountId: platform.accountId, name: "office", kind: "ip", items: [{ ip: "192.0.2.1" }] }),
    ],
  ])(
    "makes one %s if the engine dies after it was made, and the plan is carried out again",
    async (kind, argsOf) => {
      const zoneId = await newZone(platform);
      const live = async () => liveObjects({ api: platformApi(platform), ready: platform });
      const urn = plugin.urn(kind, `again-${kind.toLowerCase()}`);
      const create = async () => {
        const { inputs, failures } = await plugin.check(urn, {}, argsOf(zoneId), SEED);
        expect(failures).toEqual([]);
        return plugin.create(urn, inputs);
      };
      await create();
      const once = await live();
      plugin.close();
      plugin = await startPlugin(platform);
      await plugin.configure({ baseUrl: platform.baseUrl, apiToken: platform.token });
      const { id, outputs } = await create();
      expect(await live()).toEqual(once);
      await plugin.delete(urn, id, outputs);
    },
  );
});
