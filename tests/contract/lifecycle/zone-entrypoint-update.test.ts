import { ADMIN, ARGS, BOTS, COUNTRY, KIND, RULESETS, shapes, useEntrypoint } from "../../support/entrypoint";
import { ask, testEngine, UNKNOWN, unproven, watch, withFaults } from "../../support/lifecycle";
import { startProxy, type Proxy } from "../../support/proxy";

const { platform, engine, live, refs } = useEntrypoint();

describe("an update of a ZoneEntrypointRuleset", () => {
  const changed = { ...BOTS, action: "log" };
  it.each([
    ["nothing", "nothing changed", [ADMIN, BOTS], []],
    ["one PATCH", "a rule changed", [ADMIN, changed], ["PATCH /zones/ZONE/rulesets/ID/rules/ID"]],
    ["one POST", "a rule is new", [ADMIN, COUNTRY, BOTS], ["POST /zones/ZONE/rulesets/ID/rules"]],
    ["one DELETE", "a rule is gone", [BOTS], ["DELETE /zones/ZONE/rulesets/ID/rules/ID"]],
    ["one PATCH", "a rule moved", [BOTS, ADMIN], ["PATCH /zones/ZONE/rulesets/ID/rules/ID"]],
  ])("writes %s when %s", async (_, __, rules, expected) => {
    const state = await engine().up(KIND, ARGS);
    const { result, writes } = await watch(platform, () => engine().up(KIND, { ...ARGS, rules }, state));
    expect(shapes(writes)).toEqual(expected);
    expect(await refs()).toEqual(rules.map(({ ref }) => ref));
    expect(await engine().refresh(KIND, unproven(result))).toEqual(result);
  });

  it("keeps what is known if it fails after a write, and the next update continues", async () => {
    const state = await engine().up(KIND, ARGS);
    const args = { ...ARGS, rules: [{ ...ADMIN, action: "block" }, changed, COUNTRY] };
    const fault = { method: "POST", path: "/rules$", kind: "status" as const, status: 400 };
    const stopped = await withFaults(platform, [fault], () => engine().stopped(KIND, args, state));
    expect(stopped.message).toMatch(
      /^Some of the rules may not be written; the next update continues: POST /,
    );
    if (!stopped.state) throw new Error("nothing was kept");
    expect(stopped.state.id).toBe(state.id);
    expect(Object.keys(stopped.state.outs["rules"] as object)).toEqual(["admin", "bots"]);
    expect(stopped.state.outs["version"]).toBe((await live()).version);
    const { writes } = await watch(platform, () => engine().up(KIND, args, stopped.state));
    expect(shapes(writes)).toEqual(["POST /zones/ZONE/rulesets/ID/rules"]);
    expect(await refs()).toEqual(["admin", "bots", "country"]);
  });

  it("does not change the state if it fails before its first write", async () => {
    const state = await engine().up(KIND, ARGS);
    const fault = { method: "PATCH", kind: "status" as const, status: 400 };
    const args = { ...ARGS, rules: [ADMIN, changed] };
    const stopped = await withFaults(platform, [fault], () => engine().stopped(KIND, args, state));
    expect(stopped.state).toBeUndefined();
    expect(stopped.message).toMatch(/^PATCH \/zones/);
  });

  it("creates the entry point again if somebody removes it between the read and the write", async () => {
    const state = await engine().up(KIND, ARGS);
    const path = `${RULESETS}/${String(state.outs["rulesetId"])}`;
    let removed = false;
    const proxy = await startProxy(platform.baseUrl, async ({ method }) => {
      if (method !== "PATCH" || removed) return undefined;
      removed = true;
      await platform.api("DELETE", path);
      return undefined;
    });
    try {
      const run = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
      const again = await run.up(KIND, { ...ARGS, rules: [ADMIN, changed] }, state);
      expect(await live()).toMatchObject({ id: again.outs["rulesetId"], rules: [ADMIN, changed] });
    } finally {
      await proxy.close();
    }
  });

  it("creates the entry point again if somebody removed it", async () => {
    const state = await engine().up(KIND, ARGS);
    await platform.api("DELETE", `${RULESETS}/${String(state.outs["rulesetId"])}`);
    const again = await engine().up(KIND, { ...ARGS, rules: [ADMIN, changed] }, state);
    expect(await refs()).toEqual(["admin", "bots"]);
    expect(again.outs["rulesetId"]).toBe((await live()).id);
  });

  it('with onConcurrentChange: "fail" refuses what somebody changed meanwhile, and minds no rules of others', async () => {
    const args = { ...ARGS, onConcurrentChange: "fail" };
    const state = await engine().up(KIND, args);
    const { id, rules } = await live();
    await ask(platform, "POST", `${RULESETS}/${id}/rules`, COUNTRY);
    const beside = await engine().up(KIND, { ...args, rules: [ADMIN, changed] }, state);
    const edit = { action: "log", expression: ADMIN.expression };
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rules[0]?.id)}`, edit);
    const { result, writes } = await watch(platform, () => engine().stopped(KIND, args, beside));
    expect(result.message).toContain(
      `Somebody changed these rules since version ${String(beside.outs["version"])} (now ${(await live()).version})`,
    );
    expect(result.message).toContain('  admin: action was "managed_challenge", is "log"');
    expect(writes).toEqual([]);
  });

  it('with onConcurrentChange: "fail" names the order that somebody changed', async () => {
    const args = { ...ARGS, onConcurrentChange: "fail" };
    const state = await engine().up(KIND, args);
    const { id, rules } = await live();
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rules[1]?.id)}`, {
      position: { before: "" },
    });
    const stopped = await engine().stopped(KIND, { ...args, rules: [ADMIN, changed] }, state);
    expect(stopped.message).toContain("  the order was admin, bots, is bots, admin");
    // By default it is put back.
    await engine().up(KIND, { ...ARGS, rules: [ADMIN, changed] }, state);
    expect(await refs()).toEqual(["admin", "bots"]);
  });

  /** An API where somebody changes the rule `admin` between two writes of ours. */
  async function changedBetween(): Promise<Proxy> {
    const { id, rules } = await live();
    let patches = 0;
    return startProxy(platform.baseUrl, async ({ method }) => {
      if (method === "PATCH" && (patches += 1) === 2) {
        const edit = { action: "log", expression: "ssl" };
        await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rules[0]?.id)}`, edit);
      }
      return undefined;
    });
  }

  it("reverts what somebody changes between two of its writes", async () => {
    const state = await engine().up(KIND, ARGS);
    const proxy = await changedBetween();
    try {
      const run = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
      const wanted = [{ ...ADMIN, action: "block" }, changed];
      const after = await run.up(KIND, { ...ARGS, rules: wanted }, state);
      expect((await live()).rules).toMatchObject(wanted);
      expect(await engine().refresh(KIND, unproven(after))).toEqual(after);
    } finally {
      await proxy.close();
    }
  });

  it('with onConcurrentChange: "fail" names what somebody changes between two of its writes, and leaves it', async () => {
    const args = { ...ARGS, onConcurrentChange: "fail" };
    const state = await engine().up(KIND, args);
    const proxy = await changedBetween();
    try {
      const run = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
      const wanted = [{ ...ADMIN, action: "block" }, changed];
      const stopped = await run.stopped(KIND, { ...args, rules: wanted }, state);
      expect(stopped.message).toContain(
        `Somebody changed these rules while they were written (now version ${(await live()).version})`,
      );
      expect(stopped.message).toContain('  admin: action was "block", is "log"');
      expect((await live()).rules).toMatchObject([
        { ref: "admin", action: "log", expression: "ssl" },
        changed,
      ]);
    } finally {
      await proxy.close();
    }
  });

  it("is a replacement for another zone, and for an unknown one", async () => {
    const state = await engine().up(KIND, ARGS);
    expect(await engine().preview(KIND, { ...ARGS, zoneId: "0".repeat(32) }, state)).toBe("replace");
    expect(await engine().preview(KIND, { ...ARGS, zoneId: UNKNOWN }, state)).toBe("replace");
  });

  it("accepts the old rules that ignoreChanges passes on", async () => {
    const state = await engine().up(KIND, ARGS);
    expect(await engine().preview(KIND, { ...ARGS, rules: state.inputs["rules"] }, state)).toBe("same");
  });

  it("writes nothing for rules that become secret, but marks them in the outputs", async () => {
    const state = await engine().up(KIND, ARGS);
    const { result, writes } = await watch(platform, () =>
      engine().up(KIND, { ...ARGS, secretInputs: ["rules"] }, state),
    );
    expect([result.outs["secretInputs"], writes]).toEqual([["rules"], []]);
  });
});
