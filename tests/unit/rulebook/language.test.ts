import { type Language, readLanguage } from "../../../provider/filter";
import { judgeRules, type KnownPlace, namedLists, parseCondition, WIRE } from "../../../provider/rulebook";

const EXPRESSION = "cf.new.score lt 20";

function declared(fields: object): Language | undefined {
  return readLanguage({ fields: { value: JSON.stringify(fields), label: "edge:fields" } });
}

/** Returns the constraints that a rule breaks in a place where the new field is declared. */
function broken(rule: object, place: Omit<KnownPlace, "language">): string[] {
  const rules = [{ path: "rules[0]", rule }];
  const language = declared({ "cf.new.score": "Int", "http.response.new_code": "Int" });
  return judgeRules({ rules, form: WIRE, place: { ...place, language } }, "constraint").map(({ id }) => id);
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

  it("are counted with their regular expressions", () => {
    const many = Array.from({ length: 70 }, (_, index) => `http.host matches "^a${index}$"`).join(" or ");
    const rule = { action: "block", expression: `cf.new.score lt 20 or ${many}` };
    expect(broken(rule, { phase: "http_request_firewall_custom", kind: "zone" })).toContain(
      "expression-regexes",
    );
  });

  it.each([
    ["counting-account-response", "cf.new.score lt 20 and http.response.code eq 401", "root"],
    ["counting-account-response", "http.response.new_code eq 401", "root"],
    ["counting-list", "cf.new.score lt 20 and ip.src in $office and http.response.code eq 401", "zone"],
  ] as const)("are read in what a rate limit counts: %s", (id, counting, kind) => {
    const ratelimit = {
      characteristics: ["ip.src", "cf.colo.id"],
      period: 60,
      counting_expression: counting,
    };
    const rule = { action: "block", expression: "ssl", ratelimit };
    expect(broken(rule, { phase: "http_ratelimit", kind })).toContain(id);
  });

  it("are read where a rate limit selects requests, which have no response yet", () => {
    const ratelimit = { characteristics: ["ip.src", "cf.colo.id"], period: 60, requests_per_period: 10 };
    const rule = { action: "block", expression: "http.response.new_code eq 401", ratelimit };
    expect(broken(rule, { phase: "http_ratelimit", kind: "zone" })).toContain("rate-limit-response");
  });

  it("are read in the condition on the plan of an account's rules", () => {
    const rule = (expression: string) => ({
      action: "execute",
      expression,
      action_parameters: { id: "efb7b8c949ac4650a09736fc376e9aee" },
    });
    const place = { phase: "http_request_firewall_managed", kind: "root" } as const;
    const enterprise = 'cf.zone.plan eq "ENT"';
    expect(broken(rule(`cf.new.score lt 20 or ${enterprise}`), place)).toContain("execute-account-plan");
    expect(broken(rule(`(cf.new.score lt 20) and ${enterprise}`), place)).toEqual([]);
  });

  it("do not hide the lists that an expression names, known or not", () => {
    const listsOf = (expression: string) =>
      namedLists({ action: "block", expression }).map(({ name }) => name);
    expect(listsOf("cf.new.score lt 20 and ip.src in $office")).toEqual(["office"]);
    expect(listsOf("new_fn(http.host, 1) and cf.new.address in $office")).toEqual(["office"]);
    expect(listsOf("ip.src in $office and tcp.dstport eq 443")).toEqual(["office"]);
    expect(listsOf("ip.src in $office and")).toEqual([]);
  });

  it("are known to a rule that allows unknown names, whatever it breaks", () => {
    const rules = [
      { path: "rules[0]", rule: { ref: "a", action: "block", expression: "cf.new.score lt 20 or true" } },
    ];
    const allowances = [{ id: "unknown-name", reason: "OPS-17: a beta" }];
    const place = { phase: "http_request_firewall_custom", kind: "zone" } as const;
    const ids = (more: object) =>
      judgeRules({ rules, form: WIRE, place, ...more }, "hazard").map(({ id }) => id);
    expect(ids({})).toEqual([]);
    expect(ids({ allowances })).toEqual(["blocks-everything"]);
  });
});
