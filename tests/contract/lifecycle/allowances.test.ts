import { ask, renew, testEngine } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const KIND = "ZoneEntrypointRuleset";
const REASON = "CHG-17: the service has it";
const strict = useTestPlatform();
const tolerant = useTestPlatform({ unknownNames: "warn" });
beforeEach(() => Promise.all([renew(strict), renew(tolerant)]));

const args = (expression: string, more: object = {}) => ({
  zoneId: EXAMPLE_COM,
  phase: "http_request_firewall_custom",
  rules: [{ ref: "new", action: "block", expression }],
  ...more,
});
const UNKNOWN_FIELD = "cf.new.score lt 20";
const ALLOWED = { allowances: [{ id: "unknown-name", rule: "new", reason: REASON }] };

describe("a rule with a name that this release does not know", () => {
  it("is an error, and with an allowance the service decides", async () => {
    const preview = (platform: typeof strict, more: object = {}) =>
      testEngine(platform).problems(KIND, { ...args(UNKNOWN_FIELD, more), __preview: true });
    expect(await preview(tolerant)).toEqual([expect.stringMatching(/unknown identifier/)]);
    expect(await preview(tolerant, ALLOWED)).toEqual([]);
    expect(await preview(strict, ALLOWED)).toEqual([
      expect.stringMatching(/^rules\["new"\]\.expression: the API refuses what the update would write/),
    ]);
    const state = await testEngine(tolerant).up(KIND, args(UNKNOWN_FIELD, ALLOWED));
    expect(state.outs["rules"]).toMatchObject({ new: { expression: UNKNOWN_FIELD } });
  });

  it("is mentioned in a preview only if the service has not accepted it", async () => {
    const linesOf = async (settings: Record<string, string>) => {
      const engine = testEngine(tolerant, { "edge:unknownNames": "warn", ...settings });
      expect(await engine.problems(KIND, { ...args(UNKNOWN_FIELD), __preview: true })).toEqual([]);
      return engine.log.filter((line) => line.includes("cf.new.score"));
    };
    expect(await linesOf({})).toEqual([]);
    expect(await linesOf({ "edge:dryRun": "false" })).toEqual([
      expect.stringMatching(/^warning: rules\["new"\]\.expression: cf\.new\.score is not a field/),
    ]);
  });
});

describe("a limit of a plan", () => {
  it("is no error if the resource allows it with a reason", async () => {
    await ask(strict, "PATCH", `/zones/${EXAMPLE_COM}`, { plan: { id: "0feeeeeeeeeeeeeeeeeeeeeeeeeeeeee" } });
    const preview = (more: object = {}) =>
      testEngine(strict, { "edge:dryRun": "false" }).problems(KIND, {
        ...args('http.host matches "^a"', more),
        __preview: true,
      });
    expect(await preview()).toEqual([expect.stringMatching(/matches/)]);
    expect(await preview({ allowances: [{ id: "plan-operator", reason: REASON }] })).toEqual([]);
    expect(await preview({ allowances: [{ id: "plan-operators", reason: REASON }] })).toEqual([
      expect.stringMatching(/^allowances\[0\]\.id: .*did you mean "plan-operator"/),
    ]);
  });
});
