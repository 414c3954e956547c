import { lint } from "./lint-expression";

function found(expression: string): string[] {
  return lint(expression, undefined, "enterprise").map(({ rule, message }) => `${rule}: ${message}`);
}

describe("a text of another language", () => {
  it.each([
    ['http.request.uri.path eq "^/api/"', '"^/api/"', "^ and $ are anchors only in matches"],
    ['http.request.uri.path contains "^/admin"', '"^/admin"', "^ and $ are anchors only in matches"],
    ['ends_with(http.request.uri.path, ".php$")', '".php$"', "^ and $ are anchors only in matches"],
    ['lower(http.host) in {"^www" "b"}', '"^www"', "^ and $ are anchors only in matches"],
    ['http.user_agent contains "curl.*bot"', '"curl.*bot"', ".* is a pattern only in matches"],
    ['http.host eq "*.example.com"', '"*.example.com"', "* is a pattern only in wildcard"],
    ['http.user_agent contains "*bot*"', '"*bot*"', "* is a pattern only in wildcard"],
    ['http.user_agent eq "*bot*"', '"*bot*"', "* is a pattern only in wildcard"],
    ['http.request.uri.path contains "/static/*"', '"/static/*"', "* is a pattern only in wildcard"],
    ['http.request.uri.path in {"/api/*"}', '"/api/*"', "* is a pattern only in wildcard"],
  ])("is reported once: %s", (expression, literal, reason) => {
    expect(found(expression)).toEqual([
      `pattern-in-text: ${literal} is compared as it is written: ${reason}. Write the text alone, or use that operator.`,
    ]);
  });

  it.each([
    ["/static/*", "slash"],
    ["^/static/*", "slash"],
    ["/api/*/users", "slash"],
    ["/static/*|/media/*", "slash"],
    ["^/wp-admin*", "character"],
  ])("is reported in matches, where a star repeats: %s", (pattern, what) => {
    expect(found(`http.request.uri.path matches "${pattern}"`)).toEqual([
      `pattern-in-text: The star in "${pattern}" means zero or more of the ${what} before it, not any text. Write .* for any text, or use wildcard.`,
    ]);
  });

  it.each([
    'http.request.uri.path matches "^/api/*$"',
    'http.request.uri.path matches "^/api//*"',
    'http.request.uri.path matches "^/api/[a-z]*"',
    'http.request.uri.path matches "/a\\\\*"',
    'http.request.uri.path matches "^/(?:a|b)*"',
    'http.user_agent contains "*/*"',
    'http.request.uri contains "*/"',
    'http.user_agent contains "$["',
    'http.request.uri.query contains "^"',
    'http.request.uri.path contains "/*"',
    'http.request.uri.path wildcard "/api/*"',
    'http.request.uri.path matches "^/api/.*$"',
    'http.cookie contains "a.*b"',
  ])("is not reported if it may be meant: %s", (expression) => {
    expect(found(expression).filter((text) => text.startsWith("pattern-in-text"))).toEqual([]);
  });
});

describe("a percent-encoded text", () => {
  it.each([
    ['http.request.uri.path contains "%2e%2e/"', "%2e", "."],
    ['http.request.uri.path eq "/%41dmin"', "%41", "A"],
    ['starts_with(http.request.uri.path, "/a%2f")', "%2f", "%2F"],
    ['http.request.uri contains "/..%5c"', "%5c", "%5C"],
    ['lower(http.request.uri.path) contains "%7e"', "%7e", "~"],
  ])("that never arrives like that is reported: %s", (expression, written, arrives) => {
    const field = /[\w.]+uri[\w.]*/.exec(expression)?.[0] ?? "";
    const literal = /"[^"]*"/.exec(expression)?.[0] ?? "";
    expect(found(expression)).toEqual([
      `encoded-text: The service normalizes ${field}, in which ${written} arrives as ${arrives}, so ${literal} is never found. Write ${arrives}, or compare raw.${field}.`,
    ]);
  });

  it.each([
    'http.request.uri.path contains "%2F"',
    'lower(http.request.uri.path) contains "%2f"',
    'http.request.uri.path wildcard "/a%2f*"',
    'raw.http.request.uri.path contains "%2e"',
    'http.request.uri.query contains "%2e"',
    'http.request.uri contains "/a?b=%2e"',
    'http.request.uri.path contains "100%"',
  ])("that arrives as it is written is not reported: %s", (expression) => {
    expect(found(expression)).toEqual([]);
  });
});

