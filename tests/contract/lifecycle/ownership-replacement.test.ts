import { declaredElsewhere } from "../../support/declared-elsewhere";
import { ask, identity, watch, type TestEngine } from "../../support/lifecycle";
import { CUSTOM, COUNTRY, RULES, useOwnership, type LiveRule, type Kind } from "../../support/ownership";
import { startProxy } from "../../support/proxy";

const {
  platform,
  newRun,
  ZONE,
  inZone,
  customRulesets,
  use,
  byHand,
  KINDS,
  NAMED_TOKEN,
  each,
  expectSettled,
} = useOwnership();

describe("a resource that is replaced because its arguments change", () => {
  it.each([...each(KINDS), NAMED_TOKEN])(
    "is live with its new mark, and only with that: %s",
    async (_, kind) => {
      const args = { ...kind.args, __mark: identity("one") };
      const old = await newRun().up(kind.kind, args);
      const changed = { ...args, ...kind.replacing };
      const run = newRun();
      expect(await run.preview(kind.kind, changed, old)).toBe("replace");
      const state = await run.up(kind.kind, changed, old);
      expect(state.inputs["__mark"]).not.toBe(old.inputs["__mark"]);
      await expectSettled(kind, changed, state, kind.replaced ?? kind.one);
    },
  );

  it("is created before the old one is removed, without a gap", async () => {
    const [kind] = KINDS as [Kind];
    const args = { ...kind.args, __mark: identity("one") };
    const old = await newRun().up(kind.kind, args);
    const { writes } = await watch(platform, () =>
      newRun().up(kind.kind, { ...args, connection: "again" }, old),
    );
    // The POST is refused: there is an entry point. Then each rule gets the mark of the new resource, and keeps its id.
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["POST", "PATCH", "PATCH"]);
  });

  it("has the position of its predecessor among foreign rules", async () => {
    const [kind] = KINDS as [Kind];
    const { id } = await byHand(CUSTOM, COUNTRY);
    const args = { ...kind.args, __mark: identity("one") };
    const old = await newRun().up(kind.kind, args);
    await ask(platform, "POST", `${ZONE}/rulesets/${id}/rules`, { ...COUNTRY, ref: "last" });
    await newRun().up(kind.kind, { ...args, connection: "again" }, old);
    expect((await kind.live()).map((rule) => (rule as LiveRule).ref)).toEqual([
      "country",
      "admin",
      "bots",
      "last",
    ]);
  });
});

describe("a resource that is replaced by --target-replace or after a taint", () => {
  it.each(each(KINDS))("is live with its new mark, and only with that: %s", async (_, kind) => {
    const args = { ...kind.args, __mark: identity("one") };
    const old = await newRun().up(kind.kind, args);
    // The engine checks without old inputs, creates, and deletes the old resource.
    const run = newRun();
    const state = await run.up(kind.kind, args);
    await run.destroy(kind.kind, old);
    expect(state.inputs["__mark"]).not.toBe(old.inputs["__mark"]);
    await expectSettled(kind, args, state, kind.one);
  });

  it("gets another token if the old one is in use", async () => {
    const kind = KINDS.at(-1)!;
    const args = { ...kind.args, __mark: identity("one") };
    const old = await newRun().up(kind.kind, args);
    expect(await use(old.outs["value"])).toBe(200);
    const run = newRun();
    const state = await run.up(kind.kind, args);
    expect([await use(old.outs["value"]), await use(state.outs["value"])]).toEqual([200, 200]);
    await run.destroy(kind.kind, old);
    expect(await use(old.outs["value"])).toBe(403);
    await expectSettled(kind, args, state, kind.one);
  });
});

describe("a resource whose logical name changes", () => {
  it.each(each(KINDS))("is live with its new mark, and only with that: %s", async (_, kind) => {
    const old = await newRun().up(kind.kind, { ...kind.args, __mark: identity("old") });
    const args = { ...kind.args, __mark: identity("new") };
    const run = newRun();
    const state = await run.up(kind.kind, args);
    await run.destroy(kind.kind, old);
    await expectSettled(kind, args, state, kind.one);
  });

  it.each(each(KINDS))(
    "is not affected when the old one is deleted in another run, after a kill: %s",
    async (_, kind) => {
      const old = await newRun().up(kind.kind, { ...kind.args, __mark: identity("old") });
      const args = { ...kind.args, __mark: identity("new") };
      const state = await newRun().up(kind.kind, args);
      await newRun().destroy(kind.kind, old);
      await expectSettled(kind, args, state, kind.one);
    },
  );
});

