import {
  ask,
  identity,
  plain,
  renew,
  testEngine,
  UNKNOWN,
  watch,
  withFaults,
  without,
} from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const PHASE = "http_request_firewall_custom";
const ID = /[0-9a-f]{32}/g;

const ADMIN = { ref: "admin", action: "managed_challenge", expression: 'http.request.uri.path eq "/admin"' };
const BOTS = { ref: "bots", action: "block", expression: "cf.client.bot", description: "no bots" };
const COUNTRY = { ref: "country", action: "log", expression: 'ip.src.country eq "ZZ"' };

interface LiveRuleset {
  id: string;
  name: string;
  kind: string;
  version: string;
  description: string;
  rules?: { id: string; ref: string; action: string }[];
}

const platform = useTestPlatform();
let engine: ReturnType<typeof testEngine>;
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform);
});

/** The custom rulesets of an account and of a zone: one lifecycle, and two owners. */
const OWNERS = [
  {
    kind: "Ruleset",
    noun: "account",
    argument: "accountId",
    ownerId: () => platform.accountId,
    given: { phase: PHASE },
  },
  // The phase is always the same, so that a program need not name it.
  {
    kind: "ZoneCustomRuleset",
    noun: "zone",
    argument: "zoneId",
    ownerId: () => EXAMPLE_COM,
    given: {},
  },
];

