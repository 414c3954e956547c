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

  it("is looked up in the list that is read anyway", async () => {
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
      ...{ name: "Scanners", kind: "custom", phase: CUSTOM },
      rules: [{ ref: "b", action: "block", expression: "ssl" }],
    });
    const rules = [
      {
        ...{ ref: "run", action: "execute", actionParameters: { id } },
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
});
