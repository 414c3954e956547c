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

  it.each([
    ['http.host eq "example.com"', 'concat("https://example.com", http.request.uri.path)'],
    ['http.host eq "example.com"', 'concat("https://EXAMPLE.com/shop", http.request.uri)'],
    ['http.host eq "example.com"', 'concat("https://", http.host, "/de", http.request.uri.path)'],
    ['http.host eq "example.com" and ip.src.country eq "DE"', 'concat("/de", http.request.uri.path)'],
    ['starts_with(http.request.uri.path, "/blog/")', 'concat("/blog", http.request.uri.path)'],
    [
      'http.host in {"example.com" "www.example.com"} and starts_with(http.request.uri.path, "/blog/")',
      'concat("https://www.example.com", http.request.uri.path)',
    ],
    [
      'http.host eq "example.com" and http.request.uri.query contains "a=1"',
      'concat("https://example.com", http.request.uri)',
    ],
    ['http.host eq "example.com"', 'concat("https://example.com/", lower(http.request.uri.path))'],
    [
      'http.request.full_uri wildcard "http*://example.com/*"',
      'wildcard_replace(http.request.full_uri, "http*://example.com/*", "https://example.com/${2}")',
    ],
    [
      'http.request.full_uri wildcard "https://*.example.com/files/*"',
      'wildcard_replace(http.request.full_uri, "https://*.example.com/files/*", "https://${1}.example.com/files/${2}")',
    ],
    [
      'http.host eq "example.com" and starts_with(http.request.uri.path, "/old/")',
      'concat("https://example.com/old/", wildcard_replace(http.request.uri.path, "/old/*", "new-${1}"))',
    ],
  ])("for %s is reported if it leads to what %s returns", (expression, target) => {
    expect(hazardsOf(expression, { target_url: { expression: target } })).toHaveLength(1);
  });

  it.each([
    ['http.host eq "example.com"', 'concat("https://www.example.com", http.request.uri.path)'],
    ['http.host eq "example.com" and not ssl', 'concat("https://example.com", http.request.uri.path)'],
    ['http.host eq "example.com" and not ssl', 'concat("https://", http.host, http.request.uri.path)'],
    ["not ssl", 'concat("https://", http.host, http.request.uri)'],
    ['http.request.uri.path eq "/old"', 'concat("https://example.com", http.request.uri.path)'],
    ['starts_with(http.request.uri.path, "/blog/")', 'concat("/news", http.request.uri.path)'],
    ['ends_with(http.request.uri.path, "/")', 'concat(http.request.uri.path, "index.html")'],
    [
      'http.host eq "example.com" and http.request.uri.query contains "a=1"',
      'concat("https://example.com", http.request.uri.path)',
    ],
    // Without the header nothing is redirected, and the second request has another one.
    ['http.host eq "example.com"', 'concat("https://example.com/", http.request.headers["x-to"][0])'],
    [
      'http.request.full_uri wildcard "http://*"',
      'wildcard_replace(http.request.full_uri, "http://*", "https://${1}")',
    ],
    [
      'http.request.full_uri wildcard "https://www.*"',
      'wildcard_replace(http.request.full_uri, "https://www.*", "https://${1}")',
    ],
    // Where the pattern does not fit, the path stays as it is.
    [
      'http.host eq "example.com"',
      'concat("https://example.com", wildcard_replace(http.request.uri.path, "/old/*", ".org/${1}"))',
    ],
    ['http.host eq "example.com"', "http.request.full_uri"],
    ['http.host eq "example.com"', UNKNOWN],
  ])("for %s is fine if it leads to what %s returns", (expression, target) => {
    expect(hazardsOf(expression, { target_url: { expression: target } })).toEqual([]);
  });

  it("can keep the query of the request, which the expression tests", () => {
    const expression = 'http.request.uri.path eq "/a" and http.request.uri.query eq ""';
    expect(hazardsOf(expression, { target_url: { value: "/a?b" } })).toEqual([]);
    expect(hazardsOf(expression, { target_url: { value: "/a" } })).toHaveLength(1);
    const kept = { target_url: { value: "/a" }, preserve_query_string: true };
    expect(hazardsOf('http.request.uri.query contains "b"', kept)).toHaveLength(1);
    expect(hazardsOf('http.request.uri.query eq ""', { target_url: { value: "/a" } })).toHaveLength(1);
    expect(hazardsOf('not http.request.uri contains "?"', kept)).toEqual([]);
  });
});

function hazardsOf(expression: string, fromValue: Readonly<Record<string, unknown>>): string[] {
  const rule = { action: "redirect", expression, action_parameters: { from_value: fromValue } };
  return judge([rule], { phase: "http_request_dynamic_redirect" }).filter(
    (text) => !text.startsWith("redirects-everything"),
  );
}