describe.each(OWNERS)("a $kind", ({ kind, noun, argument, ownerId, given }) => {
  let args: Record<string, unknown>;
  let rulesets: string;
  beforeEach(() => {
    args = { [argument]: ownerId(), name: "shared", ...given, rules: [ADMIN, BOTS] };
    rulesets = `/${noun}s/${ownerId()}/rulesets`;
  });

  const custom = async () =>
    (await ask<LiveRuleset[]>(platform, "GET", rulesets)).filter(({ kind }) => kind === "custom");
  /** As it is now, each rule by the ref that its program gives it. */
  const live = async (id: unknown) =>
    plain(await ask<LiveRuleset>(platform, "GET", `${rulesets}/${String(id)}`));

  /** A custom ruleset of another owner. */
  const somebodys = (...rules: object[]) =>
    ask<LiveRuleset>(platform, "POST", rulesets, { name: "shared", kind: "custom", phase: PHASE, rules });

  /** Requests without the ids in them. */
  const shapes = (lines: string[]) => lines.map((line) => line.replace(ownerId(), "OWNER").replace(ID, "ID"));

  it("is created by one POST, read back unchanged, and removed as a whole", async () => {
    const { result: state, requests } = await watch(platform, () => engine.up(kind, args));
    expect(shapes(requests)).toEqual([`GET /${noun}s/OWNER/rulesets`, `POST /${noun}s/OWNER/rulesets`]);
    const [made] = await custom();
    const { rules = [] } = await live(made?.id);
    expect(state.id).toBe(`${noun}/${ownerId()}/${String(made?.id)}`);
    expect(state.outs).toEqual({
      ...state.inputs,
      rulesetId: made?.id,
      version: "1",
      lastUpdated: expect.stringMatching(/Z$/) as string,
      ruleIds: Object.fromEntries(rules.map((rule) => [rule.ref, rule.id])),
      stateVersion: 1,
    });
    expect(state.inputs["rules"]).toEqual({
      admin: without(ADMIN, "ref"),
      bots: { ...without(BOTS, "ref"), after: "admin" },
    });
    expect(await engine.refresh(kind, state)).toEqual(state);
    const again = await watch(platform, () => engine.preview(kind, args, state));
    expect([again.result, again.requests]).toEqual(["same", []]);
    await engine.destroy(kind, state);
    await engine.destroy(kind, state);
    expect(await custom()).toEqual([]);
    expect(await engine.refresh(kind, state)).toBeUndefined();
  });

  it.each(["drop-before", "drop-after", "truncate"] as const)(
    "is created once after a lost answer (%s)",
    async (lost) => {
      const fault = { method: "POST", path: "/rulesets$", kind: lost, times: 1 };
      const state = await withFaults(platform, [fault], () => engine.up(kind, args));
      expect((await custom()).map(({ id }) => id)).toEqual([state.outs["rulesetId"]]);
    },
  );

  it("is found, and not created twice, by the next run if the outcome of the last one is unknown", async () => {
    const lost = [
      { method: "POST", path: "/rulesets$", kind: "drop-after" as const },
      { method: "GET", path: "/rulesets/[0-9a-f]{32}$", kind: "status" as const, status: 503 },
    ];
    const same = { ...args, __mark: identity("interrupted") };
    const stopped = await withFaults(platform, lost, () => engine.stopped(kind, same));
    expect(stopped.state).toBeUndefined();
    const state = await engine.up(kind, same);
    expect((await custom()).map(({ id }) => id)).toEqual([state.outs["rulesetId"]]);
  });

  it("does not change an existing ruleset with its name, unless takeOver is set", async () => {
    const theirs = await somebodys(COUNTRY);
    const { result, writes } = await watch(platform, () => engine.stopped(kind, args));
    expect(result.message).toContain(
      `A custom ruleset "shared" that this resource did not make already exists in ${PHASE} (id ${theirs.id}, ` +
        'version 1, 1 rules; its rule "country" is without an owner\'s mark).',
    );
    expect(writes).toEqual([]);
    const state = await engine.up(kind, { ...args, takeOver: true });
    expect(state.outs["rulesetId"]).toBe(theirs.id);
    expect((await live(theirs.id)).rules?.map(({ ref }) => ref)).toEqual(["admin", "bots"]);
  });

  it("does not adopt a ruleset with the same rules that somebody made, and is created beside it", async () => {
    const { id } = await somebodys(ADMIN, BOTS);
    const state = await engine.up(kind, args);
    expect(state.outs["rulesetId"]).not.toBe(id);
    await engine.destroy(kind, state);
    expect((await platform.api("GET", `${rulesets}/${id}`)).status).toBe(200);
  });

  it("coexists with a ruleset of its name of another stack", async () => {
    const theirs = await engine.up(kind, { ...args, __mark: identity("shared", "staging") });
    const state = await engine.up(kind, { ...args, rules: [ADMIN] });
    expect(state.outs["rulesetId"]).not.toBe(theirs.outs["rulesetId"]);
    await engine.destroy(kind, state);
    expect(await engine.refresh(kind, theirs)).toEqual(theirs);
  });

  it("lists the rulesets if several have its name", async () => {
    const ids = [(await somebodys(ADMIN)).id, (await somebodys(BOTS)).id];
    const stopped = await engine.stopped(kind, { ...args, takeOver: true });
    expect(stopped.message).toContain(
      `several custom rulesets named "shared" in ${PHASE}: ${ids.join(", ")}.`,
    );
  });

  const changed = { ...BOTS, action: "log" };
  it.each([
    ["nothing", "nothing changed", {}, []],
    ["one PATCH", "a rule changed", { rules: [ADMIN, changed] }, ["PATCH …/ID/rules/ID"]],
    ["one POST", "a rule is new", { rules: [ADMIN, COUNTRY, BOTS] }, ["POST …/ID/rules"]],
    ["one DELETE", "a rule is gone", { rules: [BOTS] }, ["DELETE …/ID/rules/ID"]],
    ["one PATCH", "a rule moved", { rules: [BOTS, ADMIN] }, ["PATCH …/ID/rules/ID"]],
    ["one PUT", "everything changed", { rules: [COUNTRY, changed] }, ["PUT …/ID"]],
    ["one PUT", "the description changed", { description: "new" }, ["PUT …/ID"]],
  ])("writes %s when %s, and keeps the ids of its rules", async (_, __, change, expected) => {
    const state = await engine.up(kind, args);
    const next = { ...args, ...change };
    const { result, writes } = await watch(platform, () => engine.up(kind, next, state));
    expect(shapes(writes).map((line) => line.replace(`/${noun}s/OWNER/rulesets`, "…"))).toEqual(expected);
    expect(result.outs["ruleIds"]).toMatchObject(
      "admin" in (result.outs["rules"] as object)
        ? { admin: (state.outs["ruleIds"] as { admin: string }).admin }
        : {},
    );
    expect(await engine.refresh(kind, result)).toEqual(result);
  });

  it("shows in a refresh what somebody changed and added, and reverts both", async () => {
    const state = await engine.up(kind, args);
    const at = `${rulesets}/${String(state.outs["rulesetId"])}`;
    await ask(platform, "POST", `${at}/rules`, COUNTRY);
    await ask(platform, "PUT", at, { description: "by hand" });
    const drifted = await engine.refresh(kind, state);
    expect(drifted?.inputs).toMatchObject({
      description: "by hand",
      rules: { country: { action: "log", after: "bots" } },
    });
    if (!drifted) throw new Error("it is gone");
    const back = await engine.up(kind, args, drifted);
    expect((await live(back.outs["rulesetId"])).rules?.map(({ ref }) => ref)).toEqual(["admin", "bots"]);
    expect((await live(back.outs["rulesetId"])).description).toBe("");
  });

  it('with onConcurrentChange: "fail" names what somebody changed, and writes nothing', async () => {
    const careful = { ...args, onConcurrentChange: "fail" };
    const state = await engine.up(kind, careful);
    const { admin = "" } = state.outs["ruleIds"] as Record<string, string>;
    const at = `${rulesets}/${String(state.outs["rulesetId"])}/rules/${admin}`;
    await ask(platform, "PATCH", at, { ...without(ADMIN, "ref"), action: "block" });
    const { result, writes } = await watch(platform, () =>
      engine.stopped(kind, { ...careful, rules: [BOTS] }, state),
    );
    expect(result.message).toContain('  admin: action was "managed_challenge", is "block"');
    expect(writes).toEqual([]);
  });

  it("fails an update with the remedy if it no longer exists", async () => {
    const state = await engine.up(kind, args);
    await platform.api("DELETE", `${rulesets}/${String(state.outs["rulesetId"])}`);
    const stopped = await engine.stopped(kind, { ...args, rules: [ADMIN] }, state);
    expect(stopped.message).toMatch(
      /^The custom ruleset "shared" of (?:account|zone) .* is gone\. Nothing was written: /,
    );
  });

  it("is replaced for another name or owner, without a gap", async () => {
    const state = await engine.up(kind, args);
    expect(await engine.preview(kind, { ...args, name: "other" }, state)).toBe("replace");
    const difference = await engine
      .provider(kind)
      .diff(state.id, state.outs, { ...state.inputs, [argument]: "1".repeat(32) });
    expect(difference).toMatchObject({ replaces: [argument] });
    expect(difference.deleteBeforeReplace).not.toBe(true);
  });

  it.each([
    ["name", { name: UNKNOWN }],
    ["owner", { [argument]: UNKNOWN }],
    ["connection", { connection: UNKNOWN, ...(noun === "account" && { accountId: undefined }) }],
    ["phase", { phase: UNKNOWN }],
    ["rules", { rules: UNKNOWN }],
  ])("accepts unknown values: the %s", async (_, changes) => {
    expect(await engine.problems(kind, { ...args, ...changes })).toEqual([]);
  });

  it.each([
    ["no owner", { [argument]: undefined }, RegExp(`^${argument}: must be the id of an? ${noun}`)],
    ["no name", { name: "" }, /^name: must be the name of the ruleset, found an empty string/],
    ["an argument that it lacks", { kind: "root" }, /^kind: unknown argument/],
    [
      "a misplaced parameter",
      { rules: [{ ...BOTS, actionParameters: { ruleset: "current" } }] },
      /^rules\["bots"\]\.actionParameters\.ruleset: is not a parameter of "block", which accepts response; it belongs to skip/,
    ],
  ])("is rejected in a preview with %s, before any request", async (_, changes, expected) => {
    const { result, requests } = await watch(platform, () => engine.problems(kind, { ...args, ...changes }));
    expect(result).toEqual([expect.stringMatching(expected)]);
    expect(requests).toEqual([]);
  });

  it("can be looked up by its id if it is a custom ruleset", async () => {
    const { id } = await somebodys(COUNTRY);
    const found = await engine.provider(kind).read(`${noun}/${ownerId()}/${id}`, {});
    expect(found.inputs).toEqual({
      [argument]: ownerId(),
      name: "shared",
      phase: PHASE,
      rules: { country: without(COUNTRY, "ref") },
    });
    const managed = `${noun}/${ownerId()}/4814384a9e5d4991b9815dcfc25d2f1f`;
    await expect(engine.provider(kind).read(managed, {})).rejects.toThrow(
      `is of kind managed, and a ${kind} is a custom ruleset`,
    );
    await expect(engine.provider(kind).read("nonsense", {})).rejects.toThrow(
      `"nonsense" is not the id of a ${kind}: write ${noun}/<${noun} id>/<ruleset id>.`,
    );
  });
});

