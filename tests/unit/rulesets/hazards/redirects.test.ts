import { UNKNOWN } from "../../../../provider/api";
import { judge } from "./judge";

describe("a redirect", () => {
  it.each([
    ['http.host eq "example.com"', "https://example.com/new"],
    ['http.host in {"example.com" "www.example.com"}', "https://www.example.com/"],
    ['ends_with(http.host, ".example.com")', "https://www.example.com/"],
    [
      'http.host eq "example.com" and starts_with(http.request.uri.path, "/shop")',
      "https://example.com/shop/new",
    ],
    ['http.host eq "example.com" and ip.src.country eq "DE"', "https://example.com/de/"],
    ['http.request.full_uri wildcard "https://example.com/*"', "https://example.com/en/"],
    ['starts_with(http.request.uri.path, "/old")', "/old/new"],
    ['http.host eq "example.com" and starts_with(http.request.uri.path, "/old")', "/old/new"],
    ['http.request.uri.path eq "/a" and http.request.uri.query contains "b=1"', "/a?b=1"],
    ["true", "/maintenance"],
  ])("for %s is reported if it leads to %s", (expression, value) => {
    expect(hazardsOf(expression, { target_url: { value } })).toEqual([
      'redirects-to-itself rules["1"].action_parameters.from_value.target_url: matches the expression of the rule again, so the redirect is a loop: exclude this address in the expression',
    ]);
  });

  it.each([
    ['http.host eq "example.com"', "https://www.example.com/"],
    ['http.host eq "example.com" and not ssl', "https://example.com/"],
    ['http.request.uri.path eq "/old"', "/new"],
    ['http.request.uri.path eq "/old"', "https://elsewhere.example/old"],
    ['http.host ne "www.example.com"', "https://elsewhere.example/"],
    ["true", "https://elsewhere.example/"],
    ['http.host eq "example.com"', "https://example.com:8443/"],
    ['http.host eq "example.com" and not http.cookie contains "seen=1"', "https://example.com/welcome"],
    [
      'http.host eq "example.com" and not starts_with(http.request.uri.path, "/en/")',
      "https://example.com/en/",
    ],
    [
      'any(http.request.headers["accept"][*] contains "html") and http.host eq "example.com"',
      "https://example.com/",
    ],
    ['http.host eq "example.com"', "not an address"],
    [UNKNOWN, "https://example.com/"],
    ['http.host eq "example.com"', UNKNOWN],
  ])("for %s is fine if it leads to %s", (expression, value) => {
    expect(hazardsOf(expression, { target_url: { value } })).toEqual([]);
  });

  it("can keep the query of the request, which the expression tests", () => {
    const expression = 'http.request.uri.path eq "/a" and http.request.uri.query eq ""';
    expect(hazardsOf(expression, { target_url: { value: "/a?b" } })).toEqual([]);
    expect(hazardsOf(expression, { target_url: { value: "/a" } })).toHaveLength(1);
    const kept = { target_url: { value: "/a" }, preserve_query_string: true };
    expect(hazardsOf('http.request.uri.query contains "b"', kept)).toEqual([]);
  });
});

function hazardsOf(expression: string, fromValue: Readonly<Record<string, unknown>>): string[] {
  const rule = { action: "redirect", expression, action_parameters: { from_value: fromValue } };
  return judge([rule], { phase: "http_request_dynamic_redirect" }).filter(
    (text) => !text.startsWith("redirects-everything"),
  );
}
