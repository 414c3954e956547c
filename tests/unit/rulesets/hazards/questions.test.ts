import { Decider } from "../../../../provider/filter";
import { judgeRules, PROGRAM } from "../../../../provider/rulebook";

const ZONES = 300;
const PLACE = { phase: "http_request_firewall_custom", kind: "zone", level: "zone" } as const;

/** The rules of a zone. `id` is a part of each expression. */
function rulesOf(id: string): { ref: string; action: string; expression: string }[] {
  return [
    { ref: "files", action: "block", expression: `http.request.uri.path contains "/.git${id}"` },
    { ref: "scanners", action: "block", expression: `lower(http.user_agent) contains "sqlmap${id}"` },
    { ref: "admin", action: "managed_challenge", expression: `http.request.uri.path eq "/admin${id}"` },
    { ref: "writes", action: "block", expression: `not ssl and http.request.method eq "POST${id}"` },
    { ref: "agent", action: "js_challenge", expression: `http.user_agent matches "^${id}$"` },
  ];
}

/** Judges the rules of each zone as a preview does, and returns how many questions a solver is asked. */
function questionsFor(ids: readonly string[]): number {
  const asked = jest.spyOn(Decider.prototype, "ask");
  const excluded = jest.spyOn(Decider.prototype, "excludes");
  for (const [zone, id] of ids.entries()) {
    // Other names, so that the findings of equal lists are not known.
    const rules = rulesOf(id).map((rule, index) => ({ path: `zones[${zone}].rules[${index}]`, rule }));
    judgeRules({ rules, form: PROGRAM, place: PLACE }, "lint", "hazard");
  }
  const questions = asked.mock.calls.length + excluded.mock.calls.length;
  asked.mockRestore();
  excluded.mockRestore();
  return questions;
}

describe("the questions that a preview asks a solver", () => {
  it("are at most one for each rule that is not known", () => {
    const ids = Array.from({ length: ZONES }, (_, zone) => `X${zone}`);
    const questions = questionsFor(ids);
    expect(questions).toBeGreaterThan(ZONES);
    expect(questions).toBeLessThanOrEqual(ids.length * rulesOf("").length + FIXED);
  });

  it("are not asked again for equal rules of other zones", () => {
    const one = questionsFor(["EQUAL"]);
    expect(one).toBeGreaterThan(0);
    expect(questionsFor(Array.from({ length: ZONES }, () => "EQUAL"))).toBe(0);
  });
});

/** Questions about the expressions that hazards compare each rule with. */
const FIXED = 10;
