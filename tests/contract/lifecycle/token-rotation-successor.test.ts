import { ask, withFaults } from "../../support/lifecycle";
import { bearer, EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import {
  DAY,
  expectOneLive,
  HOUR,
  rotating,
  rotationScene,
  type RotationScene,
} from "../../support/rotation";

const platform = useTestPlatform();
let scene: RotationScene;
beforeEach(async () => {
  scene = await rotationScene(platform);
});

const policies = [
  {
    effect: "allow",
    resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
    permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
  },
];

describe("the proof that a successor works", () => {
  it("is repeated while a new token is still refused", async () => {
    const args = rotating();
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    const fresh = { method: "GET", path: "/verify$", kind: "status" as const, status: 401, times: 4 };
    const second = await withFaults(platform, [fresh], () => scene.up(args, first));
    await expectOneLive(scene, args, second);
  });

  it("publishes and ends nothing if it fails, and the next up continues", async () => {
    const args = rotating();
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    const never = { method: "GET", path: "/verify$", kind: "status" as const, status: 401 };
    const stopped = await withFaults(platform, [never], () =>
      scene.engine().stopped("ApiToken", args, first),
    );
    expect(stopped.message).toMatch(
      /^The successor of this token \([0-9a-f]{32}\) was made, but its value does not work yet: GET /,
    );
    expect(stopped.message).toMatch(
      /The current value stays in use; the next `pulumi up` takes the successor over.$/,
    );
    expect(await scene.shown(first.outs["tokenId"])).not.toHaveProperty("expires_on");
    await expectOneLive(scene, args, await scene.up(args, first));
  });

  it("is reported as missing if the condition excludes this machine", async () => {
    const args = rotating({ condition: { requestIp: { in: ["192.0.2.0/24"] } } });
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    const engine = scene.engine();
    const second = await engine.up("ApiToken", args, first);
    expect(second.outs["generation"]).toBe(2);
    expect(engine.log).toEqual([
      expect.stringMatching(
        /^ApiToken "pipeline-.*: the value of token .* stops working 24h after the update/,
      ),
      expect.stringMatching(
        /^ApiToken "pipeline-.*: its value is published without verification, because its condition does not admit this machine\.$/,
      ),
    ]);
  });
});

describe("a token that does not belong to this rotation", () => {
  const leave = (name: string) =>
    ask<{ id: string; value: string }>(platform, "POST", "/user/tokens", { name, policies });
  const works = async (value: unknown) =>
    (await platform.api("GET", `/zones/${EXAMPLE_COM}`, { headers: bearer(String(value)) })).status;

  it("is not changed, whatever its name", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const strangers = [
      await leave(`${String(args["name"])}-g2`),
      await leave(`${String(args["name"])}-g2-01234567`),
    ];
    const second = await scene.rotate(args, first);
    expect(strangers.map(({ id }) => id)).not.toContain(second.outs["tokenId"]);
    for (const { value } of strangers) expect(await works(value)).toBe(200);
  });

  it("is taken over if it was published and the state is older, if adopt names it", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const second = await scene.rotate(args, first);
    await scene.pass(HOUR);
    expect(await scene.use(second)).toBe(200);
    const taken = await scene.up({ ...args, adopt: second.outs["tokenId"] }, first);
    expect(taken.outs["tokenId"]).toBe(second.outs["tokenId"]);
    await expectOneLive(scene, args, taken);
  });

  it("works until the engine deletes it if it is the predecessor in a forced replacement", async () => {
    const args = rotating();
    const old = await scene.rotate(args, await scene.up(args));
    const engine = scene.engine();
    // What `replaceOnChanges` asks for: check with the old inputs, check without, create, delete.
    await engine.problems("ApiToken", args, old);
    const made = await engine.up("ApiToken", args);
    expect(made.id).not.toBe(old.id);
    expect([await scene.use(old), await scene.use(made)]).toEqual([200, 200]);
    await engine.destroy("ApiToken", old);
    expect((await scene.tokens(args)).map(({ id }) => id)).toEqual([made.outs["tokenId"]]);
    expect(await scene.use(made)).toBe(200);
  });
});

