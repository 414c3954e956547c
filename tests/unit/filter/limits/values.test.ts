import { explained, refused } from "./refused";

const path = { phase: "http_request_transform", purpose: "path" } as const;

describe("a value expression", () => {
  it.each([
    [
      'regex_replace(regex_replace(http.host, "a", "b"), "c", "d")',
      "the function regex_replace can be used only once in an expression",
    ],
    [
      'concat(wildcard_replace(http.host, "a*", "b"), wildcard_replace(http.host, "c*", "d"))',
      "the function wildcard_replace can be used only once in an expression",
    ],
    [
      'regex_replace(wildcard_replace(http.host, "a*", "b"), "c", "d")',
      "the function wildcard_replace cannot be used in an argument of regex_replace",
    ],
    ['regex_replace(http.host, "a(", "b")', "regex parse error:\n    a(\n     ^\nerror: unclosed group"],
    [
      'regex_replace(http.host, "a", "${1}${2}${3}${4}${5}${6}${7}${8}${9}")',
      "the replacement has 9 references to groups",
    ],
    ['wildcard_replace(http.host, "a**", "b")', "wildcard contains a double star"],
    [
      'wildcard_replace(http.host, "a*", "b", "i")',
      'invalid value of argument #3: invalid argument: "expected a text of the flags \\"s\\""',
    ],
    [
      'url_decode(http.host, "x")',
      'invalid value of argument #1: invalid argument: "expected a text of the flags \\"r\\" and \\"u\\""',
    ],
    [
      "substring(http.host, len(http.host))",
      "invalid kind of argument #1: expected argument of kind Literal, but got Field",
    ],
    [
      "join(http.request.headers.names, http.host)",
      "invalid kind of argument #1: expected argument of kind Literal, but got Field",
    ],
    ['remove_query_args(http.host, "a")', "remove_query_args takes the query of the request only"],
  ])("is refused: %s", (expression, cause) => {
    expect(refused(expression, path)).toEqual([cause]);
  });

  it.each([
    'concat(regex_replace(http.host, "a", "b"), wildcard_replace(http.request.uri.path, "c*", "${1}", "s"))',
    'regex_replace(http.host, "^(.)(.)(.)(.)(.)(.)(.)(.)$", "${8}${7}${6}${5}${4}${3}${2}${1}")',
    'url_decode(http.host, "ur")',
    'remove_query_args(raw.http.request.uri.query, "a", "b")',
    "substring(http.host, -5)",
  ])("is allowed: %s", (expression) => {
    expect(refused(expression, path)).toEqual([]);
  });

  it("shows the pattern that is wrong", () => {
    expect(explained('regex_replace(http.host, "a(", "b")', path)).toEqual([
      "The value expression is not valid: regular expression: unclosed group (line 1, column 26).",
      '  regex_replace(http.host, "a(", "b")',
      "                           ^^^^",
      '  Expected a regular expression in Rust regex syntax; found ""a("".',
    ]);
  });

  it("may read the fields of its phase", () => {
    expect(
      refused('http.response.headers["a"][0]', { phase: "http_request_late_transform", purpose: "header" }),
    ).toEqual([
      "the use of field http.response.headers is not allowed in the phase http_request_late_transform",
    ]);
  });
});

describe("an expression for exposed credentials", () => {
  const place = { phase: "http_request_firewall_custom", kind: "custom", purpose: "credential" } as const;

  it.each([
    'lookup_json_string(http.request.body.raw, "password")',
    'url_decode(http.request.body.form["user"][0])',
    'http.request.body.form["user"][0]',
    'lower(http.request.headers["authorization"][0])',
  ])("is allowed: %s", (expression) => {
    expect(refused(expression, place)).toEqual([]);
  });

  it.each([
    [
      "substring(http.request.body.raw, 5)",
      "the use of function substring is not allowed for exposed credentials",
    ],
    [
      'lower(url_decode(http.request.body.form["u"][0]))',
      "nested functions are not allowed for exposed credentials",
    ],
  ])("is refused: %s", (expression, cause) => {
    expect(refused(expression, place)).toEqual([cause]);
  });
});

describe("a filter", () => {
  it("accepts only literals as positions of substring, like the service", () => {
    expect(refused('substring(http.host, len(http.cookie)) eq "a"', {})).toEqual([
      "invalid kind of argument #1: expected argument of kind Literal, but got Field",
    ]);
    expect(refused('substring(http.host, 1, -1) eq "a"', {})).toEqual([]);
  });
});
