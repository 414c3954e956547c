import { TestMachine } from "../../support/attempts";
import { testEngine, withFaults } from "../../support/lifecycle";
import { startProxy } from "../../support/proxy";
import { useTokens } from "../../support/tokens";

const { platform, named, derived, tokensOf, tokensNamed, verify } = useTokens();
let engine: ReturnType<typeof testEngine>;
beforeEach(() => {
  engine = testEngine(platform);
});

describe("a lost answer of an ApiToken", () => {
  it.each(["drop-after", "truncate"] as const)(
    "(%s) ends with one token, and a value that works",
    async (kind) => {
      const args = named();
      const state = await withFaults(
        platform,
        [{ method: "POST", path: "^/user/tokens$", kind, times: 1 }],
        () => engine.up("ApiToken", args),
      );
      const tokens = await tokensNamed(args["name"]);
      expect(tokens.map(({ id }) => id)).toEqual([state.outs["tokenId"]]);
      expect(await verify(state.outs["value"])).toBe(200);
    },
  );

  it("(a page instead of JSON) ends with one token, and a value that works", async () => {
    const args = named();
    let pages = 1;
    const proxy = await startProxy(
      platform.baseUrl,
      ({ method }) => {
        if (method !== "POST" || pages === 0) return undefined;
        pages -= 1;
        return { status: 200, body: "<!DOCTYPE html><title>Just a moment</title>", type: "text/html" };
      },
      { carriedOut: true },
    );
    try {
      const state = await testEngine(platform, { "edge:baseUrl": proxy.baseUrl }).up("ApiToken", args);
      expect((await tokensNamed(args["name"])).map(({ id }) => id)).toEqual([state.outs["tokenId"]]);
      expect(await verify(state.outs["value"])).toBe(200);
    } finally {
      await proxy.close();
    }
  });

  it("leaves no token if the request never arrived", async () => {
    const args = named();
    const fault = { method: "POST", path: "^/user/tokens$", kind: "drop-before" as const };
    await withFaults(platform, [fault], () => engine.stopped("ApiToken", args));
    expect(await tokensNamed(args["name"])).toEqual([]);
  });

  const machine = new TestMachine();
  /** A run in which the API answers nothing any more from the POST on, though it carries out what is asked. */
  async function interrupted(args: Record<string, unknown>): Promise<void> {
    let posted = false;
    const down = { status: 503, body: "<!DOCTYPE html><title>Unavailable</title>", type: "text/html" };
    const proxy = await startProxy(
      platform.baseUrl,
      ({ method }) => ((posted ||= method === "POST") ? down : undefined),
      { carriedOut: true },
    );
    try {
      const run = testEngine(platform, { "edge:baseUrl": proxy.baseUrl }, { attempts: machine.process() });
      const stopped = await run.stopped("ApiToken", args);
      expect(stopped.state).toBeUndefined();
    } finally {
      await proxy.close();
    }
  }

  it("leaves a token that the next run removes, if this run could not look for it and the name is derived", async () => {
    const args = derived();
    await interrupted(args);
    expect(await tokensOf(args)).toHaveLength(1);
    const state = await testEngine(platform, {}, { attempts: machine.process() }).up("ApiToken", args);
    expect(await tokensOf(args)).toEqual([{ id: state.outs["tokenId"], name: state.inputs["name"] }]);
    expect(await verify(state.outs["value"])).toBe(200);
  });

  it("leaves a token that the next run lists, if this run could not look for it and the name is explicit", async () => {
    const args = named();
    await interrupted(args);
    const [left] = await tokensNamed(args["name"]);
    const { message } = await testEngine(platform).stopped("ApiToken", args);
    expect(message).toContain(`\n  ${String(left?.id)}  issued 20`);
    const state = await testEngine(platform).up("ApiToken", { ...args, adopt: left?.id });
    expect(state.outs["tokenId"]).toBe(left?.id);
    expect(await tokensNamed(args["name"])).toHaveLength(1);
    expect(await verify(state.outs["value"])).toBe(200);
  });

  it("keeps the token in the state without a value if the token is known and cannot be rolled", async () => {
    const args = named();
    const faults = [
      { method: "POST", path: "^/user/tokens$", kind: "drop-after" as const, times: 1 },
      { method: "PUT", path: "/value$", kind: "status" as const, status: 403 },
    ];
    const stopped = await withFaults(platform, faults, () => engine.stopped("ApiToken", args));
    expect(stopped.message).toMatch(/^The token exists, but rolling its value failed/);
    if (!stopped.state) throw new Error("nothing was kept");
    expect(stopped.state.id).toBe(`user/${String((await tokensNamed(args["name"]))[0]?.id)}`);
    const state = await engine.up("ApiToken", args, stopped.state);
    expect(await verify(state.outs["value"])).toBe(200);
  });

  it("of a roll is followed by another roll", async () => {
    const args = named({ rotationTrigger: "1" });
    const made = await engine.up("ApiToken", args);
    const fault = { method: "PUT", path: "/value$", kind: "drop-after" as const, times: 1 };
    const rolled = await withFaults(platform, [fault], () =>
      engine.up("ApiToken", { ...args, rotationTrigger: "2" }, made),
    );
    expect(rolled.id).toBe(made.id);
    expect(await verify(made.outs["value"])).toBe(401);
    expect(await verify(rolled.outs["value"])).toBe(200);
  });

  it("of every roll keeps no value that has ended, and the next update rolls again", async () => {
    const args = named({ rotationTrigger: "1" });
    const made = await engine.up("ApiToken", args);
    const fault = { method: "PUT", path: "/value$", kind: "drop-after" as const };
    const stopped = await withFaults(platform, [fault], () =>
      engine.stopped("ApiToken", { ...args, rotationTrigger: "2" }, made),
    );
    expect(stopped.message).toMatch(/^The token's value could not be rolled: PUT /);
    if (!stopped.state) throw new Error("nothing was kept");
    expect(stopped.state.id).toBe(made.id);
    expect(stopped.state.outs).toMatchObject({ rotationTrigger: "1", tokenId: made.outs["tokenId"] });
    expect(stopped.state.outs).not.toHaveProperty("value");
    // Even back at the old trigger, there is a value to be had.
    expect(await engine.preview("ApiToken", args, stopped.state)).toBe("update");
    const mended = await engine.up("ApiToken", { ...args, rotationTrigger: "2" }, stopped.state);
    expect(await verify(mended.outs["value"])).toBe(200);
  });
});
