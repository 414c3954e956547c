import { judgeRules, PROGRAM, type RuleAllowance } from "../../../provider/rulebook";
import { activeAllowances } from "../../../provider/rulebook/allowance";
import { checkAllowances } from "../../../provider/rulebook/check-allowances";

const REASON = "CHG-17: the zone has the add-on";
const PLACE = { phase: "http_request_firewall_custom", kind: "zone", plan: "free" } as const;
const rule = (ref: string, expression: string) => ({ ref, action: "block", expression });

function judged(rules: readonly object[], allowances: readonly RuleAllowance[]) {
  const named = rules.map((one, index) => ({ path: `rules[${index}]`, rule: one }));
  const written = { rules: named, form: PROGRAM, place: PLACE, allowances };
  return judgeRules(written, "constraint", "language", "limit", "lint", "hazard").map(
    ({ id, severity, rule: index, allowed }) => [id, severity, index, allowed],
  );
}

describe("an allowance", () => {
  it("makes an error of one rule information with the reason", () => {
    const rules = ["a", "b"].map((ref) => rule(ref, 'http.host matches "^a"'));
    const ofPlans = judged(rules, [{ id: "plan-operator", rule: "b", reason: REASON }]).filter(
      ([id]) => id === "plan-operator",
    );
    expect(ofPlans).toEqual([
      ["plan-operator", "error", 0, undefined],
      ["plan-operator", "information", 1, REASON],
    ]);
  });

  it("without a rule is about every rule, and about hazards as well", () => {
    expect(judged([rule("a", "true")], [{ id: "blocks-everything", reason: REASON }])).toEqual([
      ["blocks-everything", "information", 0, REASON],
    ]);
  });

  it("lets a name pass that this release does not know, in its rule only", () => {
    const rules = [rule("a", "cf.new.score lt 20"), rule("b", "cf.new.score lt 30")];
    expect(judged(rules, [{ id: "unknown-name", rule: "a", reason: REASON }])).toEqual([
      ["expression-condition", "error", 1, undefined],
      ["unknown-name", "information", 0, REASON],
    ]);
    expect(judged(rules, []).map(([id]) => id)).toEqual(["expression-condition", "expression-condition"]);
  });

  it("leaves other parse errors errors", () => {
    const allowances = [{ id: "unknown-name", reason: REASON }];
    expect(judged([rule("a", "cf.new.score lt")], allowances)).toEqual([
      ["expression-condition", "error", 0, undefined],
    ]);
  });

  it("ends after its last day", () => {
    const until = [{ id: "plan-field", reason: REASON, until: "2026-11-23" }];
    expect(activeAllowances(until, new Date("2026-11-23T23:59:59Z"))).toEqual(until);
    expect(activeAllowances(until, new Date("2026-11-24T00:00:00Z"))).toEqual([]);
  });
});

describe("the argument allowances", () => {
  const messageOf = (one: unknown, refs?: readonly unknown[]) =>
    checkAllowances([one], refs).map(({ path, message }) => `${path}: ${message}`);

  it("takes ids of constraints, limits, warnings and hazards, with a reason", () => {
    for (const id of ["plan-field", "rule-limit", "unknown-name", "blocks-everything", "expression-field"])
      expect(messageOf({ id, reason: REASON })).toEqual([]);
  });

  it("rejects what the API is proved to refuse, and an id that does not exist, with the one that was meant", () => {
    expect(messageOf({ id: "logging-action", reason: REASON })).toEqual([
      expect.stringContaining("the API is proved to refuse"),
    ]);
    expect(messageOf({ id: "expression-condition", reason: REASON })).toHaveLength(1);
    expect(messageOf({ id: "plan-fields", reason: REASON })).toEqual([
      'allowances[0].id: is not the id of a finding that can be allowed, found "plan-fields"; did you mean "plan-field"?',
    ]);
  });

  it("rejects a missing reason, a rule that does not exist, and an invalid day", () => {
    expect(messageOf({ id: "plan-field" })).toEqual([
      "allowances[0].reason: must be a reason in words, found nothing",
    ]);
    expect(messageOf({ id: "plan-field", rule: "offce", reason: REASON }, ["office"])).toEqual([
      'allowances[0].rule: is not the ref of a rule of this resource, found "offce"; did you mean "office"?',
    ]);
    expect(messageOf({ id: "plan-field", reason: REASON, until: "soon" })).toEqual([
      'allowances[0].until: must be a day such as "2027-01-31", found "soon"',
    ]);
  });
});
