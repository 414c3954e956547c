import { testEngine, UNKNOWN, watch } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";

const KIND = "GatewayEndpoint";
const platform = useTestPlatform();

describe("a GatewayEndpoint", () => {
  it("has the address of its network, and sends no request", async () => {
    const engine = testEngine(platform);
    const { result, requests } = await watch(platform, () => engine.up(KIND, { network: "sepolia" }));
    expect(result.outs).toEqual({
      network: "sepolia",
      url: `${platform.gatewayUrl}/v1/sepolia`,
      stateVersion: 1,
    });
    expect(requests).toEqual([]);
    expect(await engine.refresh(KIND, result)).toEqual(result);
    await engine.destroy(KIND, result);
  });

  it("of a retired network fails with the date and the replacement", async () => {
    const { message } = await testEngine(platform).stopped(KIND, { network: "rinkeby" });
    expect(message).toMatch(/^network: .*rinkeby.*\d{4}-\d\d-\d\d.*sepolia/);
  });

  it("of a retired network passes its check, so that a policy can replace it", async () => {
    const provider = testEngine(platform).provider(KIND);
    const checked = await provider.check({}, { network: "rinkeby" });
    expect(checked).toMatchObject({ inputs: { network: "rinkeby" }, failures: [] });
  });

  it("is replaced if its network was retired since the last update, and that fails", async () => {
    const engine = testEngine(platform);
    const state = await engine.up(KIND, { network: "sepolia" });
    const retired = {
      ...state,
      inputs: { ...state.inputs, network: "rinkeby" },
      outs: { ...state.outs, network: "rinkeby", url: `${platform.gatewayUrl}/v1/rinkeby` },
    };
    expect(await engine.preview(KIND, { network: "rinkeby" }, retired)).toBe("replace");
    expect((await engine.stopped(KIND, { network: "rinkeby" }, retired)).message).toContain("sepolia");
  });

  it("reports a retired network together with its other problems", async () => {
    const args = { network: "rinkeby", connection: 5 };
    expect(await testEngine(platform).problems(KIND, args)).toEqual([
      expect.stringContaining("connection: "),
      expect.stringContaining('network: "rinkeby" was retired'),
    ]);
  });

  it("of a retired network moves to its successor if onRetired allows it", async () => {
    const args = { network: "rinkeby", onRetired: "migrate" };
    const engine = testEngine(platform);
    const state = await engine.up(KIND, args);
    expect(state.outs).toMatchObject({ network: "sepolia", url: `${platform.gatewayUrl}/v1/sepolia` });
    expect(await engine.preview(KIND, args, state)).toBe("same");
  });

  it("follows the gateway's address, and is replaced for another network", async () => {
    const state = await testEngine(platform).up(KIND, { network: "sepolia" });
    const moved = testEngine(platform, { "edge:gatewayUrl": "https://gateway.example.com" });
    expect(await moved.preview(KIND, { network: "sepolia" }, state)).toBe("update");
    expect(await moved.preview(KIND, { network: "mainnet" }, state)).toBe("replace");
  });

  it("says at preview that the gateway's address is not known", async () => {
    const nowhere = testEngine(platform, { "edge:gatewayUrl": undefined });
    expect(await nowhere.problems(KIND, { network: "sepolia" })).toEqual([
      expect.stringContaining("set EDGE_GATEWAY_URL, or `pulumi config set edge:gatewayUrl`"),
    ]);
  });

  it("accepts unknown values", async () => {
    const engine = testEngine(platform);
    const state = await engine.up(KIND, { network: "sepolia" });
    expect(await engine.preview(KIND, { network: UNKNOWN, onRetired: UNKNOWN, connection: UNKNOWN })).toBe(
      "create",
    );
    expect(await engine.preview(KIND, { network: "rinkeby", onRetired: UNKNOWN })).toBe("create");
    expect(await engine.preview(KIND, { network: UNKNOWN }, state)).toBe("replace");
  });
});
