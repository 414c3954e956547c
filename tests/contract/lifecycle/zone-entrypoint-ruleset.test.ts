import {
  ADMIN,
  ARGS,
  BOTS,
  COUNTRY,
  KIND,
  PHASE,
  RULESETS,
  shapes,
  useEntrypoint,
} from "../../support/entrypoint";
import { ask, UNKNOWN, unproven, watch, withFaults, without } from "../../support/lifecycle";
import { EXAMPLE_COM } from "../../support/platform";

const { platform, engine, live, refs, foreign, entrypointStatus } = useEntrypoint();

describe("a ZoneEntrypointRuleset in a phase without an entry point", () => {
  it("is created by one POST, and read back unchanged", async () => {
    const { result: state, writes } = await watch(platform, () => engine().up(KIND, ARGS));
    expect(shapes(writes)).toEqual(["POST /zones/ZONE/rulesets"]);
    const { id, version, rules } = await live();
    expect(state.id).toBe(`${EXAMPLE_COM}/${PHASE}`);
    expect(state.outs).toEqual({
      ...state.inputs,
      rulesetId: id,
      version,
      lastUpdated: expect.stringMatching(/Z$/) as string,
      ruleIds: Object.fromEntries(rules.map((rule) => [rule.ref, rule.id])),
      ruleCount: 2,
      createdEntrypoint: true,
      stateVersion: 1,
    });
    expect(state.inputs["rules"]).toEqual({
      admin: without(ADMIN, "ref"),
      bots: { ...without(BOTS, "ref"), after: "admin" },
    });
    expect(await engine().refresh(KIND, unproven(state))).toEqual(state);
    expect(await engine().preview(KIND, ARGS, state)).toBe("same");
  });

  it("is removed together with its rules", async () => {
    const state = await engine().up(KIND, ARGS);
    await engine().destroy(KIND, state);
    expect(await entrypointStatus()).toBe(404);
    await expect(engine().destroy(KIND, state)).resolves.toBeUndefined();
    expect(await engine().refresh(KIND, state)).toBeUndefined();
  });

  it.each(["drop-before", "drop-after", "truncate"] as const)(
    "is created once, and recognized, after a lost answer (%s)",
    async (kind) => {
      const fault = { method: "POST", path: "/rulesets$", kind, times: 1 };
      const state = await withFaults(platform, [fault], () => engine().up(KIND, ARGS));
      expect(await refs()).toEqual(["admin", "bots"]);
      expect(state.outs["createdEntrypoint"]).toBe(true);
      await engine().destroy(KIND, state);
      expect(await entrypointStatus()).toBe(404);
    },
  );

  it("is kept in the state if the outcome of its creation is unknown", async () => {
    const faults = [
      { method: "POST", path: "/rulesets$", kind: "drop-after" as const },
      { method: "GET", path: "/entrypoint$", kind: "status" as const, status: 503 },
    ];
    const stopped = await withFaults(platform, faults, () => engine().stopped(KIND, ARGS));
    expect(stopped.message).toMatch(/^Some of the rules may not be written; the next update continues: GET /);
    if (!stopped.state) throw new Error("nothing was kept");
    const state = await engine().up(KIND, { ...ARGS, rules: [ADMIN] }, stopped.state);
    expect(await refs()).toEqual(["admin"]);
    await engine().destroy(KIND, state);
    expect(await entrypointStatus()).toBe(404);
  });
});

