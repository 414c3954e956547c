import { testEngine, UNKNOWN } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

/** Returns what a preview says of one rule. */
function problems(phase: string, rule: object, more: object = {}): Promise<string[]> {
  const rules = [{ ref: "a", expression: "true", ...rule }];
  return testEngine(platform).problems("ZoneEntrypointRuleset", {
    zoneId: EXAMPLE_COM,
    phase,
    rules,
    ...more,
  });
}

const redirectTo = (expression: unknown) => ({
  action: "redirect",
  actionParameters: { fromValue: { targetUrl: { expression }, statusCode: 301 } },
});
const rewrite = (actionParameters: object) => ({ action: "rewrite", actionParameters });

describe("a preview of value expressions", () => {
  it.each([
    ["http_request_dynamic_redirect", redirectTo('concat("https://", http.host, http.request.uri.path)')],
    [
      "http_request_dynamic_redirect",
      redirectTo('regex_replace(http.request.full_uri, "^http:(.*)$", "https:${1}")'),
    ],
    [
      "http_request_transform",
      rewrite({ uri: { path: { expression: 'concat("/api", http.request.uri.path)' } } }),
    ],
    [
      "http_request_transform",
      rewrite({ uri: { query: { expression: 'remove_query_args(http.request.uri.query, "utm")' } } }),
    ],
    [
      "http_request_late_transform",
      rewrite({ headers: { "x-ip": { operation: "set", expression: "ip.src" } } }),
    ],
    [
      "http_request_late_transform",
      rewrite({
        headers: { "x-bot": { operation: "set", expression: "to_string(cf.bot_management.score)" } },
      }),
    ],
    [
      "http_response_headers_transform",
      rewrite({ headers: { "x-code": { operation: "add", expression: "to_string(http.response.code)" } } }),
    ],
    [
      "http_response_cache_settings",
      {
        action: "set_cache_tags",
        actionParameters: {
          operation: "set",
          expression: 'split(http.response.headers["x-tags"][0], ",", 10)',
        },
      },
    ],
    ["http_request_dynamic_redirect", redirectTo(UNKNOWN)],
  ])("of %s accepts %j", async (phase, rule) => {
    expect(await problems(phase, rule)).toEqual([]);
  });

  it.each([
    [
      "http_request_dynamic_redirect",
      redirectTo("https://example.com/new"),
      [
        'rules["a"].actionParameters.fromValue.targetUrl.expression: The value expression is not valid: a URL is not an expression (line 1, column 1).',
        "  https://example.com/new",
        "  ^^^^^^^^^^^^^^^^^^^^^^^",
        '  Expected a field, a function call, or a text in double quotes: concat("https://", http.host); found "https://example.com/new".',
        '  A constant belongs to value, without quotes: https://example.com/new. In an expression, a text has quotes: "https://example.com/new".',
      ],
    ],
    [
      "http_request_transform",
      rewrite({ uri: { path: { expression: "len(http.request.uri.path)" } } }),
      [
        'rules["a"].actionParameters.uri.path.expression: The value expression is not valid: this is a value of type Int (line 1, column 1).',
        "  len(http.request.uri.path)",
        "  ^^^^^^^^^^^^^^^^^^^^^^^^^^",
        '  Expected a value of type Bytes; found "len(http.request.uri.path)".',
        "  Convert it to a text: to_string(len(http.request.uri.path)).",
      ],
    ],
    [
      "http_request_late_transform",
      rewrite({ headers: { "X-Country": { operation: "set", expression: "ip.src.contry" } } }),
      [
        'rules["a"].actionParameters.headers.X-Country.expression: The value expression is not valid: unknown identifier (line 1, column 1).',
        "  ip.src.contry",
        "  ^^^^^^^^^^^^^",
        '  Expected the name of a field or function; found "ip.src.contry".',
        "  Did you mean ip.src.country?",
      ],
    ],
    [
      "http_response_cache_settings",
      { action: "set_cache_tags", actionParameters: { operation: "set", expression: "http.host" } },
      [
        'rules["a"].actionParameters.expression: The value expression is not valid: this is a value of type Bytes (line 1, column 1).',
        "  http.host",
        "  ^^^^^^^^^",
        '  Expected a value of type Array<Bytes>; found "http.host".',
        '  Split a text into a list: split(http.host, ",", 10).',
      ],
    ],
    [
      "http_request_transform",
      { ...rewrite({ uri: { path: { value: "/a" } } }), expression: "http.response.code eq 200" },
      [
        'rules["a"].expression: The filter expression is not valid: the use of field http.response.code is not allowed in the phase http_request_transform (line 1, column 1).',
        "  http.response.code eq 200",
        "  ^^^^^^^^^^^^^^^^^^",
        '  Expected a field of the request; found "http.response.code".',
        "  The field http.response.code belongs to the response, but the phase http_request_transform runs before the response. Use it in a response phase.",
      ],
    ],
  ])("of %s names the member, the position and the remedy: %j", async (phase, rule, lines) => {
    expect(await problems(phase, rule)).toEqual([lines.join("\n")]);
  });

  it("does not quote a secret expression", async () => {
    const told = await problems("http_request_dynamic_redirect", redirectTo('concat("hidden", hush)'), {
      secretInputs: ["rules"],
    });
    expect(told).toEqual([
      "rules[0].actionParameters.fromValue.targetUrl.expression: The secret value expression is not valid: no field or function has this name (line 1, byte 18).",
    ]);
  });
});
