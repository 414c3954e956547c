import { adviceOn } from "./told";

describe("advice on an operator", () => {
  it.each([
    ['http.host ! in {"a"}', "!", "Write not before the whole comparison: not http.host in …."],
    ['http.host STARTS_WITH "a"', "STARTS_WITH", 'starts_with is a function: starts_with(http.host, "…").'],
    ['http.host endswith "a"', "endswith", 'ends_with is a function: ends_with(http.host, "…").'],
    ['http.host Starts With "a"', "Starts", 'starts_with is a function: starts_with(http.host, "…").'],
    ['http.host ends_with("a")', "ends_with", 'ends_with is a function: ends_with(http.host, "…").'],
    ['http.host starts within "a"', "starts", ""],
    ['http.host has "a"', "has", "contains"],
    ['http.host contain "a"', "contain", "contains"],
    ['http.host Contains "a"', "Contains", "contains"],
    ['http.host regex "a"', "regex", "matches"],
    ['http.host regexp "a"', "regexp", "matches"],
    ['http.host rlike "a"', "rlike", "matches"],
    ['http.host match "a"', "match", "matches"],
    ['http.host matchs "a"', "matchs", "matches"],
    ['http.host MATCHES "a"', "MATCHES", "matches"],
    ['http.host glob "a"', "glob", "wildcard"],
    ['http.host ilike "a"', "ilike", "wildcard"],
    ['http.host is "a"', "is", "eq"],
    ['http.host IN {"a"}', "IN", "in"],
    ['http.host NE "a"', "NE", "ne"],
    ["cf.waf.score GT 1", "GT", "gt"],
    ["cf.waf.score ==== 1", "====", "=="],
    ['http.host ~= "a"', "~=", "matches"],
    ['http.host ~~ "a"', "~~", "matches"],
    ['http.host !! "a"', "!!", "!="],
    ['http.host !== "a"', "!==", "!="],
    ['http.host ===== "a"', "=====", "=="],
    ['http.host !=== "a"', "!===", "!="],
    ['http.host !=! "a"', "!=!", "!="],
    ['http.host ^ "a"', "^", "xor"],
    ['http.host foo "a"', "foo", ""],
    ['http.host matching "a"', "matching", ""],
    ['http.host hasnt "a"', "hasnt", ""],
    ['http.host = starts_with "a"', "=", "=="],
    ['http.host = "a"', "=", "=="],
    ['lower(lower(http.host)) not in {"a"}', "not", "Write not before the whole comparison: not … in …."],
    ['lower(lower(http.host)) starts with "a"', "starts", 'starts_with is a function: starts_with(…, "…").'],
  ])("tells the operator of this language in %j", (expression, marked, advice) => {
    expect(adviceOn(expression)).toEqual([marked, advice]);
  });

  it.each([
    ['http.host is not in {"a"}', "is", "Write not before the whole comparison: not http.host in …."],
    [
      'http.host does not contain "a"',
      "does",
      "Write not before the whole comparison: not http.host contains ….",
    ],
    ['http.host not match "a"', "not", "Write not before the whole comparison: not http.host matches …."],
    ['http.host not matches "a"', "not", "Write not before the whole comparison: not http.host matches …."],
    ['http.host not like "a"', "not", "Write not before the whole comparison: not http.host wildcard …."],
    ['http.host not equals "a"', "not", "ne"],
    ['http.host is not eq "a"', "is", "ne"],
    [
      'lower(http.host) not in {"a"}',
      "not",
      "Write not before the whole comparison: not lower(http.host) in ….",
    ],
    [
      'http.request.headers["x"][0] not contains "a"',
      "not",
      'Write not before the whole comparison: not http.request.headers["x"][0] contains ….',
    ],
    [
      'http.host   not    wildcard "a"',
      "not",
      "Write not before the whole comparison: not http.host wildcard ….",
    ],
    ['http.host not ~ "a"', "not", "Write not before the whole comparison: not http.host matches …."],
    ['http.host not =~ "a"', "not", "Write not before the whole comparison: not http.host matches …."],
    ['http.host not inside "a"', "not", ""],
    ['http.host NOT CONTAINS "a"', "NOT", "Write not before the whole comparison: not http.host contains …."],
    ['(http.host) not in {"a"}', ")", ""],
    ['http.host !~ "a"', "!~", "Write not before the whole comparison: not http.host matches …."],
    ['http.host !=~ "a"', "!=~", "Write not before the whole comparison: not http.host matches …."],
    ["cf.waf.score eq !5", "!", ""],
  ])("tells where not stands in %j", (expression, marked, advice) => {
    expect(adviceOn(expression)).toEqual([marked, advice]);
  });

  it.each([
    ["ssl && && ssl", "&&", "A condition is missing before &&."],
    ["ssl || || ssl", "||", "A condition is missing before ||."],
    ["ssl && || ssl", "||", "A condition is missing before ||."],
    ["or ssl", "or", "A condition is missing before or."],
    ["XOR ssl", "XOR", "A condition is missing before xor."],
    ["ssl and and ssl", "and", "A condition is missing before and."],
    ["ssl and Or ssl", "Or", "A condition is missing before or."],
    ["ssl ^^ ^^ ssl", "^^", "A condition is missing before ^^."],
    ["&& ssl", "&&", "A condition is missing before &&."],
    ["ssl &&& ssl", "&&&", "&&"],
    ["ssl |||| ssl", "||||", "||"],
    ["ssl and % ssl", "%", ""],
    ["ssl and = ssl", "=", ""],
    ["ssl &&&= ssl", "&&&=", ""],
    ["ssl and =&&& ssl", "=&&&", ""],
    ["ssl and =||| ssl", "=|||", ""],
    ["ssl |||= ssl", "|||=", ""],
    ["ssl and && ssl", "&&", "A condition is missing before &&."],
    ["ssl and =&& ssl", "=&&", ""],
  ])("tells what is missing between conditions in %j", (expression, marked, advice) => {
    expect(adviceOn(expression)).toEqual([marked, advice]);
  });

  it.each([
    ["ssl is true", "is", "ssl is a condition by itself: write ssl, or not ssl."],
    ["ssl = true", "=", "ssl is a condition by itself: write ssl, or not ssl."],
    ["ssl != false", "!=", "ssl is a condition by itself: write ssl, or not ssl."],
    ["ssl eq 1", "eq", "ssl is a condition by itself: write ssl, or not ssl."],
    ["ssl equals true", "equals", "ssl is a condition by itself: write ssl, or not ssl."],
    ["ssl >= true", ">=", "ssl is a condition by itself: write ssl, or not ssl."],
    [
      "cf.client.bot == true",
      "==",
      "cf.client.bot is a condition by itself: write cf.client.bot, or not cf.client.bot.",
    ],
    ['http.host eq "a" == true', "==", ""],
    ["ssl // comment", "//", "The language has no comments."],
    ["ssl /* comment */", "/*", "The language has no comments."],
    ["ssl - comment", "-", ""],
    ["(ssl))", ")", "No open parenthesis is left that it could close."],
    ["cf.waf.score eq 1.5 or ssl", "1.5", "Numbers are integers, without a fraction."],
    ["cf.waf.score eq 1..5", "1..5", ""],
    ["cf.waf.score gt 10_000_000", "10_000_000", "10000000"],
    ["ssl XOR ssl", "XOR", "xor"],
    ["ssl ^ ssl", "^", "xor"],
    ["ssl AND NOT ssl", "AND", "and"],
    ["ssl Or ssl", "Or", "or"],
    ["ssl then ssl", "then", ""],
    ['http.host eq "a" "b"', '"b"', ""],
    ['http.host eq "a" ; ssl', ";", ""],
    ["cf.waf.score eq 1.5x", "1.5x", ""],
    ["cf.waf.score eq 12.55", "12.55", "Numbers are integers, without a fraction."],
    ["ssl a1.5", "a1.5", ""],
    ["cf.waf.score gt 1_0a", "1_0a", ""],
    ["ssl a1_000", "a1_000", ""],
    ["ip.src in $a-b/c", "$a-b/c", ""],
    ["ssl a$b-c", "a$b-c", ""],
    ["ssl x#", "x#", ""],
    ['ssl contains "a"', "contains", ""],
    ['ssl matches "a"', "matches", ""],
    ["ip.src in $http.host eq 1", "eq", ""],
    ['http.host eq "\\\\" x ssl', "x", ""],
    [
      "ssl                                                                                                                        sssl",
      "sssl",
      "",
    ],
    [
      "ssl                                                                                                                         sssl",
      "",
      "",
    ],
  ])("tells what stands behind a whole condition in %j", (expression, marked, advice) => {
    expect(adviceOn(expression)).toEqual([marked, advice]);
  });

  it.each([
    [
      "any(ssl and ssl)",
      "ssl",
      'any and all take a comparison of many elements: any(http.request.headers.names[*] eq "x").',
    ],
    [
      'ssl and http.request.headers.names[*] eq "a"',
      'http.request.headers.names[*] eq "a"',
      "[*] makes many conditions: any(…) or all(…) makes one of them again.",
    ],
    ['any(http.request.headers.names[*] eq "a" and ssl)', "and", ""],
  ])("tells of conditions on many elements in %j", (expression, marked, advice) => {
    expect(adviceOn(expression)).toEqual([marked, advice]);
  });
});
