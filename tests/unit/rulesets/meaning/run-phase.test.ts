import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";

import { judgedRules, type JudgedRule } from "../../../../provider/rulebook/hazards/judged-rule";
import {
  directionsOf,
  logicOfRequest,
  type Outcome,
  outcomeOf,
} from "../../../../provider/rulesets/meaning/outcome";
import { type Clearance } from "../../../../provider/rulesets/meaning/clearance";
import { runPhase } from "../../../../provider/rulesets/meaning/run-phase";
import {
  executesTwice,
  MANAGED,
  matchesRule,
  nestedPhases,
  phaseOf,
  runPlainly,
  tries,
  WORLD,
} from "./small-world";

const OWN = "0b9b8c949ac4650a09736fc376e9aee1";

/** A rule whose condition is the bit `bit` of a request. */
interface Written {
  readonly action: string;
  readonly bit: number;
  readonly action_parameters?: object;
  readonly ratelimit?: object;
  readonly id?: string;
}

const listOf = (rules: readonly Written[]): JudgedRule[] =>
  judgedRules(
    rules.map(({ bit, ...rule }, index) => ({
      path: String(index),
      rule: { ...rule, expression: `ip.src.asnum eq ${String(bit)}` },
    })),
  );

/** Returns the outcome of a request that matches the rules whose bit is in `bits`. */
function outcome(
  rules: readonly Written[],
  bits: readonly number[],
  more: { clearance?: Clearance; own?: Written[]; othersFollow?: boolean } = {},
): Outcome {
  const own = listOf(more.own ?? []);
  const all = listOf(rules);
  const bitOf = new Map(
    [...all.entries(), ...own.entries()].map(([index, rule]) => [
      rule,
      (all[index] === rule ? rules[index] : more.own?.[index])?.bit,
    ]),
  );
  const matches = (rule: JudgedRule): boolean => bits.includes(bitOf.get(rule) ?? -1);
  const rulesets = new Map(more.own ? [[OWN, own]] : []);
  const found = outcomeOf(
    runPhase(
      { rules: all, rulesets, othersFollow: more.othersFollow ?? false },
      logicOfRequest(matches, more.clearance ?? 0),
    ),
  );
  if (!found) throw new Error("every condition is known");
  return found;
}

const block = (bit: number): Written => ({ action: "block", bit });
const skip = (bit: number, action_parameters: object): Written => ({
  action: "skip",
  bit,
  action_parameters,
});
const execute = (bit: number, id: string): Written => ({ action: "execute", bit, action_parameters: { id } });

