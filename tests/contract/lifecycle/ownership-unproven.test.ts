import { identity, withFaults } from "../../support/lifecycle";
import { CUSTOM, COUNTRY, RULES, useOwnership } from "../../support/ownership";

const { platform, newRun, killedRun, inZone, use, byHand, asDeclared, KINDS, NAMED, expectSettled } =
  useOwnership();

describe("a token with an explicit name, which proves nothing", () => {
  const { kind, args } = NAMED;

  it("is not created again if no state contains the existing one, which is listed", async () => {
    const own = { ...args, __mark: identity("one") };
    const old = await killedRun().up(kind, own);
    const { message } = await newRun().stopped(kind, { ...args, __mark: identity("new") });
    expect(message).toContain(String(old.outs["tokenId"]));
    expect(await use(old.outs["value"])).toBe(200);
  });

  it("passes to the resource that adopts it, and stays when the old resource is deleted", async () => {
    const old = await newRun().up(kind, { ...args, __mark: identity("old") });
    const own = { ...args, adopt: old.outs["tokenId"], __mark: identity("new") };
    const run = newRun();
    const state = await run.up(kind, own);
    await run.destroy(kind, old);
    expect(state.outs["tokenId"]).toBe(old.outs["tokenId"]);
    await expectSettled(NAMED, own, state, ["pipeline"]);
  });

  it("stays with the resource that adopted it if the run was killed before it deleted the old resource", async () => {
    const old = await newRun().up(kind, { ...args, __mark: identity("old") });
    const own = { ...args, adopt: old.outs["tokenId"], __mark: identity("new") };
    const state = await newRun().up(kind, own);
    const run = newRun();
    expect(await run.preview(kind, own, state)).toBe("same");
    await run.destroy(kind, old);
    await expectSettled(NAMED, own, state, ["pipeline"]);
  });

  it("is created again by --target-replace, since the state contains its tokens", async () => {
    const own = { ...args, __mark: identity("one") };
    const old = await newRun().up(kind, own);
    const run = newRun();
    const state = await run.up(kind, own);
    await run.destroy(kind, old);
    await expectSettled(NAMED, own, state, ["pipeline"]);
  });
});

describe("rules with exact refs, which prove nothing", () => {
  const { kind, args } = KINDS[0]!;
  const exact = { ...args, refs: "exact", __mark: identity("one") };

  it("are live as the program writes them, and are removed with their resource", async () => {
    const state = await newRun().up(kind, exact);
    expect((await inZone()).map(({ ref }) => ref)).toEqual(["admin", "bots"]);
    await expectSettled(KINDS[0]!, exact, state, RULES);
  });

  it("that an interrupted run created are listed by the next run, which takes them over with takeOver", async () => {
    await killedRun().up(kind, exact);
    const [admin] = await inZone();
    const { message } = await newRun().stopped(kind, exact);
    expect(message).toContain(
      `the entry point has a rule with ref "admin" (id ${String(admin?.id)}) that this resource did not create; `,
    );
    expect(message).toContain("set takeOver: true to take over that rule");
    const own = { ...exact, takeOver: true };
    const state = await newRun().up(kind, own);
    expect(state.outs["ruleIds"]).toMatchObject({ admin: admin?.id });
    await expectSettled(KINDS[0]!, own, state, RULES);
  });

  it("are recognized after a lost answer in the same run", async () => {
    await byHand(CUSTOM, COUNTRY);
    const fault = { method: "POST", path: "/rules$", kind: "drop-after" as const, times: 1 };
    const state = await withFaults(platform, [fault], () => newRun().up(kind, exact));
    expect(asDeclared(await inZone())).toEqual([COUNTRY, ...RULES]);
    await newRun().destroy(kind, state);
    expect(asDeclared(await inZone())).toEqual([COUNTRY]);
  });
});
