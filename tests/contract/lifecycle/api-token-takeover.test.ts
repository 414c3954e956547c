import { identity, testEngine, ask, watch, withFaults } from "../../support/lifecycle";
import { TestMachine } from "../../support/attempts";
import { ZONE_WAF_WRITE, DNS_READ, wire, codeWith, useTokens } from "../../support/tokens";

const { platform, named, derived, tokensOf, verify, live, make, use } = useTokens();
let engine: ReturnType<typeof testEngine>;
let machine: TestMachine;
beforeEach(() => {
  machine = new TestMachine();
  engine = testEngine(platform, {}, { attempts: machine.process() });
});

/** Makes the token of an attempt of the resource that died. */
async function leaveAttempt(
  args: Record<string, unknown>,
  nonce: string,
  policies?: ReturnType<typeof wire>,
) {
  const code = codeWith(args, nonce);
  machine.interrupt(code);
  return make(`waf-${code}`, policies);
}

describe("an existing token with the same name", () => {
  const leave = (args: Record<string, unknown>, policies = wire(ZONE_WAF_WRITE)) =>
    make(args["name"], policies);

  it("is not changed, and is listed, even if it has these policies and was never used", async () => {
    const args = named();
    const left = await leave(args);
    const { result, writes } = await watch(platform, () => engine.stopped("ApiToken", args));
    expect(result.message).toMatch(
      new RegExp(
        `^A token named "${String(args["name"])}" already exists, and the name does not prove who made it:\n` +
          `  ${left.id}  issued .*, last used never\n` +
          "No token was made or changed. If an interrupted run of this program made one of them, set `adopt` to its id",
      ),
    );
    expect(writes).toEqual([]);
    expect(await verify(left.value)).toBe(200);
  });

  it("is not changed, and is listed, if it was used", async () => {
    const args = named();
    const left = await leave(args);
    await use(left.value);
    const { result, writes } = await watch(platform, () => engine.stopped("ApiToken", args));
    expect(result.message).toMatch(new RegExp(`already exists.*\n  ${left.id}  issued .*, last used 20`));
    expect(result.message).toContain("No token was made or changed.");
    expect(writes).toEqual([]);
    expect(await verify(left.value)).toBe(200);
  });

  it("is not changed, and is listed, if it has other policies or if there are two", async () => {
    const other = named();
    const { id } = await leave(other, wire(DNS_READ));
    const { result, writes } = await watch(platform, () => engine.stopped("ApiToken", other));
    expect([result.message, writes]).toEqual([expect.stringContaining(id), []]);
    const twice = named();
    const ids = [await leave(twice), await leave(twice)].map((token) => token.id);
    const { message } = await testEngine(platform).stopped("ApiToken", twice);
    expect(message).toMatch(/^2 tokens named .* already exist, and the name does not prove who made them:/);
    for (const one of ids) expect(message).toContain(one);
  });

  it("is taken over in any case if adopt names it", async () => {
    const args = named();
    const { id, value } = await leave(args, wire(DNS_READ));
    await verify(value);
    const state = await engine.up("ApiToken", { ...args, adopt: id });
    expect(state.id).toBe(`user/${id}`);
    expect(await live(state)).toMatchObject({ policies: [{ permission_groups: [{ id: ZONE_WAF_WRITE }] }] });
    expect(await verify(value)).toBe(401);
    expect(await verify(state.outs["value"])).toBe(200);
    expect(await engine.preview("ApiToken", args, state)).toBe("same");
  });

  it("is not created if adopt names a token that does not exist", async () => {
    const adopt = "0".repeat(32);
    const { result, writes } = await watch(platform, () => engine.stopped("ApiToken", named({ adopt })));
    expect(result.message).toBe(
      `adopt names the token ${adopt}, and no token has that id: correct it, or leave adopt out.`,
    );
    expect(writes).toEqual([]);
  });
});

