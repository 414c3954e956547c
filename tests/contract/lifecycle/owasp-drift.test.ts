import { ask, identity, renew, testEngine, watch, without, type State } from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";

/** What somebody changes by hand in a deployment of OWASP, beside what the arguments say. */
const KIND = "OwaspConfig";
const PHASE = "http_request_firewall_managed";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const ENTRYPOINT = `${RULESETS}/phases/${PHASE}/entrypoint`;
const ARGS = { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 };
const XSS = "941100: XSS Attack Detected via libinjection";
const SKIP = {
  ref: "by-hand",
  action: "skip",
  action_parameters: { ruleset: "current" },
  expression: "true",
};

interface LiveRule {
  id: string;
  ref: string;
  action: string;
  action_parameters: { id: string; version?: string; overrides: { rules?: object[]; categories?: object[] } };
}

const platform = useTestPlatform();
let engine: ReturnType<typeof testEngine>;
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform);
});

const liveRules = async () => (await ask<{ rules: LiveRule[] }>(platform, "GET", ENTRYPOINT)).rules;

async function deployingRule(): Promise<LiveRule> {
  const rule = (await liveRules()).find(({ action }) => action === "execute");
  if (!rule) throw new Error("nothing is deployed");
  return rule;
}

/** Somebody changes the parameters of the deploying rule. */
async function edit(change: (parameters: LiveRule["action_parameters"]) => object): Promise<void> {
  const { id } = await ask<{ id: string }>(platform, "GET", ENTRYPOINT);
  const rule = await deployingRule();
  const parameters = { ...rule.action_parameters, ...change(rule.action_parameters) };
  await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${rule.id}`, {
    ref: rule.ref,
    action: "execute",
    expression: "true",
    action_parameters: parameters,
  });
}

const override = (overrides: object) =>
  edit(({ overrides: before }) => ({ overrides: { ...before, ...overrides } }));

async function idOf(number: string): Promise<string> {
  const { rules } = await ask<{ rules: { id: string; description: string }[] }>(
    platform,
    "GET",
    `${RULESETS}/${OWASP}`,
  );
  return rules.find(({ description }) => description.startsWith(number))?.id ?? "";
}

async function turnOff(number: string): Promise<void> {
  const id = await idOf(number);
  await edit(({ overrides }) => ({
    overrides: { ...overrides, rules: [...(overrides.rules ?? []), { id, enabled: false }] },
  }));
}

async function skipBefore(rule: object): Promise<void> {
  const { id } = await ask<{ id: string }>(platform, "GET", ENTRYPOINT);
  await ask(platform, "POST", `${RULESETS}/${id}/rules`, { ...rule, position: { before: "" } });
}

async function refreshed(state: State): Promise<State> {
  const found = await engine.refresh(KIND, state);
  if (!found) throw new Error("it is gone");
  return found;
}

describe("an OwaspConfig", () => {
  it.each([
    [
      "turned off as a whole",
      () => override({ enabled: false }),
      [
        "an override of the whole ruleset says enabled: false",
        "the scoring rule is off, so no request is acted upon",
        "all 42 managed rules are off",
      ],
    ],
    [
      "pinned to a version",
      () => edit(() => ({ version: "35" })),
      ["the deployment executes version 35 of the managed ruleset, not the latest version"],
    ],
    ["without one of its rules", () => turnOff("941100"), [`off: 1 managed rule, "${XSS}"`]],
    [
      "with a level off below its own",
      () =>
        edit(({ overrides }) => ({
          overrides: {
            ...overrides,
            categories: [...(overrides.categories ?? []), { category: "paranoia-level-1", enabled: false }],
          },
        })),
      [expect.stringMatching(/^off: 28 managed rules, .* and 25 more$/)],
    ],
    [
      "behind a rule that skips everything",
      () => skipBefore(SKIP),
      [
        'the skip rule "by-hand" (without an owner\'s mark) precedes the deployment and matches all of its requests, ' +
          "so the managed ruleset does not run",
      ],
    ],
  ])("%s by hand is drift, in words, and an update repairs it with one request", async (_, byHand, drift) => {
    const state = await engine.up(KIND, ARGS);
    const before = await deployingRule();
    await byHand();
    const foreign = (await liveRules()).filter(({ action }) => action !== "execute");
    const seen = await refreshed(state);
    expect(seen.inputs).toEqual({ ...state.inputs, drift });
    expect(seen.outs["drift"]).toEqual(drift);
    expect(engine.log.filter((line) => line.includes("drift: "))).toHaveLength(drift.length);
    // The second refresh finds no new version, and still shows the drift.
    expect((await refreshed(seen)).inputs).toEqual(seen.inputs);
    expect(await engine.preview(KIND, ARGS, seen)).toBe("update");
    const { result, writes } = await watch(platform, () => engine.up(KIND, ARGS, seen));
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["PATCH"]);
    const rules = await liveRules();
    expect(rules[0]).toMatchObject({ id: before.id, action_parameters: before.action_parameters });
    expect(rules.slice(1)).toEqual(foreign);
    expect(result.outs).not.toHaveProperty("drift");
    expect(await refreshed(result)).toEqual(result);
    expect(await engine.preview(KIND, ARGS, result)).toBe("same");
  });

  it("keeps the overrides that it took over, which are never drift, and repairs what comes later", async () => {
    const kept = [{ id: await idOf("920272"), enabled: false }];
    const parameters = { id: OWASP, version: "35", overrides: { rules: kept } };
    const rules = [{ action: "execute", expression: "true", action_parameters: parameters }];
    await ask(platform, "POST", RULESETS, { name: "default", kind: "zone", phase: PHASE, rules });
    const args = { ...ARGS, takeOver: true };
    const state = await engine.up(KIND, args);
    expect(await refreshed(state)).toEqual(state);
    await turnOff("941100");
    const seen = await refreshed(state);
    expect(seen.inputs["drift"]).toEqual([`off: 1 managed rule, "${XSS}"`]);
    const repaired = await engine.up(KIND, args, seen);
    expect((await deployingRule()).action_parameters).toMatchObject({
      version: "35",
      overrides: { rules: [expect.objectContaining({ enabled: false }), expect.anything()] },
    });
    expect(await refreshed(repaired)).toEqual(repaired);
  });

  it("drops an override that its arguments named, also one that it took over", async () => {
    const rules = [{ number: "941100", enabled: false }];
    const named = await engine.up(KIND, { ...ARGS, rules });
    const state = await engine.up(KIND, ARGS, named);
    expect(await refreshed(state)).toEqual(state);
  });

  it("does not change, with another change, what no refresh has shown, and the next refresh shows it", async () => {
    const state = await engine.up(KIND, ARGS);
    await turnOff("941100");
    const changed = await engine.up(KIND, { ...ARGS, scoreThreshold: 25 }, state);
    expect((await deployingRule()).action_parameters.overrides.rules).toHaveLength(2);
    expect((await refreshed(changed)).inputs["drift"]).toEqual([`off: 1 managed rule, "${XSS}"`]);
  });

  it("of a release that recorded nothing shows only certain drift", async () => {
    const made = await engine.up(KIND, ARGS);
    await turnOff("941100");
    const state = { ...made, outs: without(made.outs, "__kept") };
    const seen = await refreshed(state);
    expect(seen.inputs).toEqual(state.inputs);
    await override({ enabled: false });
    const off = await refreshed({ ...seen, outs: without(seen.outs, "__kept") });
    expect(off.inputs["drift"]).toContain("the scoring rule is off, so no request is acted upon");
  });

  it("is not moved before an exception for some requests, or for those of its own stack", async () => {
    const state = await engine.up(KIND, ARGS);
    await skipBefore({ ...SKIP, expression: "ssl" });
    const owner = { zoneId: EXAMPLE_COM, phase: PHASE, position: "first", __mark: identity("exceptions") };
    const rules = [
      { ref: "all", action: "skip", actionParameters: { ruleset: "current" }, expression: "true" },
    ];
    await engine.up("ZoneEntrypointRuleset", { ...owner, rules });
    expect((await refreshed(state)).inputs).toEqual(state.inputs);
  });

  it("is created before a rule that skips everything", async () => {
    await ask(platform, "POST", RULESETS, { name: "default", kind: "zone", phase: PHASE, rules: [SKIP] });
    const state = await engine.up(KIND, ARGS);
    expect((await liveRules()).map(({ action }) => action)).toEqual(["execute", "skip"]);
    expect(await refreshed(state)).toEqual(state);
  });
});