describe("a ZoneEntrypointRuleset in an entry point with foreign rules", () => {
  it("adds its rules, and keeps position, content and id of the foreign rules", async () => {
    const before = await foreign(COUNTRY, { ref: "last", action: "block", expression: "ssl" });
    const state = await engine().up(KIND, ARGS);
    const after = await live();
    expect(after.rules.filter(({ ref }) => !["admin", "bots"].includes(ref))).toEqual(before.rules);
    expect(after.rules.map(({ ref }) => ref)).toEqual(["country", "last", "admin", "bots"]);
    expect(state.outs["createdEntrypoint"]).toBe(false);
    await engine().destroy(KIND, state);
    expect((await live()).rules).toEqual(before.rules);
  });

  it("keeps an entry point that it created if it contains foreign rules", async () => {
    const state = await engine().up(KIND, ARGS);
    await ask(platform, "POST", `${RULESETS}/${String(state.outs["rulesetId"])}/rules`, COUNTRY);
    await engine().destroy(KIND, state);
    expect(await refs()).toEqual(["country"]);
  });

  it("continues after the lost answer of an added rule, and adds it once", async () => {
    await foreign(COUNTRY);
    const fault = { method: "POST", path: "/rules$", kind: "drop-after" as const, times: 1 };
    await withFaults(platform, [fault], () => engine().up(KIND, ARGS));
    expect(await refs()).toEqual(["country", "admin", "bots"]);
  });

  it("reports a foreign rule with the same ref, and writes nothing", async () => {
    const { rules } = await foreign({ ...ADMIN, action: "block" });
    const { result, writes } = await watch(platform, () => engine().stopped(KIND, ARGS));
    expect(result.message).toContain("Nothing was written.");
    expect(result.message).toContain(
      `a rule with ref "admin" (id ${String(rules[0]?.id)}) that this resource did not create`,
    );
    // The POST is refused: there is an entry point.
    expect(shapes(writes)).toEqual(["POST /zones/ZONE/rulesets"]);
    expect((await live()).rules).toEqual(rules);
    await engine().up(KIND, { ...ARGS, takeOver: true });
    expect((await live()).rules).toMatchObject([
      { id: rules[0]?.id, action: "managed_challenge" },
      { ref: "bots" },
    ]);
  });

  it("does not adopt foreign rules with the same ref and content, and keeps them in a destroy", async () => {
    const { rules } = await foreign(ADMIN);
    const state = await engine().up(KIND, ARGS);
    expect(await refs()).toEqual(["admin", "admin", "bots"]);
    expect(Object.values(state.outs["ruleIds"] as object)).not.toContain(rules[0]?.id);
    await engine().destroy(KIND, state);
    expect((await live()).rules).toEqual(rules);
  });

  it.each([
    ["there is one", [COUNTRY]],
    ["there is none", []],
  ])(
    "names the rule that its position refers to in vain, and writes nothing, with %s entry point",
    async (_, rules) => {
      if (rules.length > 0) await foreign(...rules);
      const args = { ...ARGS, position: { before: "contry" } };
      const { result, writes } = await watch(platform, () => engine().stopped(KIND, args));
      expect(result.message).toMatch(
        /Nothing was written\.\n {2}position names "contry", and the entry point has no foreign rule with that ref/,
      );
      expect(writes).toEqual([]);
    },
  );

  it("fails with a list of the foreign rules if it is exclusive, or takes over", async () => {
    const { rules } = await foreign(COUNTRY);
    const exclusive = { ...ARGS, ownership: "exclusive" };
    const stopped = await engine().stopped(KIND, exclusive);
    expect(stopped.message).toMatch(/rule with ref "country" \(log\).*set takeOver: true/);
    expect((await live()).rules).toEqual(rules);
    await engine().up(KIND, { ...exclusive, takeOver: true });
    expect(await refs()).toEqual(["admin", "bots"]);
  });
});

describe("a refresh of a ZoneEntrypointRuleset", () => {
  it("shows the member that drifted, and everything else as the program wrote it", async () => {
    const spelled = { ...ADMIN, enabled: true, description: "" };
    const state = await engine().up(KIND, { ...ARGS, rules: [spelled, BOTS] });
    const { id, rules } = await live();
    const edit = { action: "block", expression: ADMIN.expression };
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rules[0]?.id)}`, edit);
    const drifted = await engine().refresh(KIND, state);
    expect(drifted?.inputs["rules"]).toEqual({
      admin: { ...without(spelled, "ref"), action: "block" },
      bots: { ...without(BOTS, "ref"), after: "admin" },
    });
  });

  it("shows a rule that somebody removed, but no rule that somebody added", async () => {
    const state = await engine().up(KIND, ARGS);
    const { id, rules } = await live();
    await ask(platform, "POST", `${RULESETS}/${id}/rules`, COUNTRY);
    await platform.api("DELETE", `${RULESETS}/${id}/rules/${String(rules[0]?.id)}`);
    expect((await engine().refresh(KIND, state))?.inputs["rules"]).toEqual({ bots: without(BOTS, "ref") });
  });

  it("returns every rule in a lookup", async () => {
    await foreign(COUNTRY);
    const found = await engine().provider(KIND).read(`${EXAMPLE_COM}/${PHASE}`, {});
    expect(found.inputs).toMatchObject({
      zoneId: EXAMPLE_COM,
      phase: PHASE,
      rules: { country: { action: "log" } },
    });
    const other = `${EXAMPLE_COM}/http_ratelimit`;
    await expect(engine().provider(KIND).read(other, {})).rejects.toThrow(
      `There is no ${KIND} with the id ${other}.`,
    );
  });
});

describe("a check of a ZoneEntrypointRuleset", () => {
  it.each([
    ["zoneId", { zoneId: UNKNOWN }],
    ["phase", { phase: UNKNOWN }],
    ["rules", { rules: UNKNOWN }],
    ["a rule", { rules: [ADMIN, UNKNOWN] }],
    ["a ref", { rules: [{ ...ADMIN, ref: UNKNOWN }] }],
    ["an action", { rules: [{ ...ADMIN, action: UNKNOWN }] }],
    ["an expression", { rules: [{ ...ADMIN, expression: UNKNOWN }] }],
    ["enabled", { rules: [{ ...ADMIN, enabled: UNKNOWN }] }],
    ["a parameter", { rules: [{ ...ADMIN, action: "block", actionParameters: { response: UNKNOWN } }] }],
    [
      "all of it",
      { zoneId: UNKNOWN, position: UNKNOWN, takeOver: UNKNOWN, description: UNKNOWN, ownership: UNKNOWN },
    ],
    ["the connection", { connection: UNKNOWN }],
  ])("accepts unknown values: %s", async (_, changes) => {
    const { result, requests } = await watch(platform, () => engine().preview(KIND, { ...ARGS, ...changes }));
    expect([result, requests]).toEqual(["create", []]);
  });
});
