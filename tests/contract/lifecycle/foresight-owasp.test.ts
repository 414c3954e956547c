import { ask, renew, testEngine, watch } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

/** What a preview says about the managed ruleset that an OwaspConfig names. */
const platform = useTestPlatform();
beforeEach(() => renew(platform));

async function foreseen(more: object) {
  const run = testEngine(platform);
  const args = { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: 40, __preview: true, ...more };
  const { result, writes } = await watch(platform, () => run.problems("OwaspConfig", args));
  expect(writes).toEqual([]);
  return { problems: result, warnings: run.log.filter((line) => line.startsWith("warning: ")) };
}

describe("the managed ruleset of an OwaspConfig", () => {
  it("that does not exist is a problem of rulesetName, with those that the zone has", async () => {
    const { problems } = await foreseen({ rulesetName: "OWASP" });
    expect(problems).toEqual([
      expect.stringMatching(
        /^rulesetName: The zone \w{32} has no managed ruleset "OWASP"; it has .*"Cloudflare OWASP Core Ruleset".*: set rulesetName to one of them\.$/,
      ),
    ]);
  });

  it("without scores is a problem of rulesetName", async () => {
    const { problems } = await foreseen({ rulesetName: "Cloudflare Managed Ruleset" });
    expect(problems).toEqual([
      'rulesetName: names "Cloudflare Managed Ruleset", whose rules have no paranoia level and no score: leave rulesetName out to ' +
        'deploy "Cloudflare OWASP Core Ruleset", and deploy the other one by a rule with the action execute',
    ]);
    expect((await foreseen({ rulesetName: "Cloudflare OWASP Core Ruleset" })).problems).toEqual([]);
  });

  it("that the plan of the zone lacks is a problem of zoneId", async () => {
    const zoneId = "5".repeat(32);
    await platform.control("POST", "/seed", { zones: [{ id: zoneId, name: "free.example", plan: "free" }] });
    expect((await foreseen({ zoneId })).problems).toEqual([
      "zoneId: must name a zone that has Cloudflare OWASP Core Ruleset, which needs a Pro plan, but the plan is free; every plan has " +
        "Cloudflare Managed Free Ruleset (77454fe2d30c4220b5701f6fdfb893ba)",
    ]);
  });

  it("whose rule is named twice is a warning", async () => {
    const twice = [
      { number: "920272", enabled: false },
      { number: "920272", action: "log" },
    ];
    const { problems, warnings } = await foreseen({ rules: twice });
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      "warning: OWASP of zone example.com: rules[1].number: names the same as rules[0]: join both items",
    ]);
    expect((await foreseen({ rules: twice.slice(1) })).warnings).toEqual([]);
  });
});

describe("a rule of another owner that skips every managed rule", () => {
  it("is named in the preview of a new deployment, which is put before it", async () => {
    const skip = {
      ref: "by-hand",
      action: "skip",
      action_parameters: { ruleset: "current" },
      expression: "true",
    };
    await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets`, {
      name: "default",
      kind: "zone",
      phase: "http_request_firewall_managed",
      rules: [skip],
    });
    const run = testEngine(platform);
    const args = { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: 40, __preview: true };
    expect(await run.problems("OwaspConfig", args)).toEqual([]);
    expect(run.log.filter((line) => line.includes("skip"))).toEqual([
      'OWASP of zone example.com: puts the new deployment before the skip rule "by-hand" (without an owner\'s mark), which keeps all of its requests from it',
    ]);
  });

  it.each([
    ["all of its requests", "true", 1],
    ["some of its requests", 'http.host eq "www.example.com"', 0],
  ])("in the phase of custom rules is a warning if it skips %s", async (_, expression, count) => {
    const skip = {
      ref: "by-hand",
      action: "skip",
      expression,
      action_parameters: { phases: ["http_request_firewall_managed"] },
    };
    const phase = "http_request_firewall_custom";
    await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets`, {
      name: "default",
      kind: "zone",
      phase,
      rules: [skip],
    });
    const run = testEngine(platform);
    const args = { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: 40, __preview: true };
    expect(await run.problems("OwaspConfig", args)).toEqual([]);
    expect(run.log.filter((line) => line.includes("skip"))).toEqual(
      Array<string>(count).fill(
        'warning: OWASP of zone example.com: the skip rule "by-hand" (without an owner\'s mark) of http_request_firewall_custom keeps all of its requests from the managed rules, so the deployment acts on none: narrow the expression of that rule, or ask its owner',
      ),
    );
  });
});