describe("rules whose state was moved from another stack", () => {
  it("keep their positions when their resource is renamed, also if its first update fails after a write", async () => {
    const { kind, args } = KINDS[0]!;
    const marked = { ...args, __mark: identity("one", "staging") };
    const old = await newRun({}, { of: "staging" }).up(kind, marked);
    const between = { ...COUNTRY, position: { index: 2 } };
    await ask(platform, "POST", `${ZONE}/rulesets/${String(old.outs["rulesetId"])}/rules`, between);
    newRun().stack.add(old);

    let changed = 0;
    const refusal = { status: 403, body: '{"success":false,"errors":[]}', type: "application/json" };
    const proxy = await startProxy(platform.baseUrl, ({ method, url = "" }) => {
      changed += method === "PATCH" && /\/rules\/[^/]+$/.test(url) ? 1 : 0;
      return changed === 2 ? refusal : undefined;
    });
    const own = { ...args, __mark: identity("two") };
    const { state: half } = await newRun({ "edge:baseUrl": proxy.baseUrl })
      .stopped(kind, own)
      .finally(() => proxy.close());
    expect(Object.keys(half?.outs["ruleIds"] ?? {})).toEqual(["admin"]);
    const run = newRun();
    await run.up(kind, own, half);
    await run.destroy(kind, old);
    expect((await inZone()).map(({ ref }) => ref.split("~")[0])).toEqual(["admin", "country", "bots"]);
  });
});

describe("a ruleset whose resource was renamed with an alias", () => {
  it("keeps its rules when a new resource has the old name, since the program names the refs of the others", async () => {
    const { kind, args } = KINDS[0]!;
    const renamed = { ...args, __mark: identity("waf") };
    const state = await newRun().up(kind, renamed);
    const more = { ...args, rules: [{ ...RULES[0]!, ref: "more" }], __mark: identity("waf") };
    await newRun().up(kind, {
      ...more,
      ...declaredElsewhere(
        CUSTOM,
        RULES.map(({ ref }) => ref),
      ),
    });
    expect((await inZone()).map(({ ref }) => ref.split("~")[0]).sort()).toEqual(["admin", "bots", "more"]);
    expect((await newRun().refresh(kind, state))?.outs["rules"]).toEqual(state.outs["rules"]);
  });
  it("also keeps its rules if the engine updates it while the new resource is written", async () => {
    const { kind, args } = KINDS[0]!;
    const renamed = { ...args, __mark: identity("waf") };
    const state = await newRun().up(kind, renamed);
    const more = { ...args, rules: [{ ...RULES[0]!, ref: "more" }], __mark: identity("waf") };
    let run: TestEngine | undefined;
    const proxy = await startProxy(platform.baseUrl, () => undefined, {
      onAnswer: async ({ method, url = "" }) => {
        if (method === "POST" && url.endsWith("/rules")) await run?.preview(kind, renamed, state);
      },
    });
    try {
      run = newRun({ "edge:baseUrl": proxy.baseUrl });
      await run.up(kind, more);
    } finally {
      await proxy.close();
    }
    expect((await inZone()).map(({ ref }) => ref.split("~")[0]).sort()).toEqual(["admin", "bots", "more"]);
  });

  it("is no orphan for a new resource of the old name, since the state contains its ids", async () => {
    const { kind, args } = KINDS.find((one) => one.kind === "Ruleset")!;
    const own = { ...args, name: undefined, __base: "waf", __mark: identity("waf") };
    const renamed = await newRun().up(kind, own);
    const state = await newRun().up(kind, own);
    expect((await customRulesets()).map(({ id }) => id).sort()).toEqual(
      [renamed.outs["rulesetId"], state.outs["rulesetId"]].sort(),
    );
  });
});
