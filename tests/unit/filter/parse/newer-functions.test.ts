import { parseFilter, printEngine } from "../../../../provider/filter";

/** The last line of the reference implementation's text, without spaces at the start; nothing for a valid expression. */
function errorOf(expression: string): string {
  const parsed = parseFilter(expression);
  return parsed.valid
    ? ""
    : (printEngine(expression, parsed.diagnostics[0]).trimEnd().split("\n").at(-1)?.trim() ?? "");
}

const many = (name: string, count: number) => `${name}(${Array(count).fill("http.host").join(", ")}) eq "a"`;

describe("the functions of October 2026", () => {
  it.each([
    'coalesce(http.request.uri.args["p"][0], "/") eq "/"',
    'coalesce("a", http.host, "b") eq "a"',
    "coalesce(cf.waf.score, 2) eq 1",
    "coalesce(1, 2) eq 1",
    "coalesce(ip.src, 192.0.2.1) eq 192.0.2.1",
    'coalesce(ssl, http.host eq "a")',
    'any(coalesce(http.request.headers.names[*], "x")[*] eq "a")',
    "hash_in_range(0, 100, cf.random_seed) < 10",
    "hash_in_range(-5, 9223372036854775807, ip.src) < 10",
    "hash_in_range(0, 1, cf.waf.score) eq 0",
    'hash_in_range(0, 100, coalesce(http.host, "a")) lt 10',
    'sha512(http.host) eq "a"',
    'hmac(http.host, "a", "b") eq "a"',
    'trim(http.host) eq "a"',
    'trim_start(http.host, "a") eq "a"',
    'any(trim_end(http.request.headers.names[*])[*] eq "a")',
    'ip_in_range(ip.src, "10.0.0.0/8")',
    "contains(http.host, http.cookie)",
    'any(contains(http.request.headers.names[*], "a"))',
    'wildcard(http.host, "*.example.com")',
    many("coalesce", 40),
    many("concat", 32),
  ])("accepts %s", (expression) => {
    expect(errorOf(expression)).toBe("");
  });

  it.each([
    ["coalesce(http.host) eq 1", "^^^^^^ invalid number of arguments"],
    [
      "coalesce(http.host, ip.src) eq 1",
      "^^^^^^ invalid type of argument #1: expected value of type Bytes, but got Ip",
    ],
    [
      "coalesce(http.request.headers, http.host)",
      "^^^^^^^^^^^^^^^^^^^^ invalid type of argument #0: expected value of type {Bool, Int, Ip, Bytes}, but got Map<Array<Bytes>>",
    ],
    [
      "hash_in_range(100, 100, http.host) < 10",
      '^^^ invalid value of argument #1: invalid argument: "Max integer for range must be higher than min integer"',
    ],
    [
      "hash_in_range(101, 7, http.host) < 10",
      '^ invalid value of argument #1: invalid argument: "Max integer for range must be higher than min integer"',
    ],
    [
      'hash_in_range(0, 100, "a") < 10',
      "^^^ invalid kind of argument #2: expected argument of kind Field, but got Literal",
    ],
    [
      "hash_in_range(0, cf.waf.score, http.host) < 10",
      "^^^^^^^^^^^^ invalid kind of argument #1: expected argument of kind Literal, but got Field",
    ],
    [
      "hash_in_range(0, 100, ssl) < 10",
      "^^^ invalid type of argument #2: expected value of type {Int, Ip, Bytes}, but got Bool",
    ],
    [
      "hash_in_range(0, 100, http.request.headers.names[*]) < 10",
      "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invalid use of map each access operator",
    ],
    ["hash_in_range(0, 100) < 10", "^^^^^^ invalid number of arguments"],
    [
      "ip_in_range(ip.src, 192.0.2.1)",
      "^^^^^^^^^ invalid type of argument #1: expected value of type Bytes, but got Ip",
    ],
    [
      'contains("a", http.cookie)',
      "^^^ invalid kind of argument #0: expected argument of kind Field, but got Literal",
    ],
    [
      "wildcard(http.host, http.cookie)",
      "^^^^^^^^^^^ invalid kind of argument #1: expected argument of kind Literal, but got Field",
    ],
    ['contains "a"', '^^^ expected literal "("'],
    [many("concat", 33), "^^^^^^^^^^^^^^^^^ invalid number of arguments"],
  ])("reports the error of %s", (expression, error) => {
    expect(errorOf(expression)).toBe(error);
  });
});
