import { helpOn } from "./help-text";

describe("help with a value", () => {
  it.each([
    ["http.host eq ''", "''", '""'],
    ["http.host eq `a`", "`a`", '"a"'],
    ["http.host eq ‘a’", "‘a’", '"a"'],
    ["http.host eq a/b.c_d%:@?+-é", "a/b.c_d%:@?+-é", '"a/b.c_d%:@?+-é"'],
    ["http.host eq a(b", "a", '"a"'],
    ["http.host eq a*b", "a*b", '"a*b"'],
    ["http.host eq /a", "/a", '"/a"'],
    ["http.host matches /a.*b/", "/a.*b/", '"a.*b"'],
    ["http.host matches //", "//", '""'],
    ['http.host eq "', "", ""],
    ["http.host eq r#a", "a", ""],
    ["http.host eq , ", ",", ""],
    ['http.host eq {"a"}', "{", ""],
    ["http.host eq $list", "$list", "Write a list without braces: in $list."],
    ["ip.src eq $Office", "$Office", "Write a list without braces: in $office."],
    ['http.host eq ("a")', "(", "Write the value of an operator without parentheses."],
    ["http.host eq (a)", "(", "Write the value of an operator without parentheses."],
    ["http.host eq ssl", "ssl", "Both sides of a comparison are of the same type."],
    ["cf.waf.score eq abc", "abc", ""],
    ['cf.waf.score eq "-10"', '"-10"', "-10"],
    ['cf.waf.score eq "1.5"', '"1.5"', ""],
    ['cf.waf.score eq "a"', '"a"', ""],
    [
      "cf.waf.score in {cf.waf.score}",
      "cf.waf.score",
      "Another field can only be on the right of eq, ne, lt, le, gt, ge and &.",
    ],
    ['cf.waf.score eq ""', '""', ""],
    ["cf.waf.score eq < 5", "<", ""],
    ['ip.src eq "::1"', '"::1"', "::1"],
    ["ip.src eq '1.2.3.4'", "'1.2.3.4'", "1.2.3.4"],
    ['ip.src eq "example.com"', '"example.com"', ""],
    ['ip.src eq "192.0.2.0/24"', '"192.0.2.0/24"', "Use in to match a network: ip.src in {192.0.2.0/24}."],
    ["ip.src == 192.0.2.0/24", "192.0.2.0/24", "Use in to match a network: ip.src in {192.0.2.0/24}."],
    ["ip.src != 192.0.2.0/24", "192.0.2.0/24", "Use in to match a network: not ip.src in {192.0.2.0/24}."],
    ["ip.src ge 192.0.2.0/24", "192.0.2.0/24", ""],
    [
      "cidr(ip.src, 24, 64) eq 192.0.2.0/24",
      "192.0.2.0/24",
      "Use in to match a network: cidr(ip.src, 24, 64) in {192.0.2.0/24}.",
    ],
    ["ip.src eq http.host", "http.host", "Both sides of a comparison are of the same type."],
    ["http.host eq http.hots", "http.hots", "http.host"],
    ["http.host eq lowr(http.cookie)", "lowr", "lower"],
    ["cf.waf.score lt cf.waf.scor", "cf.waf.scor", "cf.waf.score"],
    ["ip.src eq localhost", "localhost", ""],
    ["ip.src eq 300.1.1.1", "300.1.1.1", ""],
    ['http.host == ! "a"', "!", ""],
    ['http.host == =~ "a"', "=~", "matches"],
    ['http.host contains !"a"', "!", ""],
    ["http.host eq 61:6g", "6g", ""],
    ["http.host eq 616", "616", '"616"'],
    ["http.host eq 61.62.6", "61.62.6", '"61.62.6"'],
    ["http.host eq 61;62", "61;62", ""],
    ["http.host eq 日本", "日本", '"日本"'],
    ["cf.waf.score gt1a", "1a", ""],
    ['ssl and (http.host) eq "a"', ")", ""],
    ['cf.waf.score eq "x5"', '"x5"', ""],
    ['cf.waf.score eq "5x"', '"5x"', ""],
    ["http.host eq false", "false", '"false"'],
    ["http.host eq falsey", "falsey", '"falsey"'],
    ["http.host matches a/b/", "a/b/", '"a/b/"'],
    ["http.host matches /ab", "/ab", '"/ab"'],
    ["ip.src==192.0.2.0/24", "192.0.2.0/24", "Use in to match a network: ip.src in {192.0.2.0/24}."],
    ["ip.src!=192.0.2.0/24", "192.0.2.0/24", "Use in to match a network: not ip.src in {192.0.2.0/24}."],
    ['http.host eq "a" and ip.src ge 192.0.2.0/24', "192.0.2.0/24", ""],
    ["http.host wildcard", "", ""],
    ["http.host eq a;b", "a;b", ""],
    ['http.host eq "\\700"', "700", ""],
    ['http.host eq "\\x4"', '4"', ""],
    ["ip.src eq", "", ""],
    ["cf.waf.score eq", "", ""],
    ["cf.waf.score eq == 5", "==", ""],
    ["http.host eq includes", "includes", '"includes"'],
    ["http.host in {GET equals}", "GET", '"GET"'],
    ["http.host eq equals", "equals", '"equals"'],
    ["http.host contains include", "include", '"include"'],
    ["http.host eq true", "true", '"true"'],
  ])("shows how to write the value in %j", (expression, marked, advice) => {
    expect(helpOn(expression)).toEqual([marked, advice]);
  });

  it.each([
    ["http.host in {a b}", "a", '"a"'],
    ['http.host in {"a" , "b"}', ",", "Separate the items of a set with spaces, not commas."],
    ["ip.src in {$Office 1.2.3.4}", "$Office", "Write a list without braces: in $office."],
    ['ip.src in {192.0.2.0/24 "192.0.2.1"}', '"192.0.2.1"', "192.0.2.1"],
    ["ip.src in {a.b}", "a.b", ""],
    ['ip.src in ["1.2.3.4"]', "[", "Write a set in braces: {…}."],
    ["ip.src in (1.2.3.4)", "(", "Write a set in braces: {…}."],
    ["ip.src in Office", "Office", "$office"],
    ["ip.src in 'example.com'", "'example.com'", ""],
    ["ip.src in @Office", "@Office", "$office"],
    ["ip.src in 1.2.3.4", "1.2.3.4", "{1.2.3.4}"],
    ["ip.src in '1.2.3.4'", "'1.2.3.4'", "{1.2.3.4}"],
    ["ip.src in 2001:db8::/32", "2001:db8::/32", "{2001:db8::/32}"],
    ["cf.waf.score in -5", "-5", "{-5}"],
    ["cf.waf.score in 5 or ssl", "5", "{5}"],
    ['cf.waf.score in "5"', '"5"', "{5}"],
    ['cf.waf.score in "a"', '"a"', ""],
    ["len(http.host) in 5", "5", "{5}"],
    ["http.host in 5", "5", '{"5"}'],
    ["http.host in 1.2.3.4", "1.2.3.4", '{"1.2.3.4"}'],
    ["http.host in 'a b'", "'a b'", '{"a b"}'],
    ["http.host in %%", "%%", '{"%%"}'],
    ["http.host in x5", "x5", '{"x5"}'],
    ["http.host in 5x", "5x", '{"5x"}'],
    ["http.host in ;", ";", ""],
    ['http.host in "a;b"', '"a;b"', '{"a;b"}'],
  ])("shows how to write the set in %j", (expression, marked, advice) => {
    expect(helpOn(expression)).toEqual([marked, advice]);
  });

  it.each([
    ['http.request.headers[x-forwarded-for][0] eq "a"', "x-forwarded-for", '"x-forwarded-for"'],
    ["http.request.headers['x y'][0] eq \"a\"", "'x y'", ""],
    ['http.request.headers[`x`][0] eq "a"', "`x`", '"x"'],
    ['http.request.headers.names[x] eq "a"', "x", ""],
    ['http.request.headers[] eq "a"', "]", ""],
    ['lower(http.host)[x] eq "a"', "x", ""],
    ['any(http.request.headers[x][*] eq "a")', "x", '"x"'],
  ])("shows how to write the index in %j", (expression, marked, advice) => {
    expect(helpOn(expression)).toEqual([marked, advice]);
  });

  it.each([
    ["ip.src in $office-list-b or ssl", "$office-list-b", "$office_list_b"],
    ["ip.src in $a-B", "$a-B", "$a_b"],
    ["ip.src in $Office-1", "Office-1", "office_1"],
    ["ip.src in $a-b.c", "$a-b.c", "$a_b.c"],
    ["ip.src in $.a", ".a", ""],
    ["ip.src in $É", "É", ""],
    ['ip.src in $"a"', '"a"', ""],
    ["ip.src in $Office.eu-west", "Office.eu-west", "office.eu_west"],
    ["ip.src in $Office..eu", "Office..eu", ""],
    ["ip.src in $Office.", "Office.", ""],
    ["ip.src in $A/b", "A/b", ""],
  ])("shows how to name the list in %j", (expression, marked, advice) => {
    expect(helpOn(expression)).toEqual([marked, advice]);
  });

  it.each([
    ['http.host eq  "a"', " ", "Only spaces and line ends are allowed between the parts of an expression."],
    ['http.host eq\t"a"', "\t", "Only spaces and line ends are allowed between the parts of an expression."],
    ['http.host eq "\\\tx"', "\t", ""],
    ['http.host eq "\ta', "\ta", ""],
    ["ssl ​and ssl", "​", "Only spaces and line ends are allowed between the parts of an expression."],
    [" \n ", "", "The expression is empty. To match every request, write true."],
  ])("explains the white space in %j", (expression, marked, advice) => {
    expect(helpOn(expression)).toEqual([marked, advice]);
  });

  it.each([
    'http.host not in {"a"}',
    'http.host !=~ "a"',
    'http.host in {"a", "b"}',
    "http.host eq 6161",
    'http.host eq "\\x4"',
    "ip.src == 192.0.2.0/24",
    "ip.src in $Office-1",
  ])("gives the advice for %j also inside a long expression", (expression) => {
    const advice = helpOn(expression);
    expect(helpOn(`${expression}${" or ssl".repeat(50)}`)).toEqual(advice);
    expect(helpOn(`${"ssl or ".repeat(50)}${expression}`)).toEqual(advice);
  });
});
