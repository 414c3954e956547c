import {
  ask,
  plain,
  renew,
  testEngine,
  UNKNOWN,
  unproven,
  watch,
  withFaults,
  without,
} from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { startProxy, type Proxy } from "../../support/proxy";

const KIND = "ZoneEntrypointRuleset";
const PHASE = "http_request_firewall_custom";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const ENTRYPOINT = `${RULESETS}/phases/${PHASE}/entrypoint`;
const ID = /[0-9a-f]{32}/g;

const ADMIN = { ref: "admin", action: "managed_challenge", expression: 'http.request.uri.path eq "/admin"' };
const BOTS = { ref: "bots", action: "block", expression: "cf.client.bot", description: "no bots" };
const COUNTRY = { ref: "country", action: "log", expression: 'ip.src.country eq "ZZ"' };
const ARGS = { zoneId: EXAMPLE_COM, phase: PHASE, rules: [ADMIN, BOTS] };

interface LiveRule {
  id: string;
  ref: string;
  action: string;
  expression: string;
  enabled: boolean;
}
interface LiveRuleset {
  id: string;
  version: string;
  rules: LiveRule[];
}

const platform = useTestPlatform();
let engine: ReturnType<typeof testEngine>;
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform);
});

/** As it is now, each rule by the ref that its program gives it. */
const live = async () => plain(await ask<LiveRuleset>(platform, "GET", ENTRYPOINT));
const refs = async () => (await live()).rules.map(({ ref }) => ref);

/** Rules of somebody else, who makes the entry point. */
function foreign(...rules: object[]): Promise<LiveRuleset> {
  return ask(platform, "POST", RULESETS, { name: "default", kind: "zone", phase: PHASE, rules });
}

async function entrypointStatus(): Promise<number> {
  return (await platform.api("GET", ENTRYPOINT)).status;
}

/** Requests without the ids in them. */
const shapes = (writes: string[]) =>
  writes.map((line) => line.replace(EXAMPLE_COM, "ZONE").replace(ID, "ID"));

describe("a ZoneEntrypointRuleset where there is no entry point", () => {
  it("is made by one POST, and read back as it was written", async () => {
    const { result: state, writes } = await watch(platform, () => engine.up(KIND, ARGS));
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
    expect(await engine.refresh(KIND, unproven(state))).toEqual(state);
    expect(await engine.preview(KIND, ARGS, state)).toBe("same");
  });

  it("goes with its rules", async () => {
    const state = await engine.up(KIND, ARGS);
    await engine.destroy(KIND, state);
    expect(await entrypointStatus()).toBe(404);
    await expect(engine.destroy(KIND, state)).resolves.toBeUndefined();
    expect(await engine.refresh(KIND, state)).toBeUndefined();
  });

  it.each(["drop-before", "drop-after", "truncate"] as const)(
    "is made once, and known as its own, after a lost answer (%s)",
    async (kind) => {
      const fault = { method: "POST", path: "/rulesets$", kind, times: 1 };
      const state = await withFaults(platform, [fault], () => engine.up(KIND, ARGS));
      expect(await refs()).toEqual(["admin", "bots"]);
      expect(state.outs["createdEntrypoint"]).toBe(true);
      await engine.destroy(KIND, state);
      expect(await entrypointStatus()).toBe(404);
    },
  );

  it("is kept in the state when nobody can tell whether it was made", async () => {
    const faults = [
      { method: "POST", path: "/rulesets$", kind: "drop-after" as const },
      { method: "GET", path: "/entrypoint$", kind: "status" as const, status: 503 },
    ];
    const stopped = await withFaults(platform, faults, () => engine.stopped(KIND, ARGS));
    expect(stopped.message).toMatch(/^Some of the rules may not be written; the next update continues: GET /);
    if (!stopped.state) throw new Error("nothing was kept");
    const state = await engine.up(KIND, { ...ARGS, rules: [ADMIN] }, stopped.state);
    expect(await refs()).toEqual(["admin"]);
    await engine.destroy(KIND, state);
    expect(await entrypointStatus()).toBe(404);
  });
});