describe("a state that is older than the last rotation", () => {
  it.each([
    ["a second", 1_000],
    ["four minutes", 4 * 60_000],
    ["ten hours", 10 * HOUR],
  ])("keeps the value that was in use for %s, and makes another successor beside it", async (_, ms) => {
    const args = rotating();
    const first = await scene.up(args);
    const lost = await scene.rotate(args, first);
    await scene.pass(ms);
    expect(await scene.use(lost)).toBe(200);
    const engine = scene.engine();
    const second = await engine.up("ApiToken", args, first);
    expect(second.outs["tokenId"]).not.toBe(lost.outs["tokenId"]);
    expect([await scene.use(lost), await scene.use(second)]).toEqual([200, 200]);
    const end = (await scene.shown(lost.outs["tokenId"])).expires_on;
    expect(engine.log).toContain(
      `warning: ApiToken "${String(args["name"])}": the token ${String(lost.outs["tokenId"])}, of generation 2, is not in the state: ` +
        "the state may be older than the token, for example restored from a backup. Somebody may use its value, so another successor is " +
        `made beside it. It ends at ${String(end)}: give the new value to what uses it until then.`,
    );
    expect(second.outs["previous"]).toEqual([
      { tokenId: lost.outs["tokenId"], generation: 2, expiresOn: end },
      { tokenId: first.outs["tokenId"], generation: 1, expiresOn: end },
    ]);
    await expectOneLive(scene, args, second);
    await scene.pass(25 * HOUR);
    expect(await scene.use(lost)).toBe(403);
    const third = await scene.up({ ...args, condition: { requestIp: { in: ["127.0.0.0/8"] } } }, second);
    expect((await scene.tokens(args)).map(({ id }) => id)).toEqual([third.outs["tokenId"]]);
  });

  it("is named in a warning of the preview, which writes nothing", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const lost = await scene.rotate(args, first);
    expect(await scene.use(lost)).toBe(200);
    const tokens = await scene.tokens(args);
    const engine = scene.engine();
    expect(await engine.preview("ApiToken", { ...args, __preview: true }, first)).toBe("update");
    expect(engine.log).toContain(
      `warning: ApiToken "${String(args["name"])}": the token ${String(lost.outs["tokenId"])}, of generation 2, is not in the state: ` +
        "the state may be older than the token, for example restored from a backup. Somebody may use its value, so the update makes " +
        "another successor beside it, and gives it the same end as the token of the state.",
    );
    expect(await scene.tokens(args)).toEqual(tokens);
  });

  it("keeps that value also after a refresh, which gives the state the end of the predecessor", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const lost = await scene.rotate(args, first);
    expect(await scene.use(lost)).toBe(200);
    const refreshed = await scene.engine().refresh("ApiToken", first);
    const second = await scene.up(args, refreshed);
    expect([await scene.use(lost), await scene.use(second)]).toEqual([200, 200]);
    await expectOneLive(scene, args, second);
  });

  it("keeps that value after a refresh that no longer finds the predecessor", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const lost = await scene.rotate(args, first);
    await scene.pass(25 * HOUR);
    expect(await scene.use(lost)).toBe(200);
    const refreshed = await scene.engine().refresh("ApiToken", first);
    expect(refreshed?.outs).toMatchObject({ tokenId: lost.outs["tokenId"], generation: 2 });
    const engine = scene.engine();
    const second = await engine.up("ApiToken", args, refreshed);
    expect([await scene.use(lost), await scene.use(second)]).toEqual([200, 200]);
    expect(engine.log).toContainEqual(
      expect.stringMatching(
        /the value of token [0-9a-f]{32} stops working 24h after the update: the state does not have it, so it gets a successor\./,
      ),
    );
    await expectOneLive(scene, args, second);
    expect(second.outs["previous"]).toMatchObject([{ tokenId: lost.outs["tokenId"], generation: 2 }]);
    await scene.engine().destroy("ApiToken", second);
    expect(await scene.tokens(args)).toEqual([]);
  });

  it("names the successor, and leaves it, if the program no longer rotates", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const lost = await scene.rotate(args, first);
    expect(await scene.use(lost)).toBe(200);
    const engine = scene.engine();
    await engine.up("ApiToken", { ...args, rotation: undefined, warnBefore: "1d" }, first);
    expect(await scene.use(lost)).toBe(200);
    expect(engine.log).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^warning: .*the token ${String(lost.outs["tokenId"])}, of generation 2, is not in the state: .*so it stays`,
        ),
      ),
    );
  });

  it("gives every token that it does not know an end, and rolls none, however often it is restored", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const states = [
      await scene.rotate(args, first),
      await scene.up(args, first),
      await scene.up(args, first),
    ];
    for (const state of states) expect(await scene.use(state)).toBe(200);
    await expectOneLive(scene, args, states.at(-1)!);
    await scene.engine().destroy("ApiToken", states.at(-1)!);
    expect(await scene.tokens(args)).toEqual([]);
  });

  it("does not revive a successor that somebody has disabled", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const lost = await scene.rotate(args, first);
    const { name } = await scene.shown(lost.outs["tokenId"]);
    await ask(platform, "PUT", `/user/tokens/${String(lost.outs["tokenId"])}`, {
      name,
      policies,
      status: "disabled",
    });
    const second = await scene.up(args, first);
    expect(await scene.shown(lost.outs["tokenId"])).toMatchObject({ status: "disabled" });
    expect(second.outs["previous"]).toMatchObject([{ tokenId: lost.outs["tokenId"] }, {}]);
  });
});
