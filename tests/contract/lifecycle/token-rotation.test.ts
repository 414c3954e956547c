import { watch, without, type State } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";
import { DAY, HOUR, rotating, ROTATION, rotationScene, type RotationScene } from "../../support/rotation";

const platform = useTestPlatform();
let scene: RotationScene;
beforeEach(async () => {
  scene = await rotationScene(platform);
});

async function refreshed(state: State): Promise<State> {
  const now = await scene.engine().refresh("ApiToken", state);
  if (!now) throw new Error("it is gone");
  return now;
}

describe("rotation of an ApiToken", () => {
  it("starts with the first generation, and changes nothing before it is due", async () => {
    const args = rotating();
    const state = await scene.up(args);
    expect(state.outs).toMatchObject({
      generation: 1,
      generationSince: expect.stringMatching(/Z$/) as string,
    });
    await scene.pass(30 * DAY - 60_000);
    const { result, requests } = await watch(platform, () => scene.engine().preview("ApiToken", args, state));
    expect([result, requests]).toEqual(["same", []]);
  });

  it("publishes a successor that works, and ends the previous token after the overlap", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const { result: second, requests } = await watch(platform, () => scene.rotate(args, first));
    expect(requests).toEqual([
      "GET /user/tokens",
      "POST /user/tokens",
      "GET /user/tokens/verify",
      `GET /user/tokens/${String(first.outs["tokenId"])}`,
      `PUT /user/tokens/${String(first.outs["tokenId"])}`,
    ]);
    expect(second.id).toBe(first.id);
    expect(second.inputs["generation"]).toBe(2);
    expect(second.outs["tokenId"]).not.toBe(first.outs["tokenId"]);
    expect(await scene.shown(second.outs["tokenId"])).toMatchObject({
      name: expect.stringMatching(new RegExp(`^${String(args["name"])}-g2-[0-9a-f]{8}$`)) as string,
    });
    expect(second.outs["previous"]).toEqual([
      {
        tokenId: first.outs["tokenId"],
        generation: 1,
        expiresOn: (await scene.shown(first.outs["tokenId"])).expires_on,
      },
    ]);
    expect([await scene.use(first), await scene.use(second)]).toEqual([200, 200]);
    await scene.pass(24 * HOUR - 60_000);
    expect([await scene.use(first), await scene.use(second)]).toEqual([200, 200]);
    await scene.pass(120_000);
    expect([await scene.use(first), await scene.use(second)]).toEqual([403, 200]);
  });

  it("shows no change in the next preview and refresh, before and after the overlap", async () => {
    const args = rotating({
      notBefore: "2020-01-01T00:00:00Z",
      condition: { requestIp: { in: ["127.0.0.0/8"] } },
    });
    const second = await scene.rotate(args, await scene.up(args));
    for (const ms of [0, 25 * HOUR]) {
      await scene.pass(ms);
      expect(await refreshed(second)).toEqual(second);
      expect(await scene.engine().preview("ApiToken", args, second)).toBe("same");
    }
  });

  it("removes expired tokens at the next rotation, and all tokens in a destroy", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const third = await scene.rotate(args, await scene.rotate(args, first));
    expect(third.outs["previous"]).toMatchObject([{ generation: 2 }]);
    await expect(scene.shown(first.outs["tokenId"])).rejects.toThrow("API token not found");
    expect(await scene.tokens(args)).toHaveLength(2);
    await scene.engine().destroy("ApiToken", third);
    expect(await scene.tokens(args)).toEqual([]);
  });

  it("continues if an expired token cannot be removed, and removes it later", async () => {
    const args = rotating();
    const second = await scene.rotate(args, await scene.up(args));
    await platform.control("PUT", "/faults", [{ method: "DELETE", kind: "status", status: 403 }]);
    const third = await scene.rotate(args, second);
    await platform.control("PUT", "/faults", []);
    expect(third.outs["previous"]).toMatchObject([{ generation: 1 }, { generation: 2 }]);
    const fourth = await scene.rotate(args, third);
    expect(fourth.outs["previous"]).toMatchObject([{ generation: 3 }]);
  });

  it("does not start with a rotation for an existing token, also of an earlier release", async () => {
    const args = without(rotating(), "rotation");
    const old = await scene.up(args);
    expect(old.outs).not.toHaveProperty("generation");
    await scene.pass(100 * DAY);
    expect(await scene.engine().preview("ApiToken", args, old)).toBe("same");
    const { result: state, writes } = await watch(platform, () =>
      scene.up({ ...args, rotation: ROTATION }, old),
    );
    expect([state.outs["generation"], state.outs["tokenId"], writes]).toEqual([1, old.outs["tokenId"], []]);
    expect((await scene.rotate({ ...args, rotation: ROTATION }, state)).outs["generation"]).toBe(2);
  });

  it("is due at once when the period becomes shorter than the time that has passed", async () => {
    const args = rotating();
    const state = await scene.up(args);
    await scene.pass(8 * DAY);
    expect(
      await scene.engine().preview("ApiToken", { ...args, rotation: { every: "2w", overlap: "1h" } }, state),
    ).toBe("update");
    const weekly = { ...args, rotation: { every: "1w", overlap: "1h" } };
    expect((await scene.up(weekly, state)).outs["generation"]).toBe(2);
  });

  it("keeps its generation when it is removed from the program, and continues from there", async () => {
    const args = rotating();
    const second = await scene.rotate(args, await scene.up(args));
    const fixed = without(args, "rotation");
    const stays = await scene.up(fixed, second);
    expect(stays.outs).toMatchObject({ generation: 2, value: second.outs["value"] });
    await scene.pass(100 * DAY);
    expect(await scene.engine().preview("ApiToken", fixed, stays)).toBe("same");
    const again = await scene.up(args, stays);
    expect(again.outs).toMatchObject({ generation: 2, tokenId: second.outs["tokenId"] });
    expect((await scene.rotate(args, again)).outs["generation"]).toBe(3);
  });

  it("is stopped by ignoreChanges, which passes the old generation", async () => {
    const args = rotating();
    const state = await scene.up(args);
    await scene.pass(31 * DAY);
    const { generation, generationSince } = state.inputs;
    expect(await scene.engine().preview("ApiToken", { ...args, generation, generationSince }, state)).toBe(
      "same",
    );
    expect(await scene.engine().problems("ApiToken", { ...args, generation: 7 }, state)).toEqual([
      expect.stringMatching(/^generation: unknown argument/),
    ]);
  });

  it("stops once the token has ended as declared", async () => {
    const expiresOn = new Date(Date.now() + 10 * DAY).toISOString().replace(/\.\d+Z$/, "Z");
    const args = rotating({ expiresOn });
    const state = await scene.up(args);
    await scene.pass(31 * DAY);
    expect(await scene.engine().preview("ApiToken", args, state)).toBe("same");
  });

  it("waits while the token is not valid yet", async () => {
    const notBefore = new Date(Date.now() + 60 * DAY).toISOString().replace(/\.\d+Z$/, "Z");
    const args = rotating({ notBefore });
    const state = await scene.up(args);
    await scene.pass(31 * DAY);
    expect(await scene.engine().preview("ApiToken", args, state)).toBe("same");
    expect((await scene.rotate(args, state)).outs["generation"]).toBe(2);
  });

  it("waits while the token is disabled, and is due when it is enabled", async () => {
    const args = rotating();
    const state = await scene.up(args);
    const off = { ...args, status: "disabled" };
    const disabled = await scene.up(off, state);
    await scene.pass(31 * DAY);
    expect(await scene.engine().preview("ApiToken", off, disabled)).toBe("same");
    const on = await scene.up(args, disabled);
    expect(on.outs["generation"]).toBe(2);
    expect(await scene.use(on)).toBe(200);
  });

  it("creates a successor if rotationTrigger changes, and the old value stays valid for the overlap", async () => {
    const args = rotating({ rotationTrigger: "1" });
    const first = await scene.up(args);
    const second = await scene.up({ ...args, rotationTrigger: "2" }, first);
    expect(second.inputs).toMatchObject({ generation: 2, generationSince: first.inputs["generationSince"] });
    expect([await scene.use(first), await scene.use(second)]).toEqual([200, 200]);
  });

  it("rolls a disabled token in place if rotationTrigger changes, since nobody can use it", async () => {
    const args = rotating({ rotationTrigger: "1", status: "disabled" });
    const first = await scene.up(args);
    const second = await scene.up({ ...args, rotationTrigger: "2" }, first);
    expect(second.outs).toMatchObject({ generation: 1, tokenId: first.outs["tokenId"] });
    expect(second.outs["value"]).not.toBe(first.outs["value"]);
  });

  it("ends the previous token no later than the program says", async () => {
    const expiresOn = new Date(Date.now() + 30 * DAY + HOUR).toISOString().replace(/\.\d+Z$/, "Z");
    const args = rotating({ expiresOn });
    const first = await scene.up(args);
    const second = await scene.rotate(args, first);
    expect(second.outs["previous"]).toMatchObject([{ expiresOn }]);
    expect(await scene.shown(first.outs["tokenId"])).toMatchObject({ expires_on: expiresOn });
    expect(await refreshed(second)).toEqual(second);
  });

  it("ends the previous token earlier if the program says so later", async () => {
    const args = rotating({ rotation: { every: "30d", overlap: "20d" } });
    const first = await scene.up(args);
    const second = await scene.rotate(args, first);
    const expiresOn = new Date(Date.now() + 35 * DAY).toISOString().replace(/\.\d+Z$/, "Z");
    const third = await scene.up({ ...args, expiresOn }, second);
    expect(third.outs["previous"]).toMatchObject([{ tokenId: first.outs["tokenId"], expiresOn }]);
    expect(await scene.shown(first.outs["tokenId"])).toMatchObject({ expires_on: expiresOn });
  });

  it("keeps the token of an account in the account", async () => {
    const args = rotating({ accountId: platform.accountId });
    const second = await scene.rotate(args, await scene.up(args));
    expect(second.id).toMatch(/^account\//);
    expect(second.outs["value"]).toMatch(/^cfat_/);
    expect(await scene.use(second)).toBe(200);
    expect(await refreshed(second)).toEqual(second);
  });

  it("applies changes of the program to every token of the resource, so that a removed permission is removed from all", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const second = await scene.rotate(args, first);
    const disabled = await scene.up({ ...args, status: "disabled" }, second);
    expect([await scene.use(first), await scene.use(disabled)]).toEqual([403, 403]);
    const on = await scene.up(args, disabled);
    expect([await scene.use(first), await scene.use(on)]).toEqual([200, 200]);
    expect(await scene.shown(first.outs["tokenId"])).toMatchObject({
      name: args["name"],
      expires_on: (second.outs["previous"] as { expiresOn: string }[])[0]?.expiresOn,
    });
  });

  it("does not create a predecessor again that somebody has removed", async () => {
    const args = rotating();
    const first = await scene.up(args);
    await platform.api("DELETE", `/user/tokens/${String(first.outs["tokenId"])}`);
    const second = await scene.rotate(args, first);
    expect(await scene.tokens(args)).toHaveLength(1);
    expect(await scene.use(second)).toBe(200);
  });

  it("can be looked up by the resource's id after the first token is gone", async () => {
    const args = rotating();
    const third = await scene.rotate(args, await scene.rotate(args, await scene.up(args)));
    const found = await scene.engine().provider("ApiToken").read(third.id, {});
    expect(found.props).toMatchObject({ tokenId: third.outs["tokenId"] });
  });

  it("reports errors in a check, and accepts unknown values", async () => {
    expect(
      await scene.engine().problems("ApiToken", rotating({ rotation: { every: "1d", overlap: "2d" } })),
    ).toEqual(['rotation.overlap: must be shorter than every (1d), found "2d"']);
    expect(await scene.engine().problems("ApiToken", rotating({ warnBefore: "soon" }))).toEqual([
      expect.stringMatching(/^warnBefore: must be a whole number with a unit/),
    ]);
  });
});
