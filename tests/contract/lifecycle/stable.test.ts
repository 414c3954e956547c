import fc from "fast-check";
import { ACTIONS, ManagedAction, type Action } from "../../../provider/api";
import { actionsOf, phasesWith, type RuleContext } from "../../../provider/rulebook";
import { renew, testEngine, unproven, watch } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { phaseFor, ruleArbitrary } from "../../support/rule-arbitrary";

/**
 * What the server fills in never shows as a difference: whatever a program declares, once made it stays as it is. Of what a run
 * finds, three views have to agree with what was written: the program again, the server, and the server for the same resource
 * when its state is lost.
 */
jest.setTimeout(120_000);

const platform = useTestPlatform();
beforeEach(() => renew(platform));

/** Makes it, holds it against the three views, and takes it away again. */
async function staysAsItIs(kind: string, args: Record<string, unknown>): Promise<void> {
  const engine = testEngine(platform);
  const state = await engine.up(kind, args);

  const again = await watch(platform, async () => ({
    preview: await engine.preview(kind, args, state),
    state: await engine.up(kind, args, state),
  }));
  expect(again.result).toEqual({ preview: "same", state });
  expect(again.requests).toEqual([]);

  // Nothing is proven by a version, so every rule is read and compared.
  const refreshed = await watch(platform, () => engine.refresh(kind, unproven(state)));
  expect(refreshed.result).toEqual(state);
  expect(refreshed.writes).toEqual([]);

  // A custom ruleset of a lost state is another one's predecessor: it does not become the new one.
  if (!["Ruleset", "ZoneCustomRuleset"].includes(kind)) {
    const { __mark } = state.inputs;
    const found = await watch(platform, () => testEngine(platform).up(kind, { ...args, __mark }));
    expect(found.writes.filter((line) => !/^POST [^ ]*\/rulesets$/.test(line))).toEqual([]);
    expect(found.result).toEqual(state);
  }

  await engine.destroy(kind, state);
}

const lawful = (kind: string, args: fc.Arbitrary<Record<string, unknown>>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(args, (given) => staysAsItIs(kind, given)),
    { numRuns },
  );

describe("rules with any of their fields are unchanged after they are created", () => {
  /** Many rules at once, since each run costs some ten requests. */
  const rulesOf = (action: Action, maxLength: number) =>
    fc
      .array(ruleArbitrary(action, phaseFor(action)), { minLength: 1, maxLength, size: "max" })
      .map((list) => list.map((rule, index) => ({ ref: `rule-${index}`, ...rule })));

  // Other actions belong to rules of the vendor.
  const ownActions = ACTIONS.filter((action) => action !== "execute" && phasesWith(action).length > 0);
  it.each(ownActions)("with the action %s", (action) => {
    const args = rulesOf(action, 10).map((rules) => ({
      zoneId: EXAMPLE_COM,
      phase: phaseFor(action),
      rules,
    }));
    return lawful("ZoneEntrypointRuleset", args, 6);
  });

  // A zone deploys a managed ruleset once.
  it("with the action execute", () => {
    const args = rulesOf("execute", 1).map((rules) => ({
      zoneId: EXAMPLE_COM,
      phase: phaseFor("execute"),
      rules,
    }));
    return lawful("ZoneEntrypointRuleset", args, 25);
  });

  it.each(["http_request_firewall_custom", "http_ratelimit"] as const)(
    "in a custom ruleset and in an entry point of an account, phase %s",
    async (phase) => {
      const rules = (kind: RuleContext["kind"]) =>
        fc
          .array(
            fc.oneof(
              ...actionsOf(phase)
                .filter((action) => [...(kind === "root" ? [] : ["skip"]), "block", "log"].includes(action))
                .map((action) => ruleArbitrary(action, phase, kind)),
            ),
            { minLength: 1, maxLength: 10, size: "max" },
          )
          .map((list) => list.map((one, index) => ({ ref: `rule-${index}`, ...one })));
      const { accountId } = platform;
      await lawful(
        "Ruleset",
        rules("custom").map((list) => ({ accountId, name: "shared", phase, rules: list })),
        6,
      );
      if (phase === "http_request_firewall_custom")
        await lawful(
          "ZoneCustomRuleset",
          rules("zone").map((list) => ({ zoneId: EXAMPLE_COM, name: "shared", rules: list })),
          6,
        );
      await lawful(
        "AccountEntrypointRuleset",
        rules("root").map((list) => ({ accountId, phase, rules: list })),
        6,
      );
    },
  );
});

it("an OwaspConfig with any of its arguments is unchanged after it is created", () =>
  lawful(
    "OwaspConfig",
    fc.record(
      {
        zoneId: fc.constant(EXAMPLE_COM),
        paranoiaLevel: fc.constantFrom(1, 2, 3, 4),
        scoreThreshold: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constantFrom("low", "medium", "high")),
        action: fc.constantFrom(...ManagedAction.options),
        rules: fc.shuffledSubarray([
          { number: "920272", enabled: false },
          { number: "942100", action: "log", enabled: true },
          { tag: "attack-lfi", action: "managed_challenge" },
        ]),
        expression: fc.constantFrom("true", "ssl"),
        enabled: fc.boolean(),
        ref: fc.constant("by-program"),
      },
      { requiredKeys: ["zoneId", "paranoiaLevel", "scoreThreshold"] },
    ),
    25,
  ));
