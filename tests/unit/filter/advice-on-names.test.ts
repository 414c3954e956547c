import { adviceOn } from "./told";

describe("advice on a name", () => {
  it.each([
    ["10 eq cf.waf.score", "10", "The field stands at the left of the operator, the value at the right."],
    ["'a' eq http.host", "'a'", "The field stands at the left of the operator, the value at the right."],
    ["`a` eq http.host", "`a`", "The field stands at the left of the operator, the value at the right."],
    ["“a” eq http.host", "“a”", "The field stands at the left of the operator, the value at the right."],
    ["‘a’ eq http.host", "‘a’", "The field stands at the left of the operator, the value at the right."],
    [
      "contains eq 1",
      "contains",
      'contains is an operator between a field and a value: http.host contains "…".',
    ],
    [
      'matches(http.host, "a")',
      "matches",
      'matches is an operator between a field and a value: http.host matches "…".',
    ],
    ["IN eq 1", "IN", 'in is an operator between a field and a value: http.host in "…".'],
    ["size(http.host) gt 1", "size", "len"],
    ['Host eq "a"', "Host", "http.host"],
    ["length(http.host) gt 1", "length", "len"],
    ["https", "https", "ssl"],
    ["NOT ssl", "NOT", "not"],
    ['http.host.endsWith("a")', "http.host.endsWith", 'ends_with is a function: ends_with(http.host, "…").'],
    [
      'http.host.starts_with("a")',
      "http.host.starts_with",
      'starts_with is a function: starts_with(http.host, "…").',
    ],
    ['http.host.eq "a"', "http.host.eq", "http.host eq"],
    ['http.host.matches "a"', "http.host.matches", "http.host matches"],
    ['http.host.foo "a"', "http.host.foo", ""],
    ['http.request.headers.names.x eq "a"', "http.request.headers.names.x", "http.request.headers.names"],
    ['http.request.uri.args.q eq "a"', "http.request.uri.args.q", 'http.request.uri.args["q"]'],
    ['completely.contains "a"', "completely.contains", ""],
    ['htp.host eq "a"', "htp.host", "http.host"],
    ['http.hosst eq "a"', "http.hosst", "http.host"],
    ['http.hsot eq "a"', "http.hsot", "http.host"],
    ['httphost eq "a"', "httphost", "http.host"],
    ["ip.scr eq 1.2.3.4", "ip.scr", "ip.src"],
    ["ssll", "ssll", "ssl"],
    ["sl", "sl", "ssl"],
    ["xsl", "xsl", "ssl"],
    ["lenn(http.host) eq 1", "lenn", "len"],
    ['anyy(http.request.headers.names[*] eq "a")', "anyy", "any"],
    ['al(http.request.headers.names[*] eq "a")', "al", "all"],
    [
      'http.request.uri.pathh.extension eq "a"',
      "http.request.uri.pathh.extension",
      "http.request.uri.path.extension",
    ],
    ["cf.bot_management.scroe gt 1", "cf.bot_management.scroe", "cf.bot_management.score"],
    ["cf.bot_management.verifiedbot", "cf.bot_management.verifiedbot", "cf.bot_management.verified_bot"],
    ['starts_wiht(http.host, "a")', "starts_wiht", "starts_with"],
    ['http.request.methd eq "a"', "http.request.methd", "http.request.method"],
    ['http.requset.method eq "a"', "http.requset.method", "http.request.method"],
    ['http.request.headers.nams[0] eq "a"', "http.request.headers.nams", 'http.request.headers["nams"]'],
  ])("marks and advises in %j", (expression, marked, advice) => {
    expect(adviceOn(expression)).toEqual([marked, advice]);
  });
});
