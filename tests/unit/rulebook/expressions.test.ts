import { expressionsOf, judgeExpression, lintExpressions } from "../../../provider/rulebook";

const wire = (name: string) => name;
const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

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
    expect(expressionsOf(rule, wire)).toEqual([
      { path: ["expression"], purpose: "filter", expression: "true" },
      { path: ["ratelimit", "counting_expression"], purpose: "counting", expression: "e" },
      { path: ["exposed_credential_check", "username_expression"], purpose: "credential", expression: "f" },
      { path: ["exposed_credential_check", "password_expression"], purpose: "credential", expression: "g" },
      { path: ["action_parameters", "uri", "path", "expression"], purpose: "path", expression: "a" },
      { path: ["action_parameters", "headers", "x-a", "expression"], purpose: "header", expression: "c" },
    ]);
  });

  it("are found by the names of a program", () => {
    const rule = {
      action: "redirect",
      expression: "true",
      actionParameters: { fromValue: { targetUrl: { expression: "http.host" } } },
      ratelimit: { countingExpression: "" },
    };
    expect(expressionsOf(rule, camel)).toEqual([
      { path: ["expression"], purpose: "filter", expression: "true" },
      {
        path: ["actionParameters", "fromValue", "targetUrl", "expression"],
        purpose: "target",
        expression: "http.host",
      },
    ]);
  });

  it("depend on the action", () => {
    const parameters = { operation: "set", expression: "a" };
    expect(expressionsOf({ action: "set_cache_tags", action_parameters: parameters }, wire)).toEqual([
      { path: ["action_parameters", "expression"], purpose: "tags", expression: "a" },
    ]);
    expect(expressionsOf({ action: "block", action_parameters: parameters }, wire)).toEqual([]);
    expect(expressionsOf({ action: "toString", action_parameters: parameters }, wire)).toEqual([]);
  });

  it.each([undefined, null, "text", 5, [], { action: "rewrite", action_parameters: [{ uri: 1 }] }])(
    "are none in %j",
    (parameters) => {
      expect(expressionsOf({ action: "rewrite", action_parameters: parameters }, wire)).toEqual([]);
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

describe("lintExpressions", () => {
  it("warns of each expression, and leaves out what is an error", () => {
    const rule = {
      action: "redirect",
      expression: 'ip.geoip.country eq "DE" and http.response.code eq 200',
      actionParameters: { fromValue: { targetUrl: { expression: '"/new"' } } },
    };
    const found = lintExpressions(rule, { phase: "http_request_dynamic_redirect", kind: "zone" }, camel);
    expect(
      found.map(({ path, warnings }) => [path.join("."), ...warnings.map(({ message }) => message)]),
    ).toEqual([
      ["expression", "The field ip.geoip.country is deprecated. Write ip.src.country."],
      [
        "actionParameters.fromValue.targetUrl.expression",
        'The expression is always "/new". Write value: "/new" in place of expression.',
      ],
    ]);
  });

  it("says nothing about unknown and invalid expressions", () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect(lintExpressions({ action: "block", expression: unknown }, {}, camel)).toEqual([]);
    expect(lintExpressions({ action: "block", expression: "http.hots" }, {}, camel)).toEqual([]);
    expect(lintExpressions({ action: "block", expression: { not: "a text" } }, {}, camel)).toEqual([]);
  });
});
