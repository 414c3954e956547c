import { Stopped, testEngine, withFaults, type State } from "../../support/lifecycle";
import { TestMachine } from "../../support/attempts";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import {
  DAY,
  expectOneLive,
  HOUR,
  rotating,
  rotationScene,
  type RotationScene,
} from "../../support/rotation";

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

/** Whether a successor may have been published: the predecessor has its end. Then the next `up` makes another one beside it. */
function mayBePublished({ after, lost }: Kill): boolean {
  return after === REQUESTS || (after === REQUESTS - 1 && lost);
}

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

describe("a rotation that was interrupted", () => {
  it("after the predecessor got its end is finished on the same machine without another token", async () => {
    const machine = new TestMachine();
    const args = rotating();
    const engine = () => testEngine(platform, {}, { attempts: machine.process() });
    const first = await engine().up("ApiToken", args);
    const triggered = { ...args, rotationTrigger: "now" };
    const lost = [{ method: "PUT", path: "^/user/tokens/", kind: "drop-after" as const }];
    await withFaults(platform, lost, () => engine().stopped("ApiToken", triggered, first));
    expect(await scene.shown(first.outs["tokenId"])).toHaveProperty("expires_on");
    const second = await engine().up("ApiToken", triggered, first);
    await expectOneLive(scene, args, second);
    expect(await scene.tokens(args)).toHaveLength(2);
  });

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
      await expectOneLive(scene, args, second);
      expect([second.id, second.outs["generation"]]).toEqual([first.id, 2]);
      expect(await scene.tokens(args)).toHaveLength(mayBePublished(kill) ? 3 : 2);
      // From the moment on at which it was published, whenever the first attempt was.
      await scene.pass(24 * HOUR - 60_000);
      expect([await scene.use(first), await scene.use(second)]).toEqual([200, 200]);
    },
  );

  it("twice, at any requests, is finished by the next up", async () => {
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
        await expectOneLive(scene, args, second);
        expect(second.outs["previous"]).toHaveLength((await scene.tokens(args)).length - 1);
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
  )("by $fault at $method $path, once or each time, keeps a value that works", async (fault) => {
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
      await expectOneLive(scene, args, second);
      expect(await scene.tokens(args)).toHaveLength(2);
    }
  });

  it("leaves no token if the resource is destroyed instead", async () => {
    for (const kill of KILLS) {
      const args = rotating();
      const first = await scene.up(args);
      await scene.pass(30 * DAY);
      await killed(args, first, kill);
      await scene.engine().destroy("ApiToken", first);
      expect(await scene.tokens(args)).toEqual([]);
    }
  });

  it("is finished with the new name and policies if they change afterwards", async () => {
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
    await expectOneLive(scene, changed, second);
    expect(await scene.tokens(args)).toEqual([]);
  });

  it.each([
    ["taken out of the program", { rotation: undefined }],
    ["made longer", { rotation: { every: "90d", overlap: "1d" } }],
    ["put to rest, the token being disabled", { status: "disabled" }],
  ])("leaves only the published token if the rotation is then %s", async (_, changes) => {
    const args = rotating();
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    await killed(args, first, { after: 3, lost: false });
    expect(await scene.tokens(args)).toHaveLength(2);
    const state = await scene.up({ ...args, ...changes }, first);
    expect((await scene.tokens(args)).map(({ id }) => id)).toEqual([first.outs["tokenId"]]);
    expect(state.outs["value"]).toBe(first.outs["value"]);
  });

  it("is finished by an up after the published token has expired, which stays expired", async () => {
    const args = rotating();
    const first = await scene.up(args);
    await scene.pass(30 * DAY);
    await killed(args, first, { after: REQUESTS, lost: false });
    await scene.pass(25 * HOUR);
    const second = await scene.up(args, first);
    await expectOneLive(scene, args, second);
    expect(await scene.shown(first.outs["tokenId"])).toMatchObject({ status: "expired" });
    expect(await scene.use(first)).toBe(403);
  });

  it("is finished by a refresh and an up after the published token has expired", async () => {
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
    await expectOneLive(scene, args, second);
    expect(second.outs["previous"]).toMatchObject([{ tokenId: found.outs["tokenId"] }]);
  });

  it("never breaks a client that uses the published value, over 50 rotations", async () => {
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
      await expectOneLive(scene, args, state);
    }
    expect(refusals).toEqual([]);
    expect(state.outs["generation"]).toBe(51);
  }, 120_000);
});
