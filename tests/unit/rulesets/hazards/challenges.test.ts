import { judge } from "./judge";

describe("a challenge", () => {
  it.each([
    ['starts_with(http.request.uri.path, "/api/") and not ssl', "only requests of an API"],
    ['http.request.uri.path eq "/api/login"', "only requests of an API"],
    ['http.host in {"api.example.com"}', "only requests of an API"],
    ['http.request.method eq "POST"', "all POST requests"],
    ['http.request.method in {"POST" "PUT"}', "all POST requests"],
  ])("of %s is reported, since nobody can solve it", (expression, what) => {
    expect(judge([{ action: "managed_challenge", expression }])).toEqual([
      `challenge-unsolvable rules["1"].expression: selects ${what}, whose clients cannot solve a challenge: use block or a rate limit, or exclude them`,
    ]);
  });

  it.each([
    'http.request.method eq "POST" and http.request.uri.path eq "/login"',
    'starts_with(http.request.uri.path, "/api-docs")',
    'http.request.uri.path contains "/api/"',
    'not starts_with(http.request.uri.path, "/api/")',
    "cf.bot_management.score lt 10",
  ])("of %s is fine", (expression) => {
    expect(judge([{ action: "js_challenge", expression }])).toEqual([]);
  });

  it("is no subject of rules that block", () => {
    expect(judge([{ action: "block", expression: 'http.request.method eq "POST"' }])).toEqual([]);
  });
});