describe("a token with a derived name", () => {
  it("is named after its resource and its mark, and keeps that name", async () => {
    const args = derived();
    const state = await engine.up("ApiToken", args);
    const code = String(state.inputs["__mark"]).replace(/^.*~/, "");
    expect(state.inputs["name"]).toBe(`waf-${code}`);
    expect(await engine.preview("ApiToken", args, state)).toBe("same");
    expect(await engine.refresh("ApiToken", state)).toEqual(state);
  });

  it("is created, and then removes everything that interrupted attempts left", async () => {
    const args = derived();
    const left = [await leaveAttempt(args, "abc12345"), await leaveAttempt(args, "def45678", wire(DNS_READ))];
    const { result: state, writes } = await watch(platform, () => engine.up("ApiToken", args));
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["POST", "DELETE", "DELETE"]);
    expect(await tokensOf(args)).toEqual([{ id: state.outs["tokenId"], name: state.inputs["name"] }]);
    for (const { value } of left) expect(await verify(value)).toBe(401);
    expect(await verify(state.outs["value"])).toBe(200);
  });

  it.each(["the next update", "a destroy"])(
    "keeps in its state what it could not remove of that, which %s removes",
    async (next) => {
      const args = derived();
      const left = await leaveAttempt(args, "abc12345");
      const refusal = { method: "DELETE", path: "^/user/tokens/", kind: "status" as const, status: 403 };
      const { message, state } = await withFaults(platform, [refusal], () =>
        engine.stopped("ApiToken", args),
      );
      expect(message).toMatch(
        /^The token was made, but an orphan of an interrupted run is not removed yet: DELETE /,
      );
      if (!state) throw new Error("nothing was kept");
      expect(await verify(state.outs["value"])).toBe(200);
      if (next === "a destroy") {
        await engine.destroy("ApiToken", state);
        expect(await tokensOf(args)).toEqual([]);
        return;
      }
      // The engine updates what was left half done.
      const { outs } = await engine.provider("ApiToken").update(state.id, state.outs, state.inputs);
      expect(await tokensOf(args)).toEqual([{ id: state.outs["tokenId"], name: state.inputs["name"] }]);
      expect(JSON.stringify(outs)).not.toContain(left.id);
    },
  );

  it("keeps tokens that were used or that nothing proves to be orphans, is created beside them, and names them", async () => {
    const args = derived();
    const used = await leaveAttempt(args, "abc12345");
    engine.pass(3_600_000);
    await platform.control("PUT", "/clock", { advance: "1h" });
    await use(used.value);
    const state = await engine.up("ApiToken", args);
    expect(state.outs["tokenId"]).not.toBe(used.id);
    expect([await verify(used.value), await verify(state.outs["value"])]).toEqual([200, 200]);

    const later = derived();
    const unproved = await make(`waf-${codeWith(later, "abc12345")}`);
    const next = testEngine(platform);
    const made = await next.up("ApiToken", later);
    expect((await tokensOf(later)).map(({ id }) => id).sort()).toEqual(
      [unproved.id, String(made.outs["tokenId"])].sort(),
    );
    for (const [{ id }, { log }] of [
      [used, engine],
      [unproved, next],
    ] as const)
      expect(log.join("\n")).toMatch(new RegExp(`\\(${id}, from .*\\) is a suspected orphan`));
  });

  it("does not touch the token of a resource with that name in another stack", async () => {
    const args = derived({ __mark: identity("waf-shared") });
    const theirs = derived({ __mark: identity("waf-shared", "staging") });
    const left = await make(`waf-${codeWith(theirs, "abc12345")}`);
    const state = await engine.up("ApiToken", args);
    expect(state.outs["tokenId"]).not.toBe(left.id);
    expect(await verify(left.value)).toBe(200);
  });

  it("is not removed by any state once its name belongs to another attempt", async () => {
    const args = derived();
    const state = await engine.up("ApiToken", args);
    const { id, policies } = await live(state);
    const name = `waf-${codeWith(args, "abc12345")}`;
    await ask(platform, "PUT", `/user/tokens/${String(id)}`, { name, policies, status: "active" });
    const { writes } = await watch(platform, () => engine.destroy("ApiToken", state));
    expect(writes).toEqual([]);
    expect(engine.log).toContainEqual(
      `ApiToken "${name}" (${String(id)}) now belongs to another resource and is not removed.`,
    );
  });

  it("is removed after one read of the list, which all concurrent removals share", async () => {
    const states = [await engine.up("ApiToken", derived()), await engine.up("ApiToken", derived())];
    const { requests } = await watch(platform, () =>
      Promise.all(states.map((state) => engine.destroy("ApiToken", state))),
    );
    expect(requests.map((line) => line.replace(/[0-9a-f]{32}/, "ID"))).toEqual([
      "GET /user/tokens",
      "DELETE /user/tokens/ID",
      "DELETE /user/tokens/ID",
    ]);
  });
});
