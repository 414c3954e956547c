import { lint } from "./lint-expression";

/** The rules that are found, and the expression with all of their edits. */
function rewritten(expression: string): { readonly rules: string[]; readonly text: string } {
  const warnings = lint(expression, undefined, "enterprise");
  const edits = warnings.flatMap(({ remedy }) => remedy?.edits ?? []);
  const text = edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (before, { span, text: written }) => before.slice(0, span.start) + written + before.slice(span.end),
      expression,
    );
  return { rules: warnings.map(({ rule }) => rule), text };
}

describe("several conditions on one value that are joined with or", () => {
  it.each([
    ['http.host eq "a" or http.host eq "b" or http.host eq "c"', 'http.host in {"a" "b" "c"}'],
    [
      "(ip.src eq 192.0.2.1) or (ip.src eq 192.0.2.2) or ip.src in {198.51.100.0/24}",
      "ip.src in {192.0.2.1 192.0.2.2 198.51.100.0/24}",
    ],
    [
      'ssl or (http.host == "a") or cf.client.bot or http.host eq "b" or http.host in {"c" "a"}',
      'ssl or http.host in {"a" "b" "c"} or cf.client.bot',
    ],
    [
      "ssl and (ip.src.asnum eq 1 or ip.src.asnum eq 2 or ip.src.asnum eq 3)",
      "ssl and (ip.src.asnum in {1 2 3})",
    ],
  ])("become a set: %s", (expression, text) => {
    expect(rewritten(expression)).toEqual({ rules: ["or-instead-of-in"], text });
  });

  it.each([
    'http.host eq "a" or http.host eq "b"',
    'http.host eq "a" or http.cookie eq "b" or http.referer eq "c"',
    'http.host ne "a" and http.host ne "b" and http.host ne "c"',
    'http.host contains "a" or http.host contains "b" or http.host contains "c"',
  ])("are left alone if they are few, or no equalities: %s", (expression) => {
    expect(rewritten(expression)).toEqual({ rules: [], text: expression });
  });
});

describe("a double negation", () => {
  it.each([
    ["not not ssl", "ssl"],
    ["not (not ssl)", "ssl"],
    ['not (not (ssl or http.host eq "a")) and ssl', '(ssl or http.host eq "a") and ssl'],
    ["!((!ssl))", "ssl"],
  ])("is removed: %s", (expression, text) => {
    expect(rewritten(expression)).toEqual({ rules: ["double-negation"], text });
  });
});

describe("a regular expression without a pattern", () => {
  it.each([
    [String.raw`http.request.uri.path matches "^/a\.php$"`, 'http.request.uri.path eq "/a.php"'],
    ['http.request.uri.path ~ "^/api/"', 'starts_with(http.request.uri.path, "/api/")'],
    [String.raw`http.request.uri.path matches r"\.php$"`, 'ends_with(http.request.uri.path, ".php")'],
    ['not http.cookie matches "id="', 'not http.cookie contains "id="'],
    [String.raw`http.cookie matches "a\"b\\c"`, String.raw`http.cookie contains "a\"b\\c"`],
    ['any(http.request.headers["a"][*] matches "^b$")', 'any(http.request.headers["a"][*] eq "b")'],
  ])("becomes a comparison of text: %s", (expression, text) => {
    expect(rewritten(expression)).toEqual({ rules: ["plain-regex"], text });
  });

  it("is reported without a remedy if a mapped function would treat a missing value differently", () => {
    const expression = 'all(http.request.uri.args.names[*] matches "^b")';
    expect(rewritten(expression)).toEqual({ rules: ["plain-regex"], text: expression });
  });

  it.each([
    'http.cookie matches "a|b"',
    'http.cookie matches "[ab]"',
    String.raw`http.cookie matches "\d"`,
    'http.cookie matches "ä"',
    'http.cookie matches "(?i)a"',
  ])("is not reported if it has one: %s", (expression) => {
    expect(rewritten(expression)).toEqual({ rules: [], text: expression });
  });

  it.each(["", ".*", "^", "^.*", "(.*)"])('that matches every value is reported: "%s"', (pattern) => {
    expect(lint(`http.cookie matches "${pattern}"`, undefined, "enterprise").map(({ rule }) => rule)).toEqual(
      ["total-regex"],
    );
  });
});

describe("a dot that matches every character", () => {
  it.each([
    'http.host matches "^(www|blog).example.com$"',
    'http.request.uri.path matches "/wp-login.php|/x"',
    String.raw`http.request.uri.path matches "/autodiscover.(xml|src)$"`,
  ])("is reported in a host or before an extension: %s", (expression) => {
    expect(lint(expression, undefined, "enterprise").map(({ rule }) => rule)).toEqual(["unescaped-dot"]);
  });

  it.each([
    String.raw`http.host matches "^(www|blog)\.example\.com$"`,
    'http.host matches "^.+[.]example$"',
    'http.request.uri.path matches "/a.*/b.c/"',
    'http.user_agent matches "a.b|c"',
  ])("is not reported elsewhere: %s", (expression) => {
    expect(lint(expression, undefined, "enterprise").map(({ rule }) => rule)).toEqual([]);
  });
});

describe("the remedy of other rules", () => {
  it.each([
    ["ssl or cf.client.bot and true", "ssl or (cf.client.bot and true)"],
    ["ssl or cf.client.bot xor true and false", "ssl or (cf.client.bot xor (true and false))"],
    ['http.host in {"a" "b" "a"}', 'http.host in {"a" "b"}'],
    ["ip.src in {192.0.2.7 192.0.2.0/24}", "ip.src in {192.0.2.0/24}"],
    ["ip.src in {192.0.2.7 192.0.2.7/32 192.0.2.8}", "ip.src in {192.0.2.7 192.0.2.8}"],
  ])("keeps the meaning: %s", (expression, text) => {
    expect(rewritten(expression).text).toBe(text);
  });
});
