import { ask, testEngine, watch } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";

const RATELIMIT = { characteristics: ["cf.colo.id", "ip.src"], period: 10, requestsPerPeriod: 20 };
/** More than the free plan has room for. */
const LIMITS = ["one", "two"].map((ref) => ({
  ref,
  action: "block",
  expression: "ssl",
  ratelimit: RATELIMIT,
}));
const FIREWALL = "http_request_firewall_custom";

/** On a platform that holds its callers to the limits of a plan, and a zone of the free one. */
describe("a limit of the plan", () => {
  const platform = useTestPlatform({ strictLimits: true, plan: "free" });
  const zoneId = "9999051aba8a6d2f17833905d155bcad";
  beforeAll(() =>
    platform.control("POST", "/seed", { zones: [{ id: zoneId, name: "free.example", plan: "free" }] }),
  );

  const entrypoints = async (scope: string) =>
    (await ask<{ kind: string }[]>(platform, "GET", `${scope}/rulesets`)).filter(
      ({ kind }) => kind !== "managed",
    );

  it("is reported if the phase is not in the plan, and nothing is written", async () => {
    const { accountId } = platform;
    const args = { accountId, phase: FIREWALL, rules: [{ ref: "one", action: "block", expression: "ssl" }] };
    const { result, writes } = await watch(platform, () =>
      testEngine(platform).stopped("AccountEntrypointRuleset", args),
    );
    expect(result.message).toBe(
      `POST /accounts/${accountId}/rulesets: refused with 400, code 50002, at /phase: not entitled to use the phase ` +
        `${FIREWALL}. The plan does not include this feature: remove it, or upgrade the plan.`,
    );
    expect(result.state).toBeUndefined();
    expect(writes).toHaveLength(1);
    expect(await entrypoints(`/accounts/${accountId}`)).toEqual([]);
  });

  it("is reported with the number of rules that a zone can have in a phase, and nothing is written", async () => {
    const args = { zoneId, phase: "http_ratelimit", rules: LIMITS };
    const stopped = await testEngine(platform).stopped("ZoneEntrypointRuleset", args);
    expect(stopped.message).toBe(
      `POST /zones/${zoneId}/rulesets: refused with 400, code 50001, at /rules: exceeded the maximum number of rules in the ` +
        "phase http_ratelimit: 2 out of 1. The plan allows no more rules: join expressions with `or`, remove rules, or upgrade " +
        "the plan.",
    );
    expect(stopped.state).toBeUndefined();
    expect(await entrypoints(`/zones/${zoneId}`)).toEqual([]);
  });
});
