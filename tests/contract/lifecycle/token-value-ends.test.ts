import { without, type State } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";
import { rotating, rotationScene, type RotationScene } from "../../support/rotation";

const platform = useTestPlatform();
let scene: RotationScene;
beforeEach(async () => {
  scene = await rotationScene(platform);
});

/** Returns the lines of a preview of `args`, without the name of the resource. */
async function told(args: Record<string, unknown>, state?: State): Promise<string[]> {
  const engine = scene.engine();
  await engine.preview("ApiToken", { ...args, __preview: true }, state);
  return engine.log.map((line) => line.replace(`ApiToken ${JSON.stringify(args["name"])}: `, ""));
}

describe("the preview of a change that ends the value of an ApiToken", () => {
  it("says that it ends at once without `rotation`, and the update does that", async () => {
    const args = without(rotating({ rotationTrigger: "a" }), "rotation");
    const state = await scene.up(args);
    const changed = { ...args, rotationTrigger: "b" };
    expect(await told(changed, state)).toEqual([
      `warning: the value of token ${String(state.outs["tokenId"])} stops working during the update, without an overlap: \`rotationTrigger\` changes, and the ` +
        "token has no `rotation`. To keep the old value for a while, set `rotation` in an update before this one. (token-value-ends)",
    ]);
    const after = await scene.up(changed, state);
    expect([await scene.use(state), await scene.use(after)]).toEqual([403, 200]);
  });

  it("says that it ends after the overlap with `rotation`, and the update does that", async () => {
    const args = rotating({ rotationTrigger: "a" });
    const state = await scene.up(args);
    const changed = { ...args, rotationTrigger: "b" };
    expect(await told(changed, state)).toEqual([
      `the value of token ${String(state.outs["tokenId"])} stops working 24h after the update: \`rotationTrigger\` changes. ` +
        "Until then it works beside the new value: give the new value to what uses the token. (token-value-ends)",
    ]);
    const after = await scene.up(changed, state);
    expect([await scene.use(state), await scene.use(after)]).toEqual([200, 200]);
  });

  it("says that a new resource ends the value of the token that it adopts, unless it keeps the value", async () => {
    const existing = await scene.up(without(rotating(), "rotation"));
    const args = { ...without(rotating(), "rotation"), adopt: existing.outs["tokenId"] };
    expect(await told(args)).toEqual([
      expect.stringMatching(
        /^warning: the value of token [0-9a-f]{32} stops working during the update, without an/,
      ),
    ]);
    const kept = { ...args, keepValue: true };
    expect(await told(kept)).toEqual([]);
    expect(await told({ ...args, keepValue: false }, await scene.up(kept))).toEqual([
      expect.stringMatching(/^warning: .* without an overlap: `keepValue` is removed/),
    ]);
  });

  it("says that a replacement ends it", async () => {
    const args = without(rotating(), "rotation");
    const state = await scene.up(args);
    const accounts = await platform.api("GET", "/accounts", {});
    const [{ id }] = (accounts.body as { result: [{ id: string }] }).result;
    expect(await told({ ...args, accountId: id }, state)).toEqual([
      expect.stringMatching(
        /^warning: the value of token .* without an overlap: the token is replaced\. \(token-replaced\)$/,
      ),
    ]);
  });

  it("says nothing if nothing changes", async () => {
    const args = rotating({ rotationTrigger: "a" });
    expect(await told(args, await scene.up(args))).toEqual([]);
  });
});
