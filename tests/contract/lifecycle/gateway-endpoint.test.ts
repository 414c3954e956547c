import { testEngine, UNKNOWN, watch } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";

const KIND = "GatewayEndpoint";
const platform = useTestPlatform();

describe("a GatewayEndpoint", () => {
  it("is the address of its network, and asks nobody", async () => {
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
    const [problem = ""] = await testEngine(platform).problems(KIND, { network: "rinkeby" });
    expect(problem).toMatch(/^network: .*rinkeby.*\d{4}-\d\d-\d\d.*sepolia/);
  });

  it("of a retired network moves to the replacement where it may", async () => {
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

  it("lets pass what is not known yet", async () => {
    const engine = testEngine(platform);
    const state = await engine.up(KIND, { network: "sepolia" });
    expect(await engine.preview(KIND, { network: UNKNOWN, onRetired: UNKNOWN, connection: UNKNOWN })).toBe(
      "create",
    );
    expect(await engine.preview(KIND, { network: "rinkeby", onRetired: UNKNOWN })).toBe("create");
    expect(await engine.preview(KIND, { network: UNKNOWN }, state)).toBe("update");
  });
});
