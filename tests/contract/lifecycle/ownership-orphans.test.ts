import { identity, type TestEngine } from "../../support/lifecycle";
import { ADMIN, COUNTRY, RULES, useOwnership, type Kind } from "../../support/ownership";

const { newRun, killedRun, inZone, use, asDeclared, KINDS, each, expectRefreshed, expectSettled } =
  useOwnership();

describe("an object that an interrupted run created and no state contains", () => {
  it.each(each(KINDS))(
    "is taken over by the next run instead of being created twice: %s",
    async (_, kind) => {
      const args = { ...kind.args, __mark: identity("one") };
      await killedRun().up(kind.kind, args);
      await killedRun().up(kind.kind, args);
      const run = newRun();
      run.pass(3 * 24 * 3_600_000);
      const state = await run.up(kind.kind, args);
      expect(run.log.join("\n")).toMatch(
        /from 3 days ago\) is an orphan of an interrupted run: an update takes it over or/,
      );
      await expectSettled(kind, args, state, kind.one);
    },
  );

  it("keeps the ids of its rules, and loses the rules that the program no longer declares", async () => {
    const [kind] = KINDS as [Kind];
    const args = { ...kind.args, __mark: identity("one") };
    await killedRun().up(kind.kind, args);
    const [admin] = await inZone();
    const state = await newRun().up(kind.kind, { ...args, rules: [ADMIN, COUNTRY] });
    expect(state.outs["ruleIds"]).toMatchObject({ admin: admin?.id });
    expect(await kind.live()).toEqual([ADMIN, COUNTRY]);
  });

  it.each(each(KINDS.filter(({ kind }) => kind !== "OwaspConfig")))(
    "stays, and is listed by each run that sees it, if nothing proves its owner: %s",
    async (_, kind) => {
      const args = { ...kind.args, __mark: identity("one") };
      await newRun({}, { of: "another backend" }).up(kind.kind, args);
      const before = await kind.live();
      const named = (run: TestEngine) =>
        run.log.filter((line) => line.includes("is a suspected orphan")).length;
      const run = newRun();
      run.pass(3 * 24 * 3_600_000);
      expect(await run.preview(kind.kind, { ...args, __preview: true })).toBe("create");
      expect(named(run)).toBe(before.length === 1 ? 1 : RULES.length);
      expect(run.log.join("\n")).toMatch(/from 3 days ago\) is a suspected orphan/);
      const update = newRun();
      const state = await update.up(kind.kind, args);
      expect(named(update)).toBeGreaterThan(0);
      const refresh = newRun();
      await refresh.refresh(kind.kind, state);
      expect(named(refresh)).toBeGreaterThan(0);
      const destroy = newRun();
      await destroy.destroy(kind.kind, state);
      expect(named(destroy)).toBeGreaterThan(0);
      expect(await kind.live()).toEqual(before);
    },
  );

  it.each(each(KINDS.filter(({ kind }) => kind !== "OwaspConfig")))(
    "is removed if a person names it after the next run has created another one: %s",
    async (_, kind) => {
      const args = { ...kind.args, __mark: identity("one") };
      await newRun({}, { of: "another backend" }).up(kind.kind, args);
      const run = newRun();
      const state = await run.up(kind.kind, args);
      const takeOver = run.log.flatMap((line) => /EDGE_TAKE_OVER=(\w+)/.exec(line)?.[1] ?? []);
      expect(await newRun().preview(kind.kind, args, state)).toBe("same");
      expect(await newRun({}, { takeOver: ["0".repeat(32)] }).preview(kind.kind, args, state)).toBe("same");
      const preview = newRun({}, { takeOver });
      expect(await preview.preview(kind.kind, args, state)).toBe("update");
      expect(preview.log.join("\n")).toContain(`${takeOver[0]}, from `);
      const after = await newRun({}, { takeOver }).up(kind.kind, args, state);
      await expectSettled(kind, args, after, kind.one);
    },
  );

  it("is an error that says what to type if the zone can have it only once", async () => {
    const kind = KINDS.find((one) => one.kind === "OwaspConfig")!;
    const args = { ...kind.args, __mark: identity("one") };
    const theirs = await newRun({}, { of: "another backend" }).up(kind.kind, args);
    for (const run of [newRun(), newRun()]) {
      const { message } = await run.stopped(kind.kind, { ...args, takeOver: true });
      expect(message).toContain(`EDGE_TAKE_OVER=${String(theirs.outs["ruleId"])}`);
    }
  });

  it("belongs to the stack if the state says so, whatever names the stack had", async () => {
    for (const kind of KINDS) {
      const old = await newRun().up(kind.kind, { ...kind.args, __mark: identity("one", "former") });
      const args = { ...kind.args, __mark: identity("two", "prod") };
      const run = newRun();
      const state = await run.up(kind.kind, args);
      await run.destroy(kind.kind, old);
      await expectSettled(kind, args, state, kind.one);
    }
  });
});

describe("resources of two stacks", () => {
  it.each(each(KINDS.slice(0, 2)))(
    "have rules of equal refs and content side by side: %s",
    async (_, kind) => {
      const run = newRun();
      const ours = await run.up(kind.kind, { ...kind.args, __mark: identity("one", "prod") });
      const staging = newRun({}, { of: "staging" });
      const theirs = await staging.up(kind.kind, { ...kind.args, __mark: identity("one", "staging") });
      expect(await kind.live()).toEqual([...RULES, ...RULES]);
      for (const state of [ours, theirs]) await expectRefreshed(run, kind.kind, state);
      const changed = await newRun({}, { of: "staging" }).up(
        kind.kind,
        { ...kind.args, rules: [ADMIN] },
        theirs,
      );
      expect(await kind.live()).toEqual([...RULES, ADMIN]);
      await newRun().destroy(kind.kind, ours);
      await expectRefreshed(newRun(), kind.kind, changed);
      await newRun().destroy(kind.kind, changed);
      expect(await kind.live()).toEqual([]);
    },
  );

  it("have tokens of equal derived names, and each removes its own", async () => {
    const kind = KINDS.at(-1)!;
    const ours = await newRun().up(kind.kind, { ...kind.args, __mark: identity("one", "prod") });
    const staging = newRun({}, { of: "staging" });
    const theirs = await staging.up(kind.kind, { ...kind.args, __mark: identity("one", "staging") });
    expect(await kind.live()).toEqual(["deploy", "deploy"]);
    await newRun().destroy(kind.kind, ours);
    expect([await use(ours.outs["value"]), await use(theirs.outs["value"])]).toEqual([403, 200]);
  });

  it("keep each other's rules where one of them owns the rest of the entry point", async () => {
    const { kind, args } = KINDS[0]!;
    await newRun({}, { of: "staging" }).up(kind, { ...args, __mark: identity("one", "staging") });
    const exclusive = { ...args, ownership: "exclusive", rules: [COUNTRY], __mark: identity("one", "prod") };
    const { message } = await newRun().stopped(kind, exclusive);
    expect(message).toContain(
      'a rule with ref "admin" (managed_challenge), owned by shop/staging, that this resource did not create',
    );
    expect(asDeclared(await inZone())).toEqual(RULES);
  });
});
