import { type ExpressionPurpose, lintFilter, parseValueExpression } from "../../../../provider/filter";

function messages(expression: string, purpose: ExpressionPurpose): string[] {
  const parsed = parseValueExpression(expression, purpose === "tags" ? "list of text" : "text");
  if (!parsed.valid) throw new Error(parsed.diagnostics[0].cause);
  return lintFilter(parsed.ast, expression, { purpose, plan: "enterprise" }).map(({ message }) => message);
}

describe("lint warnings of value expressions", () => {
  it.each([
    ['"/new"', "path", 'The expression is always "/new". Write value: "/new" in place of expression.'],
    [
      'concat("/a", "/b")',
      "path",
      'The expression is always "/a/b". Write value: "/a/b" in place of expression.',
    ],
    [
      'concat("a=1", "&b=2")',
      "query",
      'The expression is always "a=1&b=2". Write value: "a=1&b=2" in place of expression.',
    ],
    ['"1"', "header", 'The expression is always "1". Write value: "1" in place of expression.'],
    [
      'concat("api", http.request.uri.path)',
      "path",
      'The path starts with "api", but a path starts with a slash.',
    ],
    [
      'concat("?", http.request.uri.query)',
      "query",
      'The query starts with "?", but a query has no question mark.',
    ],
    [
      'concat("example.com", http.request.uri.path)',
      "target",
      'The target starts with "example.com", but a target starts with https://, http:// or a slash.',
    ],
    [
      'concat(concat("www.", http.host), "/")',
      "target",
      'The target starts with "www.", but a target starts with https://, http:// or a slash.',
    ],
    ["ip.geoip.country", "header", "The field ip.geoip.country is deprecated. Write ip.src.country."],
  ] as const)("%s as %s: %s", (expression, purpose, message) => {
    expect(messages(expression, purpose)).toEqual([message]);
  });

  it.each([
    ["http.request.uri.path", "path"],
    ['concat("/api", http.request.uri.path)', "path"],
    ['concat("", http.request.uri.path)', "path"],
    ['concat(http.request.uri.query, "&a=1")', "query"],
    ['concat("https://", http.host, http.request.uri.path)', "target"],
    ['concat("HTTPS://", http.host)', "target"],
    ['concat("http", "s://", http.host)', "target"],
    ['concat("/new", http.request.uri.path)', "target"],
    ['split(http.request.uri.path, "/", 5)', "tags"],
  ] as const)("%s as %s: nothing", (expression, purpose) => {
    expect(messages(expression, purpose).filter((message) => !message.includes("always"))).toEqual([]);
  });
});
