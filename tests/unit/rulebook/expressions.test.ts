import { expressionsOf, judgeExpression, judgeRules, PROGRAM } from "../../../provider/rulebook";

describe("the expressions of a rule", () => {
  it("are found by the names of a request", () => {
    const rule = {
      action: "rewrite",
      expression: "true",
      action_parameters: {
        uri: { path: { expression: "a" }, query: { value: "b" } },
        headers: { "x-a": { operation: "set", expression: "c" }, x_b: { operation: "set", value: "d" } },
      },
      ratelimit: { counting_expression: "e" },
      exposed_credential_check: { username_expression: "f", password_expression: "g" },
    };
    expect(expressionsOf(rule)).toEqual([
      { path: ["expression"], purpose: "filter", expression: "true" },
      { path: ["ratelimit", "counting_expression"], purpose: "counting", expression: "e" },
      { path: ["exposed_credential_check", "username_expression"], purpose: "credential", expression: "f" },
      { path: ["exposed_credential_check", "password_expression"], purpose: "credential", expression: "g" },
      { path: ["action_parameters", "uri", "path", "expression"], purpose: "path", expression: "a" },
      { path: ["action_parameters", "headers", "x-a", "expression"], purpose: "header", expression: "c" },
    ]);
  });

  it("are not a counting expression that is empty", () => {
    const rule = { action: "block", expression: "true", ratelimit: { counting_expression: "" } };
    expect(expressionsOf(rule)).toEqual([{ path: ["expression"], purpose: "filter", expression: "true" }]);
  });

  it("depend on the action", () => {
    const parameters = { operation: "set", expression: "a" };
    expect(expressionsOf({ action: "set_cache_tags", action_parameters: parameters })).toEqual([
      { path: ["action_parameters", "expression"], purpose: "tags", expression: "a" },
    ]);
    expect(expressionsOf({ action: "block", action_parameters: parameters })).toEqual([]);
    expect(expressionsOf({ action: "toString", action_parameters: parameters })).toEqual([]);
  });

  it.each([undefined, null, "text", 5, [], { action: "rewrite", action_parameters: [{ uri: 1 }] }])(
    "are none in %j",
    (parameters) => {
      expect(expressionsOf({ action: "rewrite", action_parameters: parameters })).toEqual([]);
    },
  );
});

describe("judgeExpression", () => {
  it("reads conditions and values by their purpose", () => {
    expect(judgeExpression("ssl", { purpose: "filter" })).toBeUndefined();
    expect(judgeExpression("ssl", { purpose: "counting" })).toBeUndefined();
    expect(judgeExpression("http.host", { purpose: "target" })).toBeUndefined();
    expect(judgeExpression("ip.src", { purpose: "header" })).toBeUndefined();
    expect(judgeExpression("http.request.headers.names", { purpose: "tags" })).toBeUndefined();
    expect(judgeExpression("ssl", { purpose: "target" })).toMatchObject({
      what: "value expression",
      diagnostics: [{ causeClass: "TypeMismatch" }],
    });
    expect(judgeExpression("http.host", { purpose: "filter" })).toMatchObject({
      what: "filter expression",
      diagnostics: [{ causeClass: "ExpectedName" }],
    });
  });
});

describe("the lints of rules", () => {
  const lintsOf = (rule: object, place = {}) =>
    judgeRules({ rules: [{ path: "", rule }], form: PROGRAM, place }, "lint");

  it("warn of each expression, and tell what is an error", () => {
    const rule = {
      action: "redirect",
      expression: 'ip.geoip.country eq "DE" and http.response.code eq 200',
      actionParameters: { fromValue: { targetUrl: { expression: '"/new"' } } },
    };
    const found = lintsOf(rule, { phase: "http_request_dynamic_redirect", kind: "zone" });
    expect(found.map(({ severity, path, message }) => [severity, path, message])).toEqual([
      ["information", "expression", "The field ip.geoip.country is deprecated. Write ip.src.country."],
      ["error", "expression", expect.stringContaining("http.response.code")],
      [
        "warning",
        "actionParameters.fromValue.targetUrl.expression",
        'The expression is always "/new". Write value: "/new" in place of expression.',
      ],
    ]);
  });

  it("say nothing about unknown and invalid expressions", () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect(lintsOf({ action: "block", expression: unknown })).toEqual([]);
    expect(lintsOf({ action: "block", expression: "http.hots" })).toEqual([]);
    expect(lintsOf({ action: "block", expression: { not: "a text" } })).toEqual([]);
  });
});
