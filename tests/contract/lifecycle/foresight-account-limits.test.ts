import { renew, testEngine, watch } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";

/** What a preview says about the documented limits of accounts. The API does not tell the plan of an account. */
const CUSTOM = "http_request_firewall_custom";

const platform = useTestPlatform();
beforeEach(() => renew(platform));

async function warnings(kind: string, given: object) {
  const run = testEngine(platform);
  const args = { accountId: platform.accountId, __preview: true, ...given };
  const { result, writes } = await watch(platform, () => run.problems(kind, args));
  expect([result, writes]).toEqual([[], []]);
  return run.log.filter((line) => line.startsWith("warning: "));
}
const many = (count: number, rule: object) =>
  Array.from({ length: count }, (_, index) => ({ ref: `r${index}`, ...rule }));

it("a custom ruleset with more rules than documented is a warning", async () => {
  const rules = (count: number) => many(count, { action: "block", expression: "ssl" });
  const ruleset = (count: number) => ({ name: "Scanners", phase: CUSTOM, rules: rules(count) });
  expect(await warnings("Ruleset", ruleset(101))).toEqual([
    "warning: rules: the ruleset would have 101 rules, and a custom ruleset of an account has at most 100: join expressions with " +
      "`or`, or divide the rules between two rulesets",
  ]);
  expect(await warnings("Ruleset", ruleset(100))).toEqual([]);
});

it("an eleventh custom ruleset is a warning", async () => {
  const rulesets = (count: number) =>
    many(count, { kind: "custom", phase: CUSTOM, rules: [] }).map(({ ref, ...more }) => ({
      name: ref,
      ...more,
    }));
  const rules = [{ ref: "a", action: "block", expression: "ssl" }];
  await platform.control("POST", "/seed", { rulesets: rulesets(9) });
  expect(await warnings("Ruleset", { name: "Scanners", phase: CUSTOM, rules })).toEqual([]);
  await platform.control("POST", "/seed", {
    rulesets: [{ name: "r10", kind: "custom", phase: CUSTOM, rules: [] }],
  });
  expect(await warnings("Ruleset", { name: "Scanners", phase: CUSTOM, rules })).toEqual([
    "warning: accountId: the account has 10 custom rulesets, and an account has at most 10: remove one, or add the rules to one that " +
      "exists",
  ]);
});

it("more bulk redirects than the largest plan has are a warning", async () => {
  const rules = (count: number) =>
    many(count, {
      action: "redirect",
      expression: "http.request.full_uri in $moved",
      actionParameters: { fromList: { name: "moved", key: "http.request.full_uri" } },
    });
  const given = (count: number) => ({ phase: "http_request_redirect", rules: rules(count) });
  await platform.control("POST", "/seed", { lists: [{ name: "moved", kind: "redirect" }] });
  expect(await warnings("AccountEntrypointRuleset", given(51))).toEqual([
    "warning: rules: the entry point would have 51 rules, and the largest plan allows 50 in this phase: join expressions with `or`, " +
      "remove rules, or upgrade the plan",
  ]);
  expect(await warnings("AccountEntrypointRuleset", given(50))).toEqual([]);
});

it("more rules and custom rulesets than the plan of a zone has are warnings", async () => {
  const zoneId = "f".repeat(32);
  await platform.control("POST", "/seed", { zones: [{ id: zoneId, name: "free.example", plan: "free" }] });
  const ruleset = (count: number) => ({
    zoneId,
    accountId: undefined,
    name: "Scanners",
    rules: many(count, { action: "block", expression: "ssl" }),
  });
  expect(await warnings("ZoneCustomRuleset", ruleset(5))).toEqual([]);
  const tooMany =
    "warning: rules: the ruleset would have 6 rules, and the entry point and the custom rulesets of a zone with the plan free have at " +
    "most 5 together: join expressions with `or`, or upgrade the plan";
  expect(await warnings("ZoneCustomRuleset", ruleset(6))).toEqual([tooMany]);
  const body = { name: "other", kind: "custom", phase: CUSTOM, rules: [] };
  await platform.api("POST", `/zones/${zoneId}/rulesets`, { body });
  expect(await warnings("ZoneCustomRuleset", ruleset(5))).toEqual([
    "warning: zoneId: the zone has 1 custom ruleset, and a zone with the plan free has at most 1: remove one, or add the rules to one " +
      "that exists",
  ]);
});
