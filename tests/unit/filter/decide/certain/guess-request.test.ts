import { neverTrue } from "../../../../../provider/filter";
import { guessRequest } from "../../../../../provider/filter/decide/certain/guess-request";
import { evaluatorOf } from "../../../../../provider/filter/decide/witness/evaluate";
import { parsed } from "../decide-texts";

/** Whether the request that is guessed for an expression matches it; undefined if none is guessed. */
function isRight(text: string): boolean | undefined {
  const fields = guessRequest(parsed(text));
  return fields && evaluatorOf(parsed(text))(fields, new Map());
}

describe("the request that is guessed from the literals of an expression", () => {
  it.each([
    'http.host eq "shop.example.com" and not ip.src in {192.0.2.0/24}',
    'lower(http.user_agent) contains "sqlmap" or http.user_agent eq ""',
    'starts_with(http.request.uri.path, "/admin") and ends_with(http.request.uri.path, ".php")',
    'http.request.uri.path contains ".git"',
    'http.request.uri.path matches "/[.](env|git)(/|$)" and http.host eq "a.example"',
    'not (ssl or http.request.method ne "PUT")',
    "cf.bot_management.score lt 30 and ip.src in {2001:db8::/32}",
    'ip.geoip.country in {"FR"} and ip.geoip.asnum eq 64500',
    'not ip.src.country in {"DE" "FR"} and not cf.client.bot',
    'ip.geoip.country ne "DE" and http.request.method ne "GET"',
    'not http.request.method in {"GET" "POST" "HEAD"}',
    'http.request.full_uri wildcard "https://*" or http.request.uri.query contains "id="',
  ])("matches %s", (text) => {
    expect(isRight(text)).toBe(true);
  });

  it.each([
    'http.host eq "Shop.example.com"',
    'http.request.uri.path eq "admin"',
    'http.request.method eq "get"',
    'ip.geoip.country eq "de"',
    "cf.bot_management.score gt 99",
  ])("has no value that a field cannot have: %s stays without a request", (text) => {
    expect(guessRequest(parsed(text))).toBeUndefined();
    expect(neverTrue(parsed(text))).toBe(true);
  });

  it.each([
    'http.host eq "a" and http.host eq "b"',
    'lower(http.user_agent) contains "A"',
    "ssl and not ssl",
  ])("does not match %s, which no request matches", (text) => {
    expect(isRight(text)).toBe(false);
    expect(neverTrue(parsed(text))).toBe(true);
  });

  it.each([
    'http.request.uri.path.extension eq "php"',
    'raw.http.request.uri.path eq "/"',
    "ip.src in $office",
    'any(http.request.headers["a"][*] eq "b")',
    "ssl xor ssl",
  ])("is left to the solver for %s", (text) => {
    expect(guessRequest(parsed(text))).toBeUndefined();
  });
});
