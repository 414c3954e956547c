import { parseFilter, printRequest, satisfiable } from "../../../../provider/filter";

/** Kinds of rules that people write, each with the request that shows what it matches. */
const WITNESSES: readonly (readonly [expression: string, printed: string])[] = [
  ['starts_with(http.request.uri.path, "/admin")', "GET https://www.example.com/admin"],
  [
    'http.request.uri.path contains "/wp-admin" and not ip.src in {192.0.2.0/24}',
    "GET https://www.example.com/wp-admin from 203.0.113.9",
  ],
  ['ends_with(http.request.uri.path, ".php")', "GET https://www.example.com/index.php"],
  [
    'http.request.uri.path contains "/wp-content/" and http.request.uri.path contains ".php"',
    "GET https://www.example.com/wp-content/index.php",
  ],
  [String.raw`http.request.uri.path matches "(?i)/\.(env|git)(/|$)"`, "GET https://www.example.com/.env"],
  ['http.request.uri.path matches "^.*/xmlrpc.php$"', "GET https://www.example.com/xmlrpc.php"],
  ['http.request.uri.path strict wildcard "/shop/*/cart"', "GET https://www.example.com/shop/1/cart"],
  [
    'http.request.uri.path matches "^/api/v[0-9]+/" and not http.request.uri.path matches "^/api/v[12]/"',
    "GET https://www.example.com/api/v3/",
  ],
  [
    'starts_with(http.request.uri.path, "/admin") and not http.request.uri.path matches "^/admin(/|$)"',
    "GET https://www.example.com/admin-old",
  ],
  [
    'http.request.uri.path contains "/admin" and not starts_with(http.request.uri.path, "/admin")',
    "GET https://www.example.com/en/admin",
  ],
  [
    'http.request.uri.path wildcard "/admin*" and not starts_with(http.request.uri.path, "/admin")',
    "GET https://www.example.com/Admin",
  ],
  ['http.request.uri.path gt "/admin"', "GET https://www.example.com/index.html"],
  [
    'http.request.uri.path gt "/admin" and not http.request.uri.path contains "a"',
    "GET https://www.example.com/index.html",
  ],
  ['http.request.uri.path.extension in {"png" "jpg"}', "GET https://www.example.com/image.jpg"],
  ['ends_with(http.host, ".example.com") and http.host ne "www.example.com"', "GET https://api.example.com/"],
  [String.raw`http.host matches "^(blog|shop)\."`, "GET https://blog.example.com/"],
  ['http.host matches "^httpbin"', "GET https://httpbin.example.com/"],
  ['http.host contains "staging"', "GET https://staging.example.com/"],
  ['http.request.full_uri wildcard "https://*.example.com/api/*"', "GET https://www.example.com/api/"],
  ['http.request.full_uri contains "cdn.example.com/file/"', "GET https://cdn.example.com/file/"],
  ['http.request.uri.query contains "debug"', "GET https://www.example.com/?debug=1"],
  ['lower(url_decode(http.request.uri.query)) contains "<script"', "GET https://www.example.com/?a=<script"],
  [
    'lower(http.request.uri.query) contains "<script" and not http.request.uri.query contains "<script"',
    "GET https://www.example.com/?a=<Script",
  ],
  ['http.request.uri eq "/search?q=1"', "GET https://www.example.com/search?q=1"],
  ['http.request.method in {"PUT" "DELETE"}', "PUT https://www.example.com/"],
  ["not ssl", "GET http://www.example.com/"],
  ['not ssl and http.request.version in {"HTTP/1.1" "HTTP/2"}', "GET http://www.example.com/ HTTP/1.1"],
  ["ip.src in {10.0.0.0/8}", "GET https://www.example.com/ from 10.0.0.7"],
  ["ip.src in {2001:db8:1::/48}", "GET https://www.example.com/ from 2001:db8:1::7"],
  ["ip.src in $office", "GET https://www.example.com/ from 203.0.113.9, with 203.0.113.9 in $office"],
  [
    'not ip.src in $office and starts_with(http.request.uri.path, "/internal/")',
    "GET https://www.example.com/internal/ from 203.0.113.9, with nothing in $office",
  ],
  ['ip.src.country in {"CN" "RU"}', "GET https://www.example.com/ from CN"],
  ['not ip.src.country in {"DE" "AT" "CH"}', "GET https://www.example.com/ from US"],
  ["ip.src.asnum in {64511}", "GET https://www.example.com/ from AS64511"],
  ['http.user_agent contains "sqlmap"', "GET https://www.example.com/ with agent sqlmap"],
  [
    'lower(http.user_agent) contains "curl" and not http.user_agent contains "curl"',
    "GET https://www.example.com/ with agent Curl",
  ],
  ['http.user_agent contains "zgrab/"', "GET https://www.example.com/ with agent zgrab/1.0"],
  ['http.user_agent contains "Mozilla"', "GET https://www.example.com/ with a browser's agent"],
  ["len(http.user_agent) eq 0", 'GET https://www.example.com/ with agent ""'],
  ['not http.referer contains "example.com"', "GET https://www.example.com/ without referer"],
  ['http.cookie contains "session="', "GET https://www.example.com/ with http.cookie session=1"],
  [
    'any(http.request.headers["x-forwarded-for"][*] ne "")',
    "GET https://www.example.com/ with header x-forwarded-for 203.0.113.9",
  ],
  ['len(http.request.headers["x-api-key"]) gt 0', "GET https://www.example.com/ with header x-api-key 1"],
  [
    'any(http.request.headers.names[*] contains "api") and any(http.request.headers.names[*] eq "x-api-key")',
    "GET https://www.example.com/ with header x-api-key 1",
  ],
  [
    'http.request.headers["content-type"][0] eq "text/html" and any(http.request.headers["content-type"][*] eq "text/html")',
    "GET https://www.example.com/ with header content-type text/html",
  ],
  [
    "cf.bot_management.score lt 30 and not cf.bot_management.verified_bot",
    "GET https://www.example.com/ with cf.bot_management.score 1, not cf.bot_management.verified_bot",
  ],
  [
    "cf.threat_score gt 10 or cf.client.bot",
    "GET https://www.example.com/ with cf.client.bot, cf.threat_score 0",
  ],
  [
    'http.request.uri.path eq "/login" and http.request.method eq "POST" and http.response.code eq 403',
    "POST https://www.example.com/login with http.response.code 403",
  ],
  [
    'lookup_json_string(http.request.body.raw, "user") eq "admin"',
    String.raw`GET https://www.example.com/ with http.request.body.raw "{\"user\":\"admin\"}"`,
  ],
  ['http.user_agent gt "curl"', "GET https://www.example.com/ with agent curl/8.5.0"],
  ['http.host gt "x"', "GET https://y.example.com/"],
  ['http.cookie ne ""', "GET https://www.example.com/ with http.cookie a=1"],
  ['http.request.uri.path matches "^/posts/[0-9]+-[0-9]+"', "GET https://www.example.com/posts/0-0"],
  [
    'any(http.request.uri.args["id"][*] matches "^[0-9]+$")',
    "GET https://www.example.com/ with argument id 0",
  ],
];

