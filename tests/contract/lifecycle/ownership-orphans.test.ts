import { identity } from "../../support/lifecycle";
import { ADMIN, COUNTRY, RULES, useOwnership, type Kind } from "../../support/ownership";

const { newRun, inZone, use, asDeclared, KINDS, each, expectRefreshed, expectSettled } = useOwnership();

describe("a resource that an interrupted run made, and no state holds", () => {
  it.each(each(KINDS))("is taken over by the next run, and not doubled: %s", async (_, kind) => {
    const args = { ...kind.args, __mark: identity("one") };
    await newRun().up(kind.kind, args);
    await newRun().up(kind.kind, args);
    const state = await newRun().up(kind.kind, args);
    await expectSettled(kind, args, state, kind.one);
  });

  it("keeps the ids of its rules, and loses those that the program no longer declares", async () => {
    const [kind] = KINDS as [Kind];
    const args = { ...kind.args, __mark: identity("one") };
    await newRun().up(kind.kind, args);
    const [admin] = await inZone();
    const state = await newRun().up(kind.kind, { ...args, rules: [ADMIN, COUNTRY] });
    expect(state.outs["ruleIds"]).toMatchObject({ admin: admin?.id });
    expect(await kind.live()).toEqual([ADMIN, COUNTRY]);
  });

  it("is left where it is older than a day", async () => {
    const [kind] = KINDS as [Kind];
    const args = { ...kind.args, __mark: identity("one") };
    await newRun().up(kind.kind, args);
    const later = newRun();
    later.pass(25 * 3_600_000);
    const state = await later.up(kind.kind, args);
    expect(
      asDeclared(await inZone())
        .map(({ ref }) => ref)
        .sort(),
    ).toEqual(["admin", "admin", "bots", "bots"]);
    await newRun().destroy(kind.kind, state);
    expect(await kind.live()).toEqual(RULES);
  });
});

describe("resources of two stacks", () => {
  it.each(each(KINDS.slice(0, 2)))(
    "have rules of equal refs and content side by side: %s",
    async (_, kind) => {
      const run = newRun();
      const ours = await run.up(kind.kind, { ...kind.args, __mark: identity("one", "prod") });
      const theirs = await run.up(kind.kind, { ...kind.args, __mark: identity("one", "staging") });
      expect(await kind.live()).toEqual([...RULES, ...RULES]);
      for (const state of [ours, theirs]) await expectRefreshed(run, kind.kind, state);
      const changed = await newRun().up(kind.kind, { ...kind.args, rules: [ADMIN] }, theirs);
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
    const theirs = await newRun().up(kind.kind, { ...kind.args, __mark: identity("one", "staging") });
    expect(await kind.live()).toEqual(["deploy", "deploy"]);
    await newRun().destroy(kind.kind, ours);
    expect([await use(ours.outs["value"]), await use(theirs.outs["value"])]).toEqual([403, 200]);
  });

  it("keep each other's rules where one of them owns the rest of the entry point", async () => {
    const { kind, args } = KINDS[0]!;
    await newRun().up(kind, { ...args, __mark: identity("one", "staging") });
    const exclusive = { ...args, ownership: "exclusive", rules: [COUNTRY], __mark: identity("one", "prod") };
    const { message } = await newRun().stopped(kind, exclusive);
    expect(message).toContain(
      'a rule with ref "admin" (managed_challenge), owned by shop/staging, that this resource did not create',
    );
    expect(asDeclared(await inZone())).toEqual(RULES);
  });
});
