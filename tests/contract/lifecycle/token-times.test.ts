import { testEngine } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";
import { DAY, rotating, rotationScene, type RotationScene } from "../../support/rotation";

const platform = useTestPlatform();
let scene: RotationScene;
beforeEach(async () => {
  scene = await rotationScene(platform);
});

describe("the times of an ApiToken", () => {
  const stamp = (ms: number) => new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, "Z");

  it("make it gone for a refresh once it has expired, and the next up says that the end is in the past", async () => {
    const args = rotating({ expiresOn: stamp(DAY) });
    const state = await scene.up(args);
    await scene.pass(2 * DAY);
    const engine = scene.engine();
    expect(await engine.refresh("ApiToken", state)).toBeUndefined();
    expect(await engine.problems("ApiToken", args)).toEqual([
      expect.stringMatching(/^expiresOn: is in the past/),
    ]);
  });

  it("do not matter if the vendor has revoked it, which makes it gone too", async () => {
    const state = await scene.up(rotating());
    const revoked = { ...(await scene.shown(state.outs["tokenId"])), status: "revoked (exposed)" };
    const body = (result: unknown) => JSON.stringify({ result, success: true, errors: [], messages: [] });
    const proxy = await startProxy(platform.baseUrl, () => ({
      status: 200,
      type: "application/json",
      body: body([revoked]),
    }));
    try {
      const engine = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
      expect(await engine.refresh("ApiToken", state)).toBeUndefined();
    } finally {
      await proxy.close();
    }
  });

  it("let it work at once even if the vendor's clock is minutes behind, and show no difference", async () => {
    const notBefore = stamp(0);
    await platform.control("PUT", "/clock", { now: stamp(-4 * 60_000) });
    const state = await scene.up(rotating({ notBefore }));
    expect(state.inputs["notBefore"]).toBe(notBefore);
    expect(await scene.use(state)).toBe(200);
    expect(await scene.engine().refresh("ApiToken", state)).toEqual(state);
  });

  it("cause a warning in a refresh when the end is near", async () => {
    const args = rotating({ expiresOn: stamp(20 * DAY), warnBefore: "14d" });
    const state = await scene.up(args);
    const early = scene.engine();
    await early.refresh("ApiToken", state);
    expect(early.log).toEqual([]);
    await scene.pass(7 * DAY);
    const late = scene.engine();
    await late.refresh("ApiToken", state);
    expect(late.log).toEqual([
      expect.stringMatching(/^warning: ApiToken "pipeline-\d+": the token expires in 1[23] days, at 20/),
    ]);
  });
});
