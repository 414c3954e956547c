import { type Language, readLanguage } from "../../../provider/filter";
import { judgeRules, parseCondition, WIRE } from "../../../provider/rulebook";

const EXPRESSION = "cf.new.score lt 20";

function declared(fields: object): Language | undefined {
  return readLanguage({ fields: { value: JSON.stringify(fields), label: "edge:fields" } });
}

function idsOf(expression: string, language: Language | undefined): string[] {
  const place = { phase: "http_request_firewall_custom", kind: "zone", plan: "pro", language } as const;
  const rules = [{ path: "rules[0]", rule: { action: "block", expression } }];
  return judgeRules({ rules, form: WIRE, place }, "language", "constraint", "lint", "hazard").map(
    ({ id }) => id,
  );
}

describe("rules in a place with declared names", () => {
  it("are parsed again for another language", () => {
    const ints = declared({ "cf.new.score": "Int" });
    const texts = declared({ "cf.new.score": "Bytes" });
    expect(
      [undefined, ints, texts, ints, undefined].map(
        (language) => parseCondition(EXPRESSION, { language }).valid,
      ),
    ).toEqual([false, true, false, true, false]);
  });

  it("are judged by everything else that their expressions say", () => {
    const language = declared({ "cf.new.score": "Int" });
    expect(idsOf(EXPRESSION, language)).toEqual([]);
    expect(idsOf(`${EXPRESSION} and http.host matches "^a"`, language)).toContain("plan-operator");
    expect(idsOf(`${EXPRESSION} or true`, language)).toContain("blocks-everything");
  });

  it("warn of unknown names where these are allowed", () => {
    const language = readLanguage({ unknownNames: { value: "warn", label: "edge:unknownNames" } });
    expect(idsOf("http.response.new_code eq 200", language)).toEqual(["unknown-name"]);
    expect(idsOf("http.response.code eq 200", language)).not.toEqual([]);
  });
});
