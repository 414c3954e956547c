import { lintFilter, parseFilter } from "../../../provider/filter";
import { LIMITS } from "../../../provider/filter/limits/refusal";
import { CONSTRAINTS, isRefused, judgeExpression } from "../../../provider/rulebook";

describe("the limits of expressions", () => {
  it.each(Object.entries(LIMITS))("are constraints of the book: %s", (id, { certain }) => {
    const constraint = CONSTRAINTS.find((one) => one.id === id);
    expect(constraint && isRefused(constraint)).toBe(certain);
  });

  it.each([
    ["expression-field", "http.response.code eq 200", { phase: "http_request_origin" }],
    ["expression-function", "cidr(ip.src, 24, 64) eq 192.0.2.0", { phase: "http_request_origin" }],
    ["credential-function", "concat(http.host, http.cookie)", { purpose: "credential" }],
    ["list-name", "ip.src in $a.b", {}],
    ["list-managed", "ip.src in $cf.vpns", {}],
    ["list-missing", "ip.src in $offcie", { lists: new Map([["office", "ip" as const]]) }],
    ["list-other-kind", "ip.src in $office", { lists: new Map([["office", "asn" as const]]) }],
    ["list-addresses", "ip.src in $a", { phase: "http_response_headers_transform" }],
    ["list-account", "ip.src in $a", { phase: "http_request_firewall_custom", kind: "root" }],
    ["field-account", "cf.waf.score lt 20", { phase: "http_ratelimit", kind: "root" }],
    ["list-redirect-field", "lower(http.request.full_uri) in $a", { phase: "http_request_redirect" }],
    [
      "function-once",
      'concat(regex_replace(http.host, "a", "b"), regex_replace(http.host, "a", "b"))',
      { purpose: "path" },
    ],
    ["function-literal", "substring(http.host, len(http.host))", { purpose: "path" }],
    ["function-flags", 'url_decode(http.host, "x")', { purpose: "path" }],
    ["function-pattern", 'regex_replace(http.host, "(", "b")', { purpose: "path" }],
    [
      "function-references",
      'regex_replace(http.host, "a", "${1}${1}${1}${1}${1}${1}${1}${1}${1}")',
      { purpose: "path" },
    ],
    ["function-query", 'remove_query_args(http.host, "a")', { purpose: "query" }],
  ] as const)("have an example: %s", (id, expression, place) => {
    const found = judgeExpression(expression, place)?.diagnostics.map(({ limit }) => limit);
    expect(found).toEqual([id]);
  });

  it("are named by the errors that they cause", () => {
    const place = { phase: "http_request_transform" };
    expect(judgeExpression("http.response.code eq 200", place)?.diagnostics[0].limit).toBe(
      "expression-field",
    );
    expect(judgeExpression("http.hots", place)?.diagnostics[0].limit).toBeUndefined();
  });

  it("are warnings of the linter, which tells those that are errors", () => {
    const expression = 'substring(http.host, len(http.host)) eq "a" and http.cookie in $a';
    const parsed = parseFilter(expression);
    expect(parsed.valid && lintFilter(parsed.ast, expression)).toEqual([
      {
        rule: "limit",
        message: "Argument 2 is not a literal value: expected a literal value.",
        span: { start: 21, end: 35 },
        refused: true,
      },
      {
        rule: "list",
        message:
          "Lists contain IP addresses, host names (for http.host) or AS numbers (for ip.src.asnum), so no list fits http.cookie. Write the values as a set: in {…}.",
        span: { start: 63, end: 65 },
      },
    ]);
  });
});