describe("a Ruleset of an account", () => {
  const args = () => ({ accountId: platform.accountId, name: "shared", phase: PHASE, rules: [ADMIN, BOTS] });

  it("belongs to the configured account by default, and is replaced when that account changes", async () => {
    const here = testEngine(platform, { "edge:accountId": platform.accountId });
    const state = await here.up("Ruleset", without(args(), "accountId"));
    expect(state.inputs["accountId"]).toBe(platform.accountId);
    const there = testEngine(platform, { "edge:accountId": "0".repeat(32) });
    expect(await there.preview("Ruleset", without(args(), "accountId"), state)).toBe("replace");
  });

  it("says how to name the account", async () => {
    expect(await engine.problems("Ruleset", without(args(), "accountId"))).toEqual([
      expect.stringMatching(/^accountId: must be the id of an account.*set edge:accountId/),
    ]);
  });

  it("is replaced for another phase, without a gap", async () => {
    const state = await engine.up("Ruleset", args());
    const difference = await engine
      .provider("Ruleset")
      .diff(state.id, state.outs, { ...state.inputs, phase: "http_ratelimit" });
    expect(difference).toMatchObject({ replaces: ["phase"] });
    expect(difference.deleteBeforeReplace).not.toBe(true);
  });
});

describe("a ZoneCustomRuleset", () => {
  const args = { zoneId: EXAMPLE_COM, name: "shared", rules: [ADMIN, BOTS] };
  const CUSTOM_RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;

  it("stores its phase, and is the same with and without it in the program", async () => {
    const state = await engine.up("ZoneCustomRuleset", args);
    expect(state.inputs["phase"]).toBe(PHASE);
    expect(await engine.preview("ZoneCustomRuleset", { ...args, phase: PHASE }, state)).toBe("same");
    expect(await engine.preview("ZoneCustomRuleset", args, state)).toBe("same");
  });

  it.each(["http_ratelimit", "http_request_firewal_custom", 5])(
    "is rejected in the phase %j, before any request",
    async (phase) => {
      const { result, requests } = await watch(platform, () =>
        engine.problems("ZoneCustomRuleset", { ...args, rules: [], phase }),
      );
      expect(result).toEqual([
        `phase: must be "${PHASE}", the only phase with custom rulesets of a zone, found ${JSON.stringify(phase)}: leave phase out, ` +
          "or write the rules of another phase in a ZoneEntrypointRuleset",
      ]);
      expect(requests).toEqual([]);
    },
  );

  it("is executed by the entry point of its zone, which it cannot outlive", async () => {
    const state = await engine.up("ZoneCustomRuleset", args);
    const entrypoint = (id: unknown) => ({
      zoneId: EXAMPLE_COM,
      phase: PHASE,
      rules: [{ ref: "shared", action: "execute", expression: "ssl", actionParameters: { id } }],
    });
    const news = { ...entrypoint(state.outs["rulesetId"]), __preview: true };
    expect(await engine.problems("ZoneEntrypointRuleset", news)).toEqual([]);
    const executing = await engine.up("ZoneEntrypointRuleset", entrypoint(state.outs["rulesetId"]));
    await expect(engine.destroy("ZoneCustomRuleset", state)).rejects.toThrow("executes it");
    await engine.destroy("ZoneEntrypointRuleset", executing);
    await engine.destroy("ZoneCustomRuleset", state);
    const left = await ask<LiveRuleset[]>(platform, "GET", CUSTOM_RULESETS);
    expect(left.filter(({ kind }) => kind !== "managed")).toEqual([]);
  });

  it("keeps its rule when the entry point drops the rule of the same ref", async () => {
    const rules = { zoneId: EXAMPLE_COM, phase: PHASE, rules: [ADMIN, BOTS] };
    const entrypoint = await engine.up("ZoneEntrypointRuleset", { ...rules, __mark: identity("waf") });
    const state = await engine.up("ZoneCustomRuleset", { ...args, __mark: identity("shared") });
    const dropped = { ...rules, rules: [BOTS], __mark: identity("waf") };
    const { result, writes } = await watch(platform, () =>
      engine.up("ZoneEntrypointRuleset", dropped, entrypoint),
    );
    expect(writes).toEqual([expect.stringMatching(/^DELETE .*\/rules\//)]);
    expect(Object.keys(result.outs["rules"] as object)).toEqual(["bots"]);
    expect(await engine.refresh("ZoneCustomRuleset", state)).toEqual(state);
  });

  it("says at preview what the plan of the zone does not include", async () => {
    const free = "f".repeat(32);
    await platform.control("POST", "/seed", { zones: [{ id: free, name: "free.example", plan: "free" }] });
    const news = { ...args, zoneId: free, rules: [COUNTRY], __preview: true };
    expect(await engine.problems("ZoneCustomRuleset", news)).toEqual([
      expect.stringMatching(/^rules\["country"\]\.action: .*plan/),
    ]);
  });
});
