import { ask, Stopped, testEngine, watch, withFaults, type State } from "../../support/lifecycle";
import { bearer, EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";
import { DAY, HOUR, rotating, rotationScene, type RotationScene } from "../../support/rotation";

type Args = Record<string, unknown>;

const platform = useTestPlatform();
let scene: RotationScene;
beforeEach(async () => {
  scene = await rotationScene(platform);
});

/** Requests of a rotation; one that takes over what an earlier one left sends as many. */
const REQUESTS = 5;

/** Where a process is killed: after so many requests, of which it sees the last one's answer or not. */
interface Kill {
  readonly after: number;
  readonly lost: boolean;
}
/** The last of them is killed between the last answer and the end of the update. */
const KILLS: readonly Kill[] = Array.from({ length: REQUESTS + 1 }, (_, after) => [
  { after, lost: false },
  { after, lost: true },
]).flat();

/** An `up` of a process that is killed: the engine keeps the state as it was. */
async function killed(args: Args, state: State, { after, lost }: Kill): Promise<void> {
  await platform.control("PUT", "/faults", [
    { kind: "delay", ms: 0, times: after },
    ...(lost ? [{ kind: "drop-after", times: 1 }] : []),
    { kind: "drop-before" },
  ]);
  try {
    await scene.up(args, state);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    // Were it kept, it would be what a later process finds.
    expect(error.state).toBeUndefined();
  } finally {
    await platform.control("PUT", "/faults", []);
  }
}

/** One token that goes on, with the value that the state publishes, and others that end within the overlap. */
async function expectOneLive(args: Args, state: State): Promise<void> {
  const tokens = await scene.tokens(args);
  expect(tokens.filter((token) => token.expires_on === undefined).map(({ id }) => id)).toEqual([
    state.outs["tokenId"],
  ]);
  expect(await scene.use(state)).toBe(200);
}

describe("a rotation that is interrupted", () => {
  it.each(KILLS)(
    "by a kill after $after requests (answer lost: $lost) is finished by the next up",
    async (kill) => {
      const args = rotating();
      const first = await scene.up(args);
      await scene.pass(30 * DAY);
      await killed(args, first, kill);
      expect(await scene.use(first)).toBe(200);
      await scene.pass(HOUR);
      const second = await scene.up(args, first);
      await expectOneLive(args, second);
      expect([second.id, second.outs["generation"]]).toEqual([first.id, 2]);
      expect(await scene.tokens(args)).toHaveLength(2);
      // From the moment on at which it was published, whenever the first attempt was.
      await scene.pass(24 * HOUR - 60_000);
      expect([await scene.use(first), await scene.use(second)]).toEqual([200, 200]);
    },
  );

  it("twice, wherever, is finished by the up after that", async () => {
    const kills = KILLS.filter(({ lost }) => lost);
    for (const one of kills) {
      for (const two of kills) {
        const args = rotating();
        const first = await scene.up(args);
        await scene.pass(30 * DAY);
        await killed(args, first, one);
        await killed(args, first, two);
        expect(await scene.use(first)).toBe(200);
        const second = await scene.up(args, first);
        await expectOneLive(args, second);
        expect(await scene.tokens(args)).toHaveLength(2);
      }
    }
  });

  it.each(
    [
      { method: "GET", path: "^/user/tokens\\?" },
      { method: "POST", path: "^/user/tokens$" },
      { method: "GET", path: "/verify$" },
      { method: "GET", path: "^/user/tokens/[0-9a-f]{32}$" },
      { method: "PUT", path: "^/user/tokens/[0-9a-f]{32}$" },
    ].flatMap((request) => [
      { ...request, fault: "drop-before", kind: "drop-before" as const },
      { ...request, fault: "drop-after", kind: "drop-after" as const },
      { ...request, fault: "truncate", kind: "truncate" as const },
      { ...request, fault: "a page", kind: "html" as const },
      { ...request, fault: "status 500", kind: "status" as const, status: 500 },
      { ...request, fault: "status 403", kind: "status" as const, status: 403 },
    ]),
  )("by $fault at $method $path, again and again or once, keeps a value that works", async (fault) => {
    for (const times of [{}, { times: 1 }]) {
      const args = rotating();
      const first = await scene.up(args);
      await scene.pass(30 * DAY);
      const result = await withFaults(platform, [{ ...fault, ...times }], () =>
        scene.up(args, first).catch((error: unknown) => error),
      );
      const state = result instanceof Error ? first : (result as State);
      expect(await scene.use(state)).toBe(200);
      const second = await scene.up(args, state);
      await expectOneLive(args, second);
      expect(await scene.tokens(args)).toHaveLength(2);
    }
  });

  it("leaves nothing behind when the resource is destroyed instead", async () => {
    for (const kill of KILLS) {
      const args = rotating();
      const first = await scene.up(args);
      await scene.pass(30 * DAY);
      await killed(args, first, kill);
      await scene.engine().destroy("ApiToken", first);
      expect(await scene.tokens(args)).toEqual([]);
    }
  });

  it("and followed by a change of name and policies is finished with those", async () => {
    const args = rotating();
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    await killed(args, first, { after: 3, lost: false });
    const policies = [
      {
        resources: { [`zone.${EXAMPLE_COM}`]: "*" },
        permissionGroups: [{ name: "Zone WAF Read" }, { name: "Zone Read" }],
      },
    ];
    const changed = { ...args, name: `${String(args["name"])}-renamed`, policies };
    const second = await scene.up(changed, first);
    await expectOneLive(changed, second);
    expect(await scene.tokens(args)).toEqual([]);
  });

  it.each([
    ["taken out of the program", { rotation: undefined }],
    ["made longer", { rotation: { every: "90d", overlap: "1d" } }],
    ["put to rest, the token being disabled", { status: "disabled" }],
  ])("and then %s leaves one token, the published one", async (_, changes) => {
    const args = rotating();
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    await killed(args, first, { after: 3, lost: false });
    expect(await scene.tokens(args)).toHaveLength(2);
    const state = await scene.up({ ...args, ...changes }, first);
    expect((await scene.tokens(args)).map(({ id }) => id)).toEqual([first.outs["tokenId"]]);
    expect(state.outs["value"]).toBe(first.outs["value"]);
  });

  it("for so long that the published token has ended meanwhile, is finished by an up, and that one stays dead", async () => {
    const args = rotating();
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    await killed(args, first, { after: REQUESTS, lost: false });
    await scene.pass(25 * HOUR);
    const second = await scene.up(args, first);
    await expectOneLive(args, second);
    expect(await scene.shown(first.outs["tokenId"])).toMatchObject({ status: "expired" });
    expect(await scene.use(first)).toBe(403);
  });

  it("for so long that the published token has ended meanwhile, is finished by a refresh and an up", async () => {
    const args = rotating();
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    await killed(args, first, { after: REQUESTS, lost: false });
    await scene.pass(25 * HOUR);
    expect(await scene.use(first)).toBe(403);
    const found = await scene.engine().refresh("ApiToken", first);
    if (!found) throw new Error("it is gone");
    expect(found.outs).toMatchObject({ generation: 2 });
    expect(found.outs).not.toHaveProperty("value");
    const second = await scene.up(args, found);
    await expectOneLive(args, second);
    expect(second.outs["tokenId"]).toBe(found.outs["tokenId"]);
  });

  it("never refuses a client that polls with what is published, over 50 rotations", async () => {
    const args = rotating();
    let state = await scene.up(args);
    const refusals: string[] = [];
    const poll = async (when: string) => {
      const status = await scene.use(state);
      if (status !== 200) refusals.push(`${when}: ${status}`);
    };
    for (let rotation = 1; rotation <= 50; rotation += 1) {
      await scene.pass(30 * DAY);
      for (const step of [0, 1]) {
        const kill = KILLS[(rotation * 2 + step) % KILLS.length]!;
        await killed(args, state, kill);
        await poll(`rotation ${rotation}, killed after ${kill.after}`);
        await scene.pass(6 * HOUR);
        await poll(`rotation ${rotation}, 6 hours after that`);
      }
      const before = state;
      state = await scene.up(args, state);
      await poll(`rotation ${rotation}, published`);
      expect(state.outs["value"]).not.toBe(before.outs["value"]);
      await expectOneLive(args, state);
    }
    expect(refusals).toEqual([]);
    expect(state.outs["generation"]).toBe(51);
  }, 120_000);
});

describe("the proof that a successor works", () => {
  it("takes its time where a fresh token is refused for a while", async () => {
    const args = rotating();
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    const fresh = { method: "GET", path: "/verify$", kind: "status" as const, status: 401, times: 4 };
    const second = await withFaults(platform, [fresh], () => scene.up(args, first));
    await expectOneLive(args, second);
  });

  it("that fails publishes nothing and ends nothing, and the next up goes on", async () => {
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
    await expectOneLive(args, await scene.up(args, first));
  });

  it("is said to be missing where the condition does not admit this machine", async () => {
    const args = rotating({ condition: { requestIp: { in: ["192.0.2.0/24"] } } });
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    const engine = scene.engine();
    const second = await engine.up("ApiToken", args, first);
    expect(second.outs["generation"]).toBe(2);
    expect(engine.log).toEqual([
      expect.stringMatching(
        /^ApiToken "pipeline-.*: its value is published without verification, because its condition does not admit this machine\.$/,
      ),
    ]);
  });
});

describe("a token that is not this rotation's", () => {
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

  it("is left alone, whatever it is called", async () => {
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

  it("because it was published, and the state is an older one, is listed and not rolled, unless adopt names it", async () => {
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
    await expectOneLive(args, taken);
  });

  it("because several have its name, is listed", async () => {
    const args = rotating();
    const first = await scene.up(args);
    const second = await scene.rotate(args, first);
    const twin = await leave((await scene.shown(second.outs["tokenId"])).name);
    const { message } = await scene.engine().stopped("ApiToken", args, first);
    expect(message).toContain("and there are several");
    for (const id of [twin.id, second.outs["tokenId"]]) expect(message).toContain(String(id));
  });

  it("but the predecessor in a forced replacement, goes on until the engine deletes it, with its own alone", async () => {
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

describe("the times of an ApiToken", () => {
  const stamp = (ms: number) => new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, "Z");

  it("make it gone for a refresh once it has ended, and the next up says that the end is past", async () => {
    const args = rotating({ expiresOn: stamp(DAY) });
    const state = await scene.up(args);
    await scene.pass(2 * DAY);
    const engine = scene.engine();
    expect(await engine.refresh("ApiToken", state)).toBeUndefined();
    expect(await engine.problems("ApiToken", args)).toEqual([
      expect.stringMatching(/^expiresOn: is in the past/),
    ]);
  });

  it("do not matter when the vendor has revoked it: it is gone too", async () => {
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

  it("let it work from now on though the vendor's clock is minutes behind, and show no difference", async () => {
    const notBefore = stamp(0);
    await platform.control("PUT", "/clock", { now: stamp(-4 * 60_000) });
    const state = await scene.up(rotating({ notBefore }));
    expect(state.inputs["notBefore"]).toBe(notBefore);
    expect(await scene.use(state)).toBe(200);
    expect(await scene.engine().refresh("ApiToken", state)).toEqual(state);
  });

  it("are warned about at a refresh when the end is near", async () => {
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