describe("a ZoneEntrypointRuleset where others have rules", () => {
  it("adds its own, and leaves theirs in place, content and id", async () => {
    const before = await foreign(COUNTRY, { ref: "last", action: "block", expression: "ssl" });
    const state = await engine.up(KIND, ARGS);
    const after = await live();
    expect(after.rules.filter(({ ref }) => !["admin", "bots"].includes(ref))).toEqual(before.rules);
    expect(after.rules.map(({ ref }) => ref)).toEqual(["country", "last", "admin", "bots"]);
    expect(state.outs["createdEntrypoint"]).toBe(false);
    await engine.destroy(KIND, state);
    expect((await live()).rules).toEqual(before.rules);
  });

  it("stays out of the way of an entry point that it made and others came into", async () => {
    const state = await engine.up(KIND, ARGS);
    await ask(platform, "POST", `${RULESETS}/${String(state.outs["rulesetId"])}/rules`, COUNTRY);
    await engine.destroy(KIND, state);
    expect(await refs()).toEqual(["country"]);
  });

  it("goes on after the lost answer of an added rule, and adds it once", async () => {
    await foreign(COUNTRY);
    const fault = { method: "POST", path: "/rules$", kind: "drop-after" as const, times: 1 };
    await withFaults(platform, [fault], () => engine.up(KIND, ARGS));
    expect(await refs()).toEqual(["country", "admin", "bots"]);
  });

  it("tells of a rule of its ref that it did not make, and writes nothing", async () => {
    const { rules } = await foreign({ ...ADMIN, action: "block" });
    const { result, writes } = await watch(platform, () => engine.stopped(KIND, ARGS));
    expect(result.message).toContain("Nothing was written.");
    expect(result.message).toContain(
      `a rule with ref "admin" (id ${String(rules[0]?.id)}) that this resource did not create`,
    );
    // The POST is refused: there is an entry point.
    expect(shapes(writes)).toEqual(["POST /zones/ZONE/rulesets"]);
    expect((await live()).rules).toEqual(rules);
    await engine.up(KIND, { ...ARGS, takeOver: true });
    expect((await live()).rules).toMatchObject([
      { id: rules[0]?.id, action: "managed_challenge" },
      { ref: "bots" },
    ]);
  });

  it("takes none of them for its own, though ref and content are equal, and leaves them behind", async () => {
    const { rules } = await foreign(ADMIN);
    const state = await engine.up(KIND, ARGS);
    expect(await refs()).toEqual(["admin", "admin", "bots"]);
    expect(Object.values(state.outs["ruleIds"] as object)).not.toContain(rules[0]?.id);
    await engine.destroy(KIND, state);
    expect((await live()).rules).toEqual(rules);
  });

  it.each([
    ["there is one", [COUNTRY]],
    ["there is none", []],
  ])("names the rule that its position lacks, and writes nothing, where %s entry point", async (_, rules) => {
    if (rules.length > 0) await foreign(...rules);
    const args = { ...ARGS, position: { before: "contry" } };
    const { result, writes } = await watch(platform, () => engine.stopped(KIND, args));
    expect(result.message).toMatch(
      /Nothing was written\.\n {2}position names "contry", and the entry point has no foreign rule with that ref/,
    );
    expect(writes).toEqual([]);
  });

  it("that is to be its own alone is refused with their rules listed, or takes over", async () => {
    const { rules } = await foreign(COUNTRY);
    const exclusive = { ...ARGS, ownership: "exclusive" };
    const stopped = await engine.stopped(KIND, exclusive);
    expect(stopped.message).toMatch(/rule with ref "country" \(log\).*set takeOver: true/);
    expect((await live()).rules).toEqual(rules);
    await engine.up(KIND, { ...exclusive, takeOver: true });
    expect(await refs()).toEqual(["admin", "bots"]);
  });
});

