import { UNKNOWN } from "../../../../provider/api";
import { judge } from "./judge";

describe("the condition of a rule", () => {
  it("is reported if or joins two exclusions", () => {
    const expression = 'http.request.uri.path eq "/admin" and (ip.src ne 192.0.2.1 or ip.src ne 192.0.2.2)';
    expect(judge([{ action: "block", expression }])).toEqual([
      'or-instead-of-and rules["1"].expression: ip.src ne 192.0.2.1 or ip.src ne 192.0.2.2 is always true, since every value of ip.src fulfils one of them: join the conditions with and, or write not ip.src in {…}',
    ]);
  });

  it("is reported if and joins two values of a field", () => {
    const expression = 'http.host eq "a.example.com" and http.host eq "b.example.com"';
    expect(judge([{ action: "log", expression }])).toEqual([
      'and-instead-of-or rules["1"].expression: http.host eq "a.example.com" and http.host eq "b.example.com" is never true, since no value of http.host fulfils them together: join the conditions with or, or write http.host in {…}',
    ]);
  });

  it("is reported if it is never true", () => {
    expect(judge([{ action: "block", expression: 'http.request.uri.path eq "admin"' }])).toEqual([
      'condition-never rules["1"].expression: is never true, so it selects no request: correct it, or disable the rule with enabled: false',
    ]);
  });

  it("is reported if it excludes nothing", () => {
    expect(judge([{ action: "log", expression: 'ip.src.country ne "de"' }])).toEqual([
      'condition-always rules["1"].expression: is true for every request: correct it, or write true if that is meant',
    ]);
  });

  it.each([
    "true",
    "(true)",
    "false",
    'http.request.full_uri wildcard "*"',
    'starts_with(http.request.uri.path, "/")',
    'http.request.uri.path contains "/"',
    "ip.src in {0.0.0.0/0 ::/0}",
    'not len(http.request.uri.args["order"]) >= 0',
    'http.user_agent eq ""',
    'http.user_agent eq "" or not http.user_agent contains "a"',
    'http.request.uri.path matches "^/[a-z]"',
    UNKNOWN,
    "http.host eq",
  ])("is fine if it is %s", (expression) => {
    expect(judge([{ action: "set_config", expression }], { phase: "http_config_settings" })).toEqual([]);
  });

  it("is not judged in a disabled rule", () => {
    expect(judge([{ action: "log", expression: 'ip.src.country ne "de"', enabled: false }])).toEqual([]);
  });
});