describe("a witness", () => {
  it.each(WITNESSES)("of %s is one that a person would write", (expression, printed) => {
    expect(witnessOf(expression)).toBe(printed);
  });

  it("has the same text each time", () => {
    const all = () => WITNESSES.map(([expression]) => witnessOf(expression));
    expect(all()).toEqual(all());
  });

  it("keeps what the question needs, however odd it reads", () => {
    expect(witnessOf('http.request.uri.path eq "/admina"')).toBe("GET https://www.example.com/admina");
    expect(witnessOf('http.host eq ".example.com"')).toBe("GET https://.example.com/");
    expect(witnessOf('http.request.uri.query eq "debug="')).toBe("GET https://www.example.com/?debug=");
    expect(witnessOf("ip.src eq 10.0.0.0")).toBe("GET https://www.example.com/ from 10.0.0.0");
    expect(witnessOf('http.user_agent eq "zgrab/"')).toBe("GET https://www.example.com/ with agent zgrab/");
  });

  it("keeps texts outside of ASCII whole", () => {
    expect(witnessOf('http.user_agent contains "ÄaB"')).toBe("GET https://www.example.com/ with agent ÄaB");
  });
});

function witnessOf(expression: string): string {
  const parsed = parseFilter(expression);
  if (!parsed.valid) throw new Error(`${expression} is not valid`);
  const answer = satisfiable(parsed.ast);
  return answer.kind === "yes" ? printRequest(answer.witness, [parsed.ast]) : answer.kind;
}