describe("an entry point", () => {
  it("ends at the first rule that blocks", () => {
    const rules = [{ action: "log", bit: 1 }, block(2), block(3)];
    expect(outcome(rules, [2, 3])).toMatchObject({ rule: { path: "1" }, result: "block", others: [] });
    expect(outcome(rules, [1, 3])).toMatchObject({ rule: { path: "2" }, result: "block", others: ["logs"] });
    expect(outcome(rules, [1])).toMatchObject({ rule: undefined, result: "pass", others: ["logs"] });
  });

  it("goes on behind a challenge that the visitor has solved", () => {
    const rules = [{ action: "managed_challenge", bit: 1 }, block(2)];
    expect(outcome(rules, [1, 2])).toMatchObject({ result: "managed_challenge" });
    expect(outcome(rules, [1, 2], { clearance: 2 })).toMatchObject({ result: "block" });
  });

  it.each([
    ["js_challenge", 1],
    ["managed_challenge", 2],
    ["challenge", 3],
  ] as const)("stops a visitor at %s whose clearance is of an easier challenge", (action, needed) => {
    const stops = ([0, 1, 2, 3] as const).filter(
      (clearance) => outcome([{ action, bit: 1 }], [1], { clearance }).result !== "pass",
    );
    expect(stops).toEqual([0, 1, 2, 3].slice(0, needed));
  });

  it("leaves out what a skip rule skips", () => {
    const rules = [skip(1, { ruleset: "current", phases: ["http_ratelimit"], products: ["waf"] }), block(2)];
    expect(outcome(rules, [1, 2])).toEqual({
      rule: undefined,
      result: "pass",
      others: ["skips phase http_ratelimit", "skips product waf"],
    });
    expect(outcome([skip(1, { ruleset: "current" })], [1], { othersFollow: true }).others).toEqual([
      "skips rules that follow",
    ]);
    expect(outcome([skip(1, { phases: ["http_ratelimit"] }), block(2)], [1, 2])).toMatchObject({
      result: "block",
      others: [],
    });
    expect(outcome([skip(1, { rulesets: [MANAGED] }), execute(2, MANAGED)], [1, 2]).others).toEqual([
      `skips ${MANAGED}`,
    ]);
    expect(outcome([execute(2, MANAGED), skip(1, { rulesets: [MANAGED] })], [1, 2]).others).toContain(
      `executes ${MANAGED}`,
    );
  });

  it("follows the rules of a custom ruleset, whose own skip ends only the ruleset", () => {
    const rules = [execute(1, OWN), block(2)];
    const own = [skip(3, { ruleset: "current" }), block(4)];
    expect(outcome(rules, [1, 4], { own })).toMatchObject({ result: "block", rule: { path: "1" } });
    expect(outcome(rules, [1, 3, 4], { own }).result).toBe("pass");
    expect(outcome(rules, [1, 3, 2, 4], { own }).result).toBe("block");
    expect(outcome(rules, [1, 3, 2], { own: [skip(3, { phase: "current" })] }).result).toBe("pass");
    expect(outcome(rules, [4], { own }).result).toBe("pass");
    expect(
      outcome([skip(5, { rules: { [OWN]: ["a"] } }), ...rules], [5, 1, 4], {
        own: [{ ...block(4), id: "a" }],
      }).result,
    ).toBe("pass");
  });

  it("tells of a skip rule inside a custom ruleset that it skips rules which follow in the phase", () => {
    const rules = [execute(1, OWN)];
    const skips = (action_parameters: object) => ({ own: [skip(2, action_parameters)], othersFollow: true });
    expect(outcome(rules, [1, 2], skips({ phase: "current" })).others).toEqual(["skips rules that follow"]);
    expect(outcome(rules, [1, 2], skips({ ruleset: "current" })).others).toEqual([]);
  });

  it("does with rulesets that are executed twice, and inside others, what a plain loop does", () => {
    let twice = 0;
    fc.assert(
      fc.property(nestedPhases, (written) => {
        if (executesTwice(written)) twice += 1;
        const phase = phaseOf(written.rules, written.rulesets);
        for (const request of WORLD) {
          for (const clearance of [0, 1, 2, 3] as const) {
            const effects = runPhase(
              phase,
              logicOfRequest((rule) => matchesRule(rule, request), clearance),
            );
            const plain = runPlainly(written, request, clearance);
            const fired = [...effects.fires].flatMap(([{ path }, when]) => (when === true ? [path] : []));
            const found = {
              result: outcomeOf(effects)?.rule?.action ?? "pass",
              reached: fired.sort(),
              logs: effects.others.get("logs") === true,
              skips: effects.others.get("skips phase http_ratelimit") === true,
            };
            const expected = {
              result: plain.result,
              reached: [...plain.reached].sort(),
              logs: plain.logs,
              skips: plain.skippedPhases.has("http_ratelimit"),
            };
            // Jest's comparison takes most of the time of thousands of lists.
            if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
          }
        }
      }),
      tries(40),
    );
    expect(twice).toBeGreaterThan(5);
  });

  it("executes a ruleset of unknown rules as an effect of the managed rules", () => {
    expect(outcome([execute(1, MANAGED)], [1]).others).toEqual([
      `executes ${MANAGED}`,
      `executes ${MANAGED} by execute {"id":"${MANAGED}"}`,
    ]);
  });

  it("goes on behind a rate limit, which only counts", () => {
    const limit = { action: "block", bit: 1, ratelimit: { period: 10, requests_per_period: 5 } };
    expect(outcome([limit, block(2)], [1, 2])).toMatchObject({ result: "block" });
    expect(outcome([limit], [1]).others).toEqual(["answers above a limit: block"]);
  });

  it("applies the last value of a setting", () => {
    const set = (bit: number, ssl: string): Written => ({
      action: "set_config",
      bit,
      action_parameters: { ssl },
    });
    const rules = [set(1, "off"), set(2, "strict")];
    expect(outcome(rules, [1]).others).toEqual(['sets set_config.ssl to "off"']);
    expect(outcome(rules, [1, 2]).others).toEqual(['sets set_config.ssl to "strict"']);
  });

  it("decides as a plain loop over the rules does", () => {
    const written = fc.oneof(
      fc.record({ action: fc.constantFrom("block", "log", "managed_challenge", "redirect"), bit: fc.nat(5) }),
      fc.record({
        action: fc.constant("skip"),
        bit: fc.nat(5),
        action_parameters: fc.constantFrom({ ruleset: "current" }, { products: ["waf"] }),
      }),
    );
    fc.assert(
      fc.property(
        fc.array(written, { maxLength: 8 }),
        fc.subarray([0, 1, 2, 3, 4, 5]),
        fc.constantFrom<Clearance>(0, 1, 2, 3),
        (rules, bits, clearance) => {
          const found = outcome(rules, bits, { clearance });
          let result = "pass";
          for (const rule of rules) {
            if (!bits.includes(rule.bit) || rule.action === "log") continue;
            if (rule.action === "managed_challenge" && clearance >= 2) continue;
            if (rule.action === "skip") {
              if ("action_parameters" in rule && "ruleset" in rule.action_parameters) break;
              continue;
            }
            result = rule.action;
            break;
          }
          expect(found.result).toBe(result);
        },
      ),
    );
  });
});

describe("the direction of a change", () => {
  const at = (rules: readonly Written[]): [Outcome, Outcome] => [
    outcome(rules, [1]),
    outcome(rules, [1], { clearance: 3 }),
  ];
  it.each([
    ["opens", [block(1)], []],
    ["opens", [block(1)], [{ action: "managed_challenge", bit: 1 }]],
    ["other", [block(1)], [{ action: "managed_challenge", bit: 1 }, block(1)]],
    ["other", [{ action: "managed_challenge", bit: 1 }, block(1)], [block(1)]],
    ["opens", [{ action: "managed_challenge", bit: 1 }, block(1)], []],
    ["opens", [], [skip(1, { products: ["waf"] })]],
    ["opens", [execute(1, MANAGED)], []],
    ["challenges less", [{ action: "managed_challenge", bit: 1 }], [{ action: "log", bit: 1 }]],
    ["blocks more", [], [block(1)]],
    ["blocks more", [], [{ action: "js_challenge", bit: 1 }]],
    ["blocks more", [], [execute(1, MANAGED)]],
    ["other", [], [{ action: "log", bit: 1 }]],
    ["other", [block(1)], [{ ...block(1), action_parameters: { response: { status_code: 404 } } }]],
    [undefined, [block(1)], [block(7), block(1)]],
  ] satisfies [string | undefined, Written[], Written[]][])("%s", (direction, before, now) => {
    expect(directionsOf(at(before), at(now))).toEqual(direction === undefined ? [] : [direction]);
  });
});
