import { ask, renew, testEngine, watch } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

/** What a preview says about rules that run or skip other rulesets. */
const CUSTOM = "http_request_firewall_custom";

const platform = useTestPlatform();
beforeEach(() => renew(platform));

const args = (rules: unknown, more: object = {}) => ({
  zoneId: EXAMPLE_COM,
  phase: CUSTOM,
  rules,
  __preview: true,
  ...more,
});

async function foreseen(given: Record<string, unknown>, kind = "ZoneEntrypointRuleset") {
  const run = testEngine(platform);
  const { result, requests, writes } = await watch(platform, () => run.problems(kind, given));
  expect(writes).toEqual([]);
  return { problems: result, warnings: run.log.filter((line) => line.startsWith("warning: ")), requests };
}

describe("a ruleset that a rule names", () => {
  const NOBODY = "0123456789abcdef0123456789abcdef";
  const phase = "http_request_firewall_managed";

  it("is looked up in a list that the preview reads anyway", async () => {
    const running = { ref: "run", action: "execute", expression: "true", actionParameters: { id: NOBODY } };
    const { problems, requests } = await foreseen(args([running], { phase }));
    expect(problems).toEqual([
      expect.stringMatching(
        /^rules\["run"\]\.actionParameters\.id: names no ruleset that this zone can execute, found "0123456789abcdef0123456789abcdef"; /,
      ),
    ]);
    expect(requests.slice(2)).toEqual(["GET /zones", `GET /zones/${EXAMPLE_COM}/rulesets`]);
  });

  it("may be a custom ruleset of the account in the account, and not in the zone", async () => {
    const { id } = await ask<{ id: string }>(platform, "POST", `/accounts/${platform.accountId}/rulesets`, {
      name: "Scanners",
      kind: "custom",
      phase: CUSTOM,
      rules: [{ ref: "b", action: "block", expression: "ssl" }],
    });
    const rules = [
      {
        ref: "run",
        action: "execute",
        actionParameters: { id },
        expression: '(ssl) and cf.zone.plan eq "ENT"',
      },
    ];
    expect((await foreseen(args(rules))).problems).toEqual([
      expect.stringContaining(
        "a zone cannot execute a custom ruleset of its account: execute that one in an Acc",
      ),
    ]);
    const ofAccount = { accountId: platform.accountId, phase: CUSTOM, rules, __preview: true };
    expect((await foreseen(ofAccount, "AccountEntrypointRuleset")).problems).toEqual([]);
  });

  it("and that a rule skips is only a warning", async () => {
    const skipping = {
      ref: "skip",
      action: "skip",
      expression: "ssl",
      actionParameters: { rulesets: [NOBODY] },
    };
    const { problems, warnings } = await foreseen(args([skipping], { phase }));
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^warning: rules\["skip"\]\.actionParameters\.rulesets\[0\]: names no ruleset of this zone/,
      ),
    ]);
  });

  it("is read once for all zones if overrides name its rules or categories, which are warnings", async () => {
    const other = "5".repeat(32);
    await platform.control("POST", "/seed", { zones: [{ id: other, name: "other.example" }] });
    const id = "efb7b8c949ac4650a09736fc376e9aee";
    const overriding = (overrides: object, more: object = {}) => [
      {
        ref: "run",
        action: "execute",
        expression: "true",
        actionParameters: { id, overrides, ...more },
      },
    ];
    const wrong = {
      rules: [{ id: NOBODY, enabled: false }],
      categories: [{ category: "wordpres", enabled: true }],
    };
    const run = testEngine(platform, { "edge:dryRun": "false" });
    const { result, requests } = await watch(platform, async () => [
      await run.problems("ZoneEntrypointRuleset", args(overriding(wrong), { phase })),
      await run.problems("ZoneEntrypointRuleset", args(overriding(wrong), { phase, zoneId: other })),
    ]);
    expect(result).toEqual([[], []]);
    const at = 'rules["run"].actionParameters.overrides';
    const warnings = [
      `warning: ${at}.rules[0].id: names no rule of Cloudflare Managed Ruleset, found "${NOBODY}"; getRuleset returns the ids of its rules`,
      `warning: ${at}.categories[0].category: names no category of Cloudflare Managed Ruleset, found "wordpres"; did you mean "wordpress"?`,
    ];
    expect(run.log.filter((line) => line.startsWith("warning: "))).toEqual([...warnings, ...warnings]);
    expect(requests.filter((line) => line.endsWith(id))).toEqual([
      `GET /zones/${EXAMPLE_COM}/rulesets/${id}`,
    ]);
    const right = { rules: [{ id: "5de7edfa648c4d6891dc3e7f84534ffa", enabled: false }] };
    expect((await foreseen(args(overriding(right), { phase }))).warnings).toEqual([]);
    const others = [overriding({ action: "block" }), overriding(wrong, { version: "34" })];
    for (const rules of others)
      expect((await foreseen(args(rules, { phase }))).requests.filter((line) => line.endsWith(id))).toEqual(
        [],
      );
  });
});
