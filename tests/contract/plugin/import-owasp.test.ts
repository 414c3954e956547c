import { ask, renew, testEngine, watch } from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";
import { useTestPlugin } from "../../support/use-test-plugin";

const PHASE = "http_request_firewall_managed";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const CORE = "efb7b8c949ac4650a09736fc376e9aee";
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const platform = useTestPlatform();
const plugin = useTestPlugin(platform);
beforeEach(() => renew(platform));

const skip = { action: "skip", expression: "true", action_parameters: { ruleset: "current" } };
const deploying = (id: string, parameters: object = {}) => ({
  ref: "by-hand",
  action: "execute",
  expression: "true",
  action_parameters: { id, ...parameters },
});

async function seed(...rules: object[]): Promise<void> {
  await ask(platform, "POST", RULESETS, { name: "default", kind: "zone", phase: PHASE, rules });
}

async function deployed(): Promise<object[]> {
  const { rules } = await ask<{ rules: object[] }>(platform, "GET", `${RULESETS}/phases/${PHASE}/entrypoint`);
  return rules;
}

const refused = [
  [
    "another managed ruleset",
    CORE,
    [deploying(CORE)],
    /is not an OWASP ruleset: its rules have no paranoia level/,
  ],
  [
    "an action of the whole ruleset",
    OWASP,
    [deploying(OWASP, { overrides: { action: "log" } })],
    /no arguments describe its action_parameters: an update would change the overrides {"action":"log"} to {"action":"log","rules":/,
  ],
  [
    "a deployment that is turned off as a whole",
    OWASP,
    [deploying(OWASP, { overrides: { enabled: false, rules: [{ id: SCORING, score_threshold: 25 }] } })],
    /an update would change the overrides {"enabled":false,/,
  ],
  [
    "a deployment that nothing reaches",
    OWASP,
    [
      skip,
      deploying(OWASP, { overrides: { rules: [{ id: SCORING, score_threshold: 25, action: "block" }] } }),
    ],
    /in front of it matches all of its requests, so it has no effect/,
  ],
] as const;

describe("an OwaspConfig is not imported, and not looked up by either provider, from", () => {
  it.each(refused)("%s", async (_, managedId, rules, reason) => {
    await seed(...rules);
    const id = `${EXAMPLE_COM}/${managedId}`;
    const found = await deployed();
    const { writes } = await watch(platform, async () => {
      await expect(plugin.read(plugin.urn("OwaspConfig"), id, {})).rejects.toThrow(reason);
      await expect(testEngine(platform).provider("OwaspConfig").read(id, {})).rejects.toThrow(reason);
    });
    expect(writes).toEqual([]);
    expect(await deployed()).toEqual(found);
  });
});

describe("an imported OwaspConfig", () => {
  it("is unchanged, and its next change keeps version, ref and overrides of others", async () => {
    const others = [{ category: "attack-sqli", enabled: false }];
    const scoring = { id: SCORING, score_threshold: 25, action: "log" };
    const overrides = { action: "log", categories: others, rules: [scoring] };
    await seed(deploying(OWASP, { version: "35", overrides }));
    const urn = plugin.urn("OwaspConfig");
    const id = `${EXAMPLE_COM}/${OWASP}`;
    const { inputs, outputs } = await plugin.read(urn, id, {});
    const args = { zoneId: EXAMPLE_COM, paranoiaLevel: 4, scoreThreshold: 25, action: "log", ref: "by-hand" };
    expect(inputs).toMatchObject(args);
    const same = await plugin.check(urn, inputs, inputs);
    expect(await plugin.diff(urn, id, outputs, same.inputs)).toMatchObject({ changes: false });
    const { inputs: news } = await plugin.check(urn, inputs, { ...inputs, scoreThreshold: 30 });
    await plugin.update(urn, id, outputs, news);
    const { action_parameters: after } = (await deployed())[0] as { action_parameters: object };
    expect(after).toMatchObject({
      version: "35",
      overrides: { action: "log", categories: others, rules: [{ ...scoring, score_threshold: 30 }] },
    });
  });
});