describe("an update of a ZoneEntrypointRuleset", () => {
  const changed = { ...BOTS, action: "log" };
  it.each([
    ["nothing", "nothing changed", [ADMIN, BOTS], []],
    ["one PATCH", "a rule changed", [ADMIN, changed], ["PATCH /zones/ZONE/rulesets/ID/rules/ID"]],
    ["one POST", "a rule is new", [ADMIN, COUNTRY, BOTS], ["POST /zones/ZONE/rulesets/ID/rules"]],
    ["one DELETE", "a rule is gone", [BOTS], ["DELETE /zones/ZONE/rulesets/ID/rules/ID"]],
    ["one PATCH", "a rule moved", [BOTS, ADMIN], ["PATCH /zones/ZONE/rulesets/ID/rules/ID"]],
  ])("writes %s when %s", async (_, __, rules, expected) => {
    const state = await engine.up(KIND, ARGS);
    const { result, writes } = await watch(platform, () => engine.up(KIND, { ...ARGS, rules }, state));
    expect(shapes(writes)).toEqual(expected);
    expect(await refs()).toEqual(rules.map(({ ref }) => ref));
    expect(await engine.refresh(KIND, unproven(result))).toEqual(result);
  });

  it("that fails half way keeps what is known, and the next one goes on", async () => {
    const state = await engine.up(KIND, ARGS);
    const args = { ...ARGS, rules: [{ ...ADMIN, action: "block" }, changed, COUNTRY] };
    const fault = { method: "POST", path: "/rules$", kind: "status" as const, status: 400 };
    const stopped = await withFaults(platform, [fault], () => engine.stopped(KIND, args, state));
    expect(stopped.message).toMatch(
      /^Some of the rules may not be written; the next update continues: POST /,
    );
    if (!stopped.state) throw new Error("nothing was kept");
    expect(stopped.state.id).toBe(state.id);
    expect(Object.keys(stopped.state.outs["rules"] as object)).toEqual(["admin", "bots"]);
    expect(stopped.state.outs["version"]).toBe((await live()).version);
    const { writes } = await watch(platform, () => engine.up(KIND, args, stopped.state));
    expect(shapes(writes)).toEqual(["POST /zones/ZONE/rulesets/ID/rules"]);
    expect(await refs()).toEqual(["admin", "bots", "country"]);
  });

  it("that fails before its first write leaves the state as it was", async () => {
    const state = await engine.up(KIND, ARGS);
    const fault = { method: "PATCH", kind: "status" as const, status: 400 };
    const args = { ...ARGS, rules: [ADMIN, changed] };
    const stopped = await withFaults(platform, [fault], () => engine.stopped(KIND, args, state));
    expect(stopped.state).toBeUndefined();
    expect(stopped.message).toMatch(/^PATCH \/zones/);
  });

  it("makes the entry point again when somebody removes it between the read and the write", async () => {
    const state = await engine.up(KIND, ARGS);
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

  it("makes the entry point again when somebody removed it", async () => {
    const state = await engine.up(KIND, ARGS);
    await platform.api("DELETE", `${RULESETS}/${String(state.outs["rulesetId"])}`);
    const again = await engine.up(KIND, { ...ARGS, rules: [ADMIN, changed] }, state);
    expect(await refs()).toEqual(["admin", "bots"]);
    expect(again.outs["rulesetId"]).toBe((await live()).id);
  });

  it('with onConcurrentChange: "fail" refuses what somebody changed meanwhile, and minds no rules of others', async () => {
    const args = { ...ARGS, onConcurrentChange: "fail" };
    const state = await engine.up(KIND, args);
    const { id, rules } = await live();
    await ask(platform, "POST", `${RULESETS}/${id}/rules`, COUNTRY);
    const beside = await engine.up(KIND, { ...args, rules: [ADMIN, changed] }, state);
    const edit = { action: "log", expression: ADMIN.expression };
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rules[0]?.id)}`, edit);
    const { result, writes } = await watch(platform, () => engine.stopped(KIND, args, beside));
    expect(result.message).toContain(
      `Somebody changed these rules since version ${String(beside.outs["version"])} (now ${(await live()).version})`,
    );
    expect(result.message).toContain('  admin: action was "managed_challenge", is "log"');
    expect(writes).toEqual([]);
  });

  it('with onConcurrentChange: "fail" names the order that somebody changed', async () => {
    const args = { ...ARGS, onConcurrentChange: "fail" };
    const state = await engine.up(KIND, args);
    const { id, rules } = await live();
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rules[1]?.id)}`, {
      position: { before: "" },
    });
    const stopped = await engine.stopped(KIND, { ...args, rules: [ADMIN, changed] }, state);
    expect(stopped.message).toContain("  the order was admin, bots, is bots, admin");
    // By default it is put back.
    await engine.up(KIND, { ...ARGS, rules: [ADMIN, changed] }, state);
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

  it("puts back what somebody changes between two of its writes", async () => {
    const state = await engine.up(KIND, ARGS);
    const proxy = await changedBetween();
    try {
      const run = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
      const wanted = [{ ...ADMIN, action: "block" }, changed];
      const after = await run.up(KIND, { ...ARGS, rules: wanted }, state);
      expect((await live()).rules).toMatchObject(wanted);
      expect(await engine.refresh(KIND, unproven(after))).toEqual(after);
    } finally {
      await proxy.close();
    }
  });

  it('with onConcurrentChange: "fail" names what somebody changes between two of its writes, and leaves it', async () => {
    const args = { ...ARGS, onConcurrentChange: "fail" };
    const state = await engine.up(KIND, args);
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

  it("is a replacement for another zone, but not for one that is not known yet", async () => {
    const state = await engine.up(KIND, ARGS);
    expect(await engine.preview(KIND, { ...ARGS, zoneId: "0".repeat(32) }, state)).toBe("replace");
    expect(await engine.preview(KIND, { ...ARGS, zoneId: UNKNOWN }, state)).toBe("update");
  });

  it("takes the old rules that ignoreChanges hands over", async () => {
    const state = await engine.up(KIND, ARGS);
    expect(await engine.preview(KIND, { ...ARGS, rules: state.inputs["rules"] }, state)).toBe("same");
  });

  it("writes nothing for rules that become secret, but marks them in the outputs", async () => {
    const state = await engine.up(KIND, ARGS);
    const { result, writes } = await watch(platform, () =>
      engine.up(KIND, { ...ARGS, secretInputs: ["rules"] }, state),
    );
    expect([result.outs["secretInputs"], writes]).toEqual([["rules"], []]);
  });
});

describe("a refresh of a ZoneEntrypointRuleset", () => {
  it("shows the member that drifted, and the rest as the program wrote it", async () => {
    const spelled = { ...ADMIN, enabled: true, description: "" };
    const state = await engine.up(KIND, { ...ARGS, rules: [spelled, BOTS] });
    const { id, rules } = await live();
    const edit = { action: "block", expression: ADMIN.expression };
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rules[0]?.id)}`, edit);
    const drifted = await engine.refresh(KIND, state);
    expect(drifted?.inputs["rules"]).toEqual({
      admin: { ...without(spelled, "ref"), action: "block" },
      bots: { ...without(BOTS, "ref"), after: "admin" },
    });
  });

  it("shows a rule that somebody removed, and none that somebody added", async () => {
    const state = await engine.up(KIND, ARGS);
    const { id, rules } = await live();
    await ask(platform, "POST", `${RULESETS}/${id}/rules`, COUNTRY);
    await platform.api("DELETE", `${RULESETS}/${id}/rules/${String(rules[0]?.id)}`);
    expect((await engine.refresh(KIND, state))?.inputs["rules"]).toEqual({ bots: without(BOTS, "ref") });
  });

  it("that looks one up gives every rule", async () => {
    await foreign(COUNTRY);
    const found = await engine.provider(KIND).read(`${EXAMPLE_COM}/${PHASE}`, {});
    expect(found.inputs).toMatchObject({
      zoneId: EXAMPLE_COM,
      phase: PHASE,
      rules: { country: { action: "log" } },
    });
    const other = `${EXAMPLE_COM}/http_ratelimit`;
    await expect(engine.provider(KIND).read(other, {})).rejects.toThrow(
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
  ])("lets pass what is not known yet: %s", async (_, changes) => {
    const { result, requests } = await watch(platform, () => engine.preview(KIND, { ...ARGS, ...changes }));
    expect([result, requests]).toEqual(["create", []]);
  });
});

describe("secret rules", () => {
  const HIDDEN = "s3cr3t-token";
  const secret = (expression: string) => ({
    ...ARGS,
    rules: [{ ...ADMIN, expression }, BOTS],
    secretInputs: ["rules"],
  });
  const good = secret(`any(http.request.headers["x-key"][*] eq "${HIDDEN}")`);
  /** The offline check lets it pass, the API does not: a field that its plan lacks, say. */
  const refusal = (expression: string) => ({
    result: null,
    success: false,
    messages: [],
    errors: [
      { code: 20127, message: `'${expression}' is not a valid value for expression because of ${HIDDEN}` },
    ],
  });

  it("that do not parse are told by their place alone", async () => {
    const [problem = ""] = await engine.problems(KIND, secret(`http.host eq "${HIDDEN}" or`));
    expect(problem).toMatch(/^rules\["admin"\].expression: /);
    expect(problem).not.toContain(HIDDEN);
  });

  it("with a wrong member are told without what was found", async () => {
    const args = { ...ARGS, rules: [{ ...ADMIN, action: HIDDEN }], secretInputs: ["rules"] };
    const [problem = ""] = await engine.problems(KIND, args);
    expect(problem).toContain('found "[secret]"');
    expect(problem).not.toContain(HIDDEN);
  });

  it("are not quoted when the API quotes them, at create and at update", async () => {
    const refusing = await refusingApi(refusal(good.rules[0]?.expression ?? ""));
    try {
      const there = testEngine(platform, { "edge:baseUrl": refusing.baseUrl });
      const created = await there.stopped(KIND, good);
      expect(created.message).toMatch(/^POST .* refused with 400, code 20127: \(not shown/);
      expect(created.message).not.toContain(HIDDEN);
      const state = await engine.up(KIND, ARGS);
      const updated = await there.stopped(KIND, { ...good, rules: [...good.rules, COUNTRY] }, state);
      expect(updated.message).toContain("refused with 400");
      expect(updated.message).not.toContain(HIDDEN);
    } finally {
      await refusing.close();
    }
  });

  it("are not shown in a conflict of two writers", async () => {
    const args = { ...good, onConcurrentChange: "fail" };
    const state = await engine.up(KIND, args);
    const { id, rules } = await live();
    const theirs = { action: ADMIN.action, expression: `http.host eq "${HIDDEN}"` };
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rules[0]?.id)}`, theirs);
    const stopped = await engine.stopped(KIND, { ...args, rules: [ADMIN] }, state);
    expect(stopped.message).toContain("  admin: expression was changed");
    expect(stopped.message).not.toContain(HIDDEN);
  });

  /** Hands reads to the platform, and refuses each write with this body. */
  async function refusingApi(body: unknown): Promise<{ baseUrl: string; close(): Promise<void> }> {
    return startProxy(platform.baseUrl, (request) =>
      request.method === "GET"
        ? undefined
        : { status: 400, body: JSON.stringify(body), type: "application/json" },
    );
  }
});
