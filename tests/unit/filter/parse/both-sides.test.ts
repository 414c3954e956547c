import { parseFilter } from "../../../../provider/filter";
import { referenceError } from "./reference-error";

describe("a value on the right of a comparison", () => {
  it.each([
    "http.request.uri.path ne raw.http.request.uri.path",
    "http.host==http.cookie&&ssl",
    "nothttp.host eqhttp.cookie",
    "http.host \n eq \n http.cookie",
    "lower(http.host) eq lower (http.cookie)",
    'http.request.uri.path eq coalesce(http.request.uri.args["expected_path"][0], "/")',
    'http.request.headers["a"][0] ne http.request.headers["b"][0]',
    "http.host eq lower(http.request.headers.values[*])[0]",
    "any(http.request.headers.names[*] eq http.host)",
    "any(lower(http.request.headers.names[*])[*] eq lower(http.host))",
    "any((http.request.headers.names[*] eq http.host or http.request.headers.values[*] eq http.cookie))",
    "all(http.request.headers.names[*] ne http.request.headers.values[0])",
    "cf.waf.score le cf.waf.score.sqli",
    "len(http.host) gt len(http.cookie)",
    "cf.waf.score & cf.edge.server_port",
    "cf.waf.score bitwise_and len(http.host)",
    "any(cf.bot_management.detection_ids[*] & cf.waf.score)",
    'hash_in_range(0, 100, cf.random_seed) < coalesce(lookup_json_integer(cf.hostname.metadata, "rollout_pct"), 0)',
    "ip.src eq cf.edge.server_ip",
    "cidr(ip.src, 24, 24) eq cidr(cf.edge.server_ip, 24, 24)",
  ])("is accepted: %s", (expression) => {
    expect(referenceError(expression)).toBe("");
  });

  it.each([
    ["http.host eq ab:cd", "bytes"],
    ["http.host eq ab:cd:ef", "bytes"],
    ['http.host eq r"a"', "bytes"],
    ["ip.src eq ab::1", "ip"],
    ["ip.src eq dead::beef", "ip"],
    ["cf.waf.score & -1", "int"],
  ])("is a literal in %s", (expression, kind) => {
    const parsed = parseFilter(expression);
    expect(parsed.valid && parsed.ast).toMatchObject({ kind: "comparison", test: { literal: { kind } } });
  });

  it("is in the tree with its operator and its span", () => {
    const parsed = parseFilter("http.host lt lower(http.cookie) and cf.waf.score & len(http.host)");
    expect(parsed.valid && parsed.ast).toMatchObject({
      items: [
        {
          kind: "comparison",
          test: {
            kind: "values",
            operator: "lt",
            right: { kind: "value", source: { kind: "call", name: "lower" }, span: { start: 13, end: 31 } },
          },
          type: "Bool",
          span: { start: 0, end: 31 },
        },
        { test: { kind: "values", operator: "bits", right: { source: { name: "len" } } } },
      ],
    });
  });

  it("is a field of packets in a phase of packets", () => {
    const expression = "tcp.srcport eq tcp.dstport";
    expect(referenceError(expression, "magic_transit")).toBe("");
    expect(referenceError("cf.edge.server_port eq tcp.dstport")).toBe("1:24 ^^^^^^^^^^^ unknown identifier");
  });

  // As the reference implementation of October 2026 says.
  it.each([
    ["http.host eq ab", "1:14 ^^ unknown identifier"],
    ["http.host eq a.b", "1:14 ^^^ unknown identifier"],
    ["http.host eq abc:de", "1:14 ^^^ unknown identifier"],
    ["http.host eq ab:", "1:14 ^^ unknown identifier"],
    ["http.host eq ab:cg", "1:14 ^^ unknown identifier"],
    ["http.host eq ab:cd:e", "1:14 ^^ unknown identifier"],
    ["http.host eq ab:cdef", "1:19 ^^ unrecognised input"],
    ["http.host eq 61", "1:16 ^ expected 1 characters, but found 0"],
    ["http.host eq 6g", "1:14 ^^ invalid digit found in string while parsing with radix 16"],
    ["http.host eq 1st", "1:14 ^^ invalid digit found in string while parsing with radix 16"],
    ["http.host eq -1", "1:14 ^^ invalid digit found in string while parsing with radix 16"],
    ["http.host eq", "1:13 ^ unrecognised input"],
    ["http.host eq {", "1:14 ^ expected 2 characters, but found 1"],
    ["http.host eq é", "1:14 ^^ expected 2 characters, but found 1"],
    ["http.host eq _a", "1:14 ^^ unknown identifier"],
    ["http.host eq (http.cookie)", "1:14 ^^ invalid digit found in string while parsing with radix 16"],
    ["http.host eq a.", "1:16 ^ expected identifier character"],
    ["http.host eq http.cookie.", "1:26 ^ expected identifier character"],
    ["http.host eq r#abc", "1:14 ^ unknown identifier"],
    ['http.host eq r"abc', "1:14 ^ unknown identifier"],
    ["http.host eq true", "1:14 ^^^^ unknown identifier"],
    ["http.host == false", "1:14 ^^^^^ unknown identifier"],
    ["http.host eq nope", "1:14 ^^^^ unknown identifier"],
    ["http.host eq not", "1:14 ^^^ unknown identifier"],
    ['http.host eq any(http.request.headers.names[*] eq "a")', "1:14 ^^^ unknown identifier"],
    ["http.host eq ip.src", "1:14 ^^^^^^ expected value of type Bytes, but got Ip"],
    ["http.host eq ssl", "1:14 ^^^ expected value of type Bytes, but got Bool"],
    ["http.host eq cf.waf.score", "1:14 ^^^^^^^^^^^^ expected value of type Bytes, but got Int"],
    [
      "http.host eq http.request.headers",
      "1:14 ^^^^^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Map<Array<Bytes>>",
    ],
    [
      'http.host eq http.request.headers["a"]',
      "1:14 ^^^^^^^^^^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Array<Bytes>",
    ],
    [
      'http.host eq http.request.headers ["a"][0]',
      "1:14 ^^^^^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Map<Array<Bytes>>",
    ],
    [
      "http.host eq http.request.headers.names[*]",
      "1:14 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Array<Bytes>",
    ],
    [
      "http.host eq http.request.headers[*][0]",
      "1:14 ^^^^^^^^^^^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Array<Bytes>",
    ],
    [
      "http.host eq http.request.headers[*][*]",
      "1:14 ^^^^^^^^^^^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Array<Bytes>",
    ],
    [
      "http.host eq http.request.headers[0]",
      "1:34 ^^^ cannot access index ArrayIndex(0) for type Map(CompoundType { layers: 0, len: 1, primitive: Bytes })",
    ],
    ['http.host eq http.request.headers["a"', '1:38 ^ expected literal "]"'],
    ["http.host eq lower", '1:19 ^ expected literal "("'],
    ["http.host eq lower()", "1:20 ^ invalid number of arguments"],
    [
      'http.host eq lower("a")',
      "1:20 ^^^ invalid kind of argument #0: expected argument of kind Field, but got Literal",
    ],
    ["http.host eq lower(http.cookie", '1:31 ^ expected literal ")"'],
    ["http.host eq len(http.cookie)", "1:14 ^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Int"],
    [
      'http.host eq starts_with(http.cookie, "a")',
      "1:14 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Bool",
    ],
    [
      "http.host eq lower(http.request.headers.values[*])",
      "1:14 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Array<Bytes>",
    ],
    ["http.host eq http.cookie eq http.cookie", "1:25 ^^^^^^^^^^^^^^^ unrecognised input"],
    ['http.host eq http.cookie "a"', "1:25 ^^^^ unrecognised input"],
    ["http.host eq http.cookie or nope", "1:29 ^^^^ unknown identifier"],
    ["http.host contains http.cookie", "1:20 ^^ invalid digit found in string while parsing with radix 16"],
    ["http.host matches http.cookie", '1:19 ^^^^^^^^^^^ expected " or r'],
    ["http.host wildcard http.cookie", '1:20 ^^^^^^^^^^^ expected " or r'],
    ["http.host in http.cookie", '1:14 ^^^^^^^^^^^ expected literal "{"'],
    ["http.host in {http.cookie}", "1:15 ^^ invalid digit found in string while parsing with radix 16"],
    [
      "any(http.request.headers.names[*] eq http.request.headers.values[*])",
      "1:38 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Array<Bytes>",
    ],
    ['http.request.headers["a"][*] eq http.host', "1:42 ^ expected value of type Bool, but got Array<Bool>"],
    [
      "http.request.headers.names eq http.host",
      "1:28 ^^ cannot perform this operation on type Array(CompoundType { layers: 0, len: 0, primitive: Bytes })",
    ],
    ["ssl eq ssl", "1:4 ^^^^^^^ unrecognised input"],
    ["ssl eq http.host", "1:4 ^^^^^^^^^^^^^ unrecognised input"],
    ['"a" eq http.host', "1:1 ^^^^^^^^^^^^^^^^ expected identifier character"],
    ["cf.waf.score eq ab", "1:17 ^^ unknown identifier"],
    ["cf.waf.score eq 12ab", "1:17 ^^^^ invalid digit found in string while parsing with radix 10"],
    ["cf.waf.score eq 1.x", "1:18 ^^ unrecognised input"],
    ["cf.waf.score eq http.host", "1:17 ^^^^^^^^^ expected value of type Int, but got Bytes"],
    ['cf.waf.score eq "1"', "1:17 ^^^ expected digit"],
    ["cf.waf.score eq -x", "1:18 ^ expected digit"],
    ["cf.waf.score & http.host", "1:16 ^^^^^^^^^ expected value of type Int, but got Bytes"],
    ["cf.waf.score & nope", "1:16 ^^^^ unknown identifier"],
    [
      "cf.waf.score & cf.bot_management.detection_ids[*]",
      "1:16 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected value of type Int, but got Array<Int>",
    ],
    ["cf.waf.score &", "1:15 ^ expected digit"],
    ["http.host & http.cookie", "1:11 ^ cannot perform this operation on type Bytes"],
    ["ip.src & ip.src", "1:8 ^ cannot perform this operation on type Ip"],
    ["ip.src eq ab", "1:11 ^^ unknown identifier"],
    ["ip.src eq ab:", "1:11 ^^ unknown identifier"],
    ["ip.src eq abcd::/8", "1:11 ^^^^ unknown identifier"],
    ["ip.src eq ab::x", "1:15 ^ unrecognised input"],
    ["ip.src eq dead:beef", "1:11 ^^^^ unknown identifier"],
    ["ip.src eq 1.2.3.x", "1:11 ^^^^^^ couldn't parse address in network: invalid IP address syntax"],
    ["ip.src eq 12g", "1:11 ^^ couldn't parse address in network: invalid IP address syntax"],
    ["ip.src eq http.host", "1:11 ^^^^^^^^^ expected value of type Ip, but got Bytes"],
    ["ip.src eq cf.edge.server_ip/8", "1:28 ^^ unrecognised input"],
    ["ip.src eq cf.edge", "1:11 ^^^^^^^ unknown identifier"],
    ["ip.src eq", "1:10 ^ expected IP address character"],
    ["ip.src eq localhost", "1:11 ^^^^^^^^^ unknown identifier"],
    ["http.host eq tcp.srcport", "1:14 ^^^^^^^^^^^ unknown identifier"],
  ])("has the error of the reference implementation: %s", (expression, error) => {
    expect(referenceError(expression)).toBe(error);
  });
});
