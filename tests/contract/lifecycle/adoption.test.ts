import { ask, testEngine, unproven, watch } from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP } from "../../support/platform";
import { useTokens } from "../../support/tokens";

const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const MANAGED = `${RULESETS}/phases/http_request_firewall_managed/entrypoint`;
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const CUSTOM = "http_request_firewall_custom";

const { platform, named, make: makeToken, verify } = useTokens();
let engine: ReturnType<typeof testEngine>;
beforeEach(() => {
  engine = testEngine(platform);
});

describe("an entry point whose rules a resource declares as they are, with takeOver and exact refs", () => {
  const rules = [
    { ref: "admin", action: "block", expression: 'http.request.uri.path contains "/admin"' },
    { ref: "bots", action: "log", expression: "cf.bot_management.score lt 10", enabled: false },
  ];
  const args = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules, refs: "exact", takeOver: true };
  const foreign = { action: "log", expression: 'ip.src.country eq "T1"', ref: "tor" };

  it("is adopted without a write, and its rules belong to the resource", async () => {
    const body = { name: "default", kind: "zone", phase: CUSTOM, rules: [rules[0], foreign, rules[1]] };
    const live = await ask<{ rules: { id: string }[] }>(platform, "POST", RULESETS, body);
    const { result: state, writes } = await watch(platform, () => engine.up("ZoneEntrypointRuleset", args));
    expect(writes).toEqual([]);
    expect(state.outs["ruleIds"]).toEqual({ admin: live.rules[0]?.id, bots: live.rules[2]?.id });
    expect(await engine.preview("ZoneEntrypointRuleset", args, state)).toBe("same");
    expect((await engine.refresh("ZoneEntrypointRuleset", state))?.inputs).toEqual(state.inputs);
    await engine.destroy("ZoneEntrypointRuleset", state);
    const left = await ask<{ rules: object[] }>(platform, "GET", `${RULESETS}/phases/${CUSTOM}/entrypoint`);
    expect(left.rules).toMatchObject([{ ref: "tor" }]);
  });
});

describe("a deployment of OWASP that a resource declares as it is, with takeOver", () => {
  const args = { zoneId: EXAMPLE_COM, paranoiaLevel: 4, scoreThreshold: 40, action: "block", takeOver: true };
  const deploying = (overrides: object) => ({
    name: "default",
    kind: "zone",
    phase: "http_request_firewall_managed",
    rules: [{ action: "execute", expression: "true", action_parameters: { id: OWASP, overrides } }],
  });
  const scoring = { id: SCORING, score_threshold: 40, action: "block" };
  const live = () =>
    ask<{ rules: { id: string; ref: string; action_parameters: { overrides: { rules: object[] } } }[] }>(
      platform,
      "GET",
      MANAGED,
    );

  it("is adopted without a write, and the next change marks it", async () => {
    const before = await ask<{ rules: object[] }>(
      platform,
      "POST",
      RULESETS,
      deploying({ rules: [scoring] }),
    );
    const { result: state, writes } = await watch(platform, () => engine.up("OwaspConfig", args));
    expect(writes).toEqual([]);
    expect((await live()).rules).toEqual(before.rules);
    expect(await engine.preview("OwaspConfig", args, state)).toBe("same");
    const changed = await engine.up("OwaspConfig", { ...args, scoreThreshold: 60 }, state);
    expect((await live()).rules[0]?.ref).toMatch(/^owasp-core-ruleset~/);
    await engine.destroy("OwaspConfig", changed);
    expect((await platform.api("GET", MANAGED)).status).toBe(200);
    expect((await live()).rules).toBeUndefined();
  });

  it.each([
    ["in another order", [4, 3], [], { ...scoring, action: "block" }],
    [
      "with what is on anyway",
      [3, 4],
      [{ category: "paranoia-level-1", enabled: true }],
      { ...scoring, enabled: true },
    ],
  ])(
    "is adopted without a write if its overrides have the same effect %s",
    async (_, levels, more, score) => {
      const off = levels.map((level) => ({ category: `paranoia-level-${level}`, enabled: false }));
      const managed = await ask<{ rules: { id: string; description: string }[] }>(
        platform,
        "GET",
        `${RULESETS}/${OWASP}`,
      );
      const other = {
        id: managed.rules.find(({ description }) => /^941100/.test(description))!.id,
        action: "log",
      };
      await ask(
        platform,
        "POST",
        RULESETS,
        deploying({ categories: [...more, ...off], rules: [score, other] }),
      );
      const before = await live();
      const program = { ...args, paranoiaLevel: 2, rules: [{ number: "941100", action: "log" }] };
      const { result: state, writes } = await watch(platform, () => engine.up("OwaspConfig", program));
      expect(writes).toEqual([]);
      expect(await engine.preview("OwaspConfig", program, state)).toBe("same");
      expect((await engine.refresh("OwaspConfig", unproven(state)))?.inputs).toEqual(state.inputs);
      expect((await live()).rules).toEqual(before.rules);
      await engine.up("OwaspConfig", { ...program, scoreThreshold: 60 }, state);
      expect((await live()).rules[0]?.action_parameters.overrides.rules.at(-1)).toMatchObject({
        score_threshold: 60,
      });
    },
  );

  it("is removed with the resource, although it has no mark", async () => {
    await ask(platform, "POST", RULESETS, deploying({ rules: [scoring] }));
    await engine.destroy("OwaspConfig", await engine.up("OwaspConfig", args));
    expect((await live()).rules).toBeUndefined();
  });
});

describe("a token that a resource adopts with keepValue", () => {
  const args = named();
  const make = () => makeToken(args["name"]);

  it("is adopted without a write, keeps its value, and is unchanged in the next preview", async () => {
    const { id, value } = await make();
    const adopting = { ...args, adopt: id, keepValue: true };
    const { result: state, writes } = await watch(platform, () => engine.up("ApiToken", adopting));
    expect(writes).toEqual([]);
    expect(await verify(value)).toBe(200);
    expect(state.id).toBe(`user/${id}`);
    expect(state.outs["value"]).toBeUndefined();
    expect(await engine.preview("ApiToken", adopting, state)).toBe("same");
    expect((await engine.refresh("ApiToken", state))?.inputs).toEqual(state.inputs);
  });

  it("keeps its value when its policies change", async () => {
    const { id, value } = await make();
    const adopting = { ...args, adopt: id, keepValue: true };
    const state = await engine.up("ApiToken", adopting);
    await engine.up(
      "ApiToken",
      { ...adopting, condition: { requestIp: { notIn: ["192.0.2.0/24"] } } },
      state,
    );
    expect(await verify(value)).toBe(200);
  });

  it.each([
    ["rotationTrigger changes", { rotationTrigger: "now", keepValue: true }],
    ["keepValue is removed", {}],
  ])("is rolled when %s", async (_, change) => {
    const { id, value } = await make();
    const state = await engine.up("ApiToken", { ...args, adopt: id, keepValue: true });
    const rolled = await engine.up("ApiToken", { ...args, adopt: id, ...change }, state);
    expect(await verify(value)).toBe(401);
    expect(await verify(rolled.outs["value"])).toBe(200);
  });

  it("is rejected without adopt, and with a value other than true or false", async () => {
    expect(await engine.problems("ApiToken", { ...args, keepValue: true })).toEqual([
      "keepValue: has a meaning only with adopt: set adopt to the id of the token, or leave keepValue out",
    ]);
    expect(await engine.problems("ApiToken", { ...args, adopt: "0".repeat(32), keepValue: "yes" })).toEqual([
      'keepValue: must be true or false, found "yes"',
    ]);
  });
});