describe("a percent-encoded text that normalization changes", () => {
  const fieldsIn = (expression: string) => found(expression).map((text) => text.slice(0, 12));

  it.each([
    'http.request.uri.path contains "%2e%2e" or http.request.uri.path contains ".."',
    'ssl or (http.request.uri.path contains "..") or (http.request.uri.path eq "/%2e%2e%2f")',
  ])("is not reported beside an alternative that finds it as it arrives: %s", (expression) => {
    expect(fieldsIn(expression)).toEqual([]);
  });

  it.each([
    'http.request.uri.path contains "%2e%2e" and http.request.uri.path contains ".."',
    'http.request.uri.path contains "..%2f" or http.request.uri.path contains "../"',
    'http.request.uri.path contains "%2e%2e" or http.request.uri contains ".."',
    'http.request.uri.path contains "%2e%2e" or http.request.uri.path eq ".."',
  ])("is reported beside a condition that does not find it: %s", (expression) => {
    expect(fieldsIn(expression)).toContain("encoded-text");
  });
});

describe("the documented values of a field", () => {
  it.each([
    [
      'cf.verified_bot_category eq "search engine crawler"',
      'is a category such as "Search Engine Crawler", so it never equals "search engine crawler". Write "Search Engine Crawler".',
    ],
    [
      'cf.verified_bot_category in {"AI Crawlers" "AI Search"}',
      'is a category such as "Search Engine Crawler", so it never equals "AI Crawlers". Write "AI Crawler".',
    ],
    [
      'cf.waf.score.class eq "likely-attack"',
      'is one of attack, likely_attack, likely_clean, clean, so it never equals "likely-attack". Write "likely_attack".',
    ],
    [
      'cf.zone.plan eq "Enterprise"',
      'is one of FREE, PRO, BIZ, ENT, so it never equals "Enterprise". Write "ENT".',
    ],
    [
      'any(cf.llm.prompt.unsafe_topic_categories[*] in {"S1"})',
      'has names such as CHILD_SAFETY in place of S1 to S14, so it never equals "S1". Write "VIOLENCE_AND_WEAPONS".',
    ],
  ])("are known: %s", (expression, rest) => {
    expect(found(expression)).toEqual([expect.stringMatching(/^impossible-value: /)]);
    expect(found(expression)[0]?.endsWith(rest)).toBe(true);
  });

  it.each([
    'cf.verified_bot_category eq "Some New Category"',
    'any(cf.llm.prompt.unsafe_topic_categories[*] eq "SELF_HARM_AND_SUICIDE")',
    'any(lower(http.request.headers.names[*])[*] eq "x-api-key")',
    'http.request.version in {"HTTP/1.2" "HTTP/2"}',
  ])("are not closed where the vendor adds values, or lists them itself: %s", (expression) => {
    expect(found(expression)).toEqual([]);
  });
});

describe("the name of a header", () => {
  it.each([
    'any(http.request.headers.names[*] eq "X-Api-Key")',
    'any(http.request.headers.names[*] contains "Api")',
    'any(starts_with(http.request.headers.names[*], "X-"))',
  ])("is reported if it has capitals, which few requests have: %s", (expression) => {
    const literal = /"(.*)"/.exec(expression)?.[1] ?? "";
    expect(found(expression)).toEqual([
      `header-name-case: http.request.headers.names has the names as the client writes them, and with HTTP/2 and HTTP/3 they are lower case, so "${literal}" is found in few requests. ` +
        `Write any(lower(http.request.headers.names[*])[*] eq "${literal.toLowerCase()}").`,
    ]);
  });
});

describe("bounds of substring", () => {
  it.each([
    ['substring(http.host, 5, 5) eq "a"', "substring(http.host, 5, 5) is always empty"],
    [
      'substring(http.request.uri.path, 0, 3) eq "/api"',
      'substring(http.request.uri.path, 0, 3) has at most 3 bytes, so it never equals "/api"',
    ],
    [
      'substring(http.host, -3, -1) in {"a" "com"}',
      'substring(http.host, -3, -1) has at most 2 bytes, so it never equals "com"',
    ],
  ])("that cannot fit are reported: %s", (expression, text) => {
    expect(found(expression)).toEqual([`impossible-value: ${text}. Correct the positions.`]);
  });

  it.each([
    'substring(http.host, 0, 3) eq "www"',
    'substring(http.host, 3) eq "abcdef"',
    'substring(http.host, 1, -1) eq "abcdef"',
  ])("that can fit are not reported: %s", (expression) => {
    expect(found(expression)).toEqual([]);
  });
});
