import { ask, watch, withFaults } from "../../support/lifecycle";
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
  const policies = [
    {
      effect: "allow",
      resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
      permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
    },
  ];
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

  it("is listed and not rolled if it was published and the state is older, unless adopt names it", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const second = await scene.rotate(args, first);
    await scene.pass(HOUR);
    expect(await scene.use(second)).toBe(200);
    const { result, writes } = await watch(platform, () => scene.engine().stopped("ApiToken", args, first));
    expect(result.message).toMatch(
      new RegExp(
        `^The successor of this token already exists, and it is in use:\n  ${String(second.outs["tokenId"])}  issued 20`,
      ),
    );
    expect(result.message).toContain(
      "No token was made or changed. Set `adopt` to the id of the token to take over",
    );
    expect(writes).toEqual([]);
    expect(await scene.use(second)).toBe(200);
    const taken = await scene.up({ ...args, adopt: second.outs["tokenId"] }, first);
    expect(taken.outs["tokenId"]).toBe(second.outs["tokenId"]);
    await expectOneLive(scene, args, taken);
  });

  it("is listed if several tokens have its name", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const second = await scene.rotate(args, first);
    const twin = await leave((await scene.shown(second.outs["tokenId"])).name);
    const { message } = await scene.engine().stopped("ApiToken", args, first);
    expect(message).toContain("and there are several");
    for (const id of [twin.id, second.outs["tokenId"]]) expect(message).toContain(String(id));
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
