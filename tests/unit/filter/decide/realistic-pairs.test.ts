import type { Relation } from "../../../../provider/filter";
import { compareTexts, evaluatesAs } from "./decide-texts";

/** Kinds of rules that people write, and rewrite. The relation is that of the requests which match. */
const PAIRS: readonly (readonly [kind: string, relation: Relation, a: string, b: string])[] = [
  // Paths and patterns.
  [
    "an anchored pattern and two texts",
    "equal",
    'http.request.uri.path matches "^/(login|signin)$"',
    'http.request.uri.path in {"/login" "/signin"}',
  ],
  [
    "an anchored beginning",
    "equal",
    'http.request.uri.path matches "^/api/"',
    'starts_with(http.request.uri.path, "/api/")',
  ],
  [
    "a folder and all that starts like it",
    "implies",
    'http.request.uri.path matches "^/admin(/|$)"',
    'starts_with(http.request.uri.path, "/admin")',
  ],
  [
    "a pattern without its anchor",
    "implies",
    'http.request.uri.path matches "^/admin"',
    'http.request.uri.path matches "/admin"',
  ],
  [
    "a pattern without its end",
    "implied",
    'http.request.uri.path matches "\\.php"',
    'http.request.uri.path matches "\\.php$"',
  ],
  ["a dot that is not escaped", "implies", 'http.host matches "^a\\.b$"', 'http.host matches "^a.b$"'],
  [
    "versions of an API",
    "implies",
    'http.request.uri.path matches "^/api/v[12]/"',
    'http.request.uri.path matches "^/api/v[0-9]+/"',
  ],
  [
    "counted repetition",
    "equal",
    'http.request.uri.path matches "^/[a-z]{2}/$"',
    'http.request.uri.path matches "^/[a-z][a-z]/$"',
  ],
  [
    "a pattern and the wildcard for it",
    "equal",
    'http.request.uri.path matches "(?s)^/shop/.*/cart$"',
    'http.request.uri.path strict wildcard "/shop/*/cart"',
  ],
  [
    "a wildcard and the beginning that it means",
    "implied",
    'http.request.uri.path wildcard "/admin*"',
    'starts_with(http.request.uri.path, "/admin")',
  ],
  [
    "a wildcard and the beginning of the lower-case path",
    "equal",
    'http.request.uri.path wildcard "/admin*"',
    'starts_with(lower(http.request.uri.path), "/admin")',
  ],
  [
    "wildcards in and without regard to case",
    "implies",
    'http.request.uri.path strict wildcard "/Files/*"',
    'http.request.uri.path wildcard "/files/*"',
  ],
  [
    "a part and a longer part",
    "implied",
    'http.request.uri.path contains "/wp-"',
    'http.request.uri.path contains "/wp-admin"',
  ],
  [
    "two ways to name a folder of a blog",
    "implied",
    'starts_with(http.request.uri.path, "/wp-") or http.request.uri.path contains "/wp-admin"',
    'starts_with(http.request.uri.path, "/wp-admin/")',
  ],
  [
    "two beginnings",
    "disjoint",
    'starts_with(http.request.uri.path, "/api/")',
    'starts_with(http.request.uri.path, "/admin/")',
  ],
  [
    "a beginning and an end",
    "overlap",
    'starts_with(http.request.uri.path, "/api/")',
    'ends_with(http.request.uri.path, ".json")',
  ],
  [
    "ends in any case",
    "equal",
    'ends_with(lower(http.request.uri.path), ".php")',
    'http.request.uri.path matches "(?i)\\.php$"',
  ],
  [
    "files that begin with a dot",
    "implied",
    'http.request.uri.path matches "(?i)/\\.(env|git)(/|$)"',
    'http.request.uri.path matches "(?i)^/\\.(env|git)$"',
  ],
  [
    "an order of texts",
    "equal",
    'http.request.uri.path ge "/b" and http.request.uri.path lt "/c"',
    'starts_with(http.request.uri.path, "/b")',
  ],
  // Upper and lower case.
  [
    "a lower-case text",
    "implies",
    'http.user_agent contains "curl"',
    'lower(http.user_agent) contains "curl"',
  ],
  [
    "a text that is never lower-case",
    "implies",
    'lower(http.user_agent) contains "Bot"',
    'http.user_agent contains "bot"',
  ],
  [
    "upper and lower case",
    "equal",
    'upper(http.user_agent) contains "SQLMAP"',
    'lower(http.user_agent) contains "sqlmap"',
  ],
  [
    "a pattern in any case",
    "equal",
    'http.user_agent matches "(?i)sqlmap|nikto"',
    'lower(http.user_agent) contains "sqlmap" or lower(http.user_agent) contains "nikto"',
  ],
  [
    "a host in lower case",
    "equal",
    'lower(http.host) eq "www.example.com"',
    'http.host eq "www.example.com"',
  ],
  [
    "functions in functions",
    "implied",
    'lower(url_decode(http.request.uri.query)) contains "<script"',
    'url_decode(http.request.uri.query) contains "<script"',
  ],
  [
    "a decoded text and the text",
    "implied",
    'url_decode(http.request.uri.query) contains "union select"',
    'http.request.uri.query contains "union+select"',
  ],
  [
    "the first bytes",
    "equal",
    'substring(http.request.uri.path, 0, 4) eq "/api"',
    'starts_with(http.request.uri.path, "/api")',
  ],
  [
    "bytes that are removed",
    "implied",
    'remove_bytes(http.cookie, "-") contains "ab"',
    'http.cookie contains "a-b"',
  ],
  // Sets and equality.
  [
    "an item of a set",
    "implies",
    'http.host eq "a.example.com"',
    'http.host in {"a.example.com" "b.example.com"}',
  ],
  [
    "a set and alternatives",
    "equal",
    'ip.src.country in {"DE" "AT" "CH"}',
    'ip.src.country eq "CH" or ip.src.country eq "DE" or ip.src.country eq "AT"',
  ],
  [
    "a set in another order with an item twice",
    "equal",
    'http.request.method in {"PUT" "POST" "PUT"}',
    'http.request.method in {"POST" "PUT"}',
  ],
  [
    "sets with a common item",
    "overlap",
    'http.host in {"a.test" "b.test"}',
    'http.host in {"b.test" "c.test"}',
  ],
  [
    "a set and what it does not have",
    "disjoint",
    'ip.src.country in {"DE" "FR"}',
    'not ip.src.country in {"DE" "FR" "IT"}',
  ],
  [
    "all but one of a set",
    "equal",
    'http.request.method in {"GET" "HEAD" "POST"} and http.request.method ne "POST"',
    'http.request.method in {"GET" "HEAD"}',
  ],
  // Logic.
  [
    "De Morgan's law",
    "equal",
    'not (ssl and http.request.method eq "GET")',
    'not ssl or not http.request.method eq "GET"',
  ],
  [
    "a distributed condition",
    "equal",
    'ssl and (http.host eq "a.test" or http.host eq "b.test")',
    '(ssl and http.host eq "a.test") or (ssl and http.host eq "b.test")',
  ],
  ["a condition that is absorbed", "equal", "cf.client.bot or (cf.client.bot and ssl)", "cf.client.bot"],
  [
    "an exclusive alternative",
    "equal",
    "ssl xor cf.client.bot",
    "(ssl and not cf.client.bot) or (cf.client.bot and not ssl)",
  ],
  ["an exclusive alternative and a plain one", "implies", "ssl xor cf.client.bot", "ssl or cf.client.bot"],
  ["an exclusive alternative of three", "equal", "ssl xor cf.client.bot xor ssl", "cf.client.bot"],
  [
    "a forgotten parenthesis",
    "implied",
    'http.host eq "a.test" or http.host eq "b.test" and ssl',
    '(http.host eq "a.test" or http.host eq "b.test") and ssl',
  ],
  ["a condition and its negation", "disjoint", 'http.referer contains "x"', 'not http.referer contains "x"'],
  // Addresses.
  ["a network in two halves", "equal", "ip.src in {10.0.0.0/8}", "ip.src in {10.0.0.0/9 10.128.0.0/9}"],
  ["a network as a range", "equal", "ip.src in {192.0.2.0/24}", "ip.src in {192.0.2.0..192.0.2.255}"],
  [
    "a network as an order",
    "equal",
    "ip.src in {192.0.2.0/24}",
    "ip.src ge 192.0.2.0 and ip.src le 192.0.2.255",
  ],
  ["a larger network", "implies", "ip.src in {192.0.2.0/24}", "ip.src in {192.0.2.0/23}"],
  ["an address and its network", "implies", "ip.src eq 198.51.100.7", "ip.src in {198.51.100.0/24}"],
  ["an address that is cut", "equal", "cidr(ip.src, 24, 64) eq 192.0.2.0", "ip.src in {192.0.2.0/24}"],
  ["networks of two families", "disjoint", "ip.src in {0.0.0.0/0}", "ip.src in {::/0}"],
  ["all addresses", "equal", "ip.src in {0.0.0.0/0 ::/0}", "true"],
  [
    "an exception in a network",
    "equal",
    "ip.src in {10.0.0.0/31} and ip.src ne 10.0.0.0",
    "ip.src eq 10.0.0.1",
  ],
  // Old and new names.
  ["the old name of the country", "equal", 'ip.geoip.country eq "DE"', 'ip.src.country eq "DE"'],
  ["the old name of the network", "implies", "ip.geoip.asnum eq 64496", "ip.src.asnum in {64496 64497}"],
  [
    "the old name of the union",
    "disjoint",
    "ip.geoip.is_in_european_union",
    "not ip.src.is_in_european_union",
  ],
  // Numbers.
  ["a bound on whole numbers", "equal", "cf.bot_management.score lt 30", "cf.bot_management.score le 29"],
  ["a range and its bounds", "equal", "cf.waf.score in {1..20}", "cf.waf.score ge 1 and cf.waf.score le 20"],
  ["a stricter bound", "implies", "cf.threat_score gt 50", "cf.threat_score gt 10"],
  ["bounds without a number between them", "equal", "cf.waf.score gt 20 and cf.waf.score lt 21", "false"],
  ["a length", "equal", "len(http.cookie) eq 0", 'http.cookie eq ""'],
  ["a length and a pattern", "equal", "len(http.user_agent) lt 3", 'http.user_agent matches "(?s)^.{0,2}$"'],
  ["a value that is present", "equal", "len(http.referer) ge 0", "http.referer eq http.referer"],
  // Missing values.
  ["a different value and not the value", "implies", 'http.referer ne "a"', 'not http.referer eq "a"'],
  ["a different host and not the host", "equal", 'http.host ne "a.test"', 'not http.host eq "a.test"'],
  ["an empty value and a missing one", "implies", 'http.user_agent eq ""', "not len(http.user_agent) gt 0"],
  // Parts of the URL.
  [
    "an extension and an end",
    "equal",
    'http.request.uri.path.extension eq "php"',
    'ends_with(lower(http.request.uri.path), ".php")',
  ],
  [
    "extensions and a pattern",
    "equal",
    'http.request.uri.path.extension in {"css" "js"}',
    'http.request.uri.path matches "(?i)\\.(css|js)$"',
  ],
  [
    "the URI and its path",
    "equal",
    'starts_with(http.request.uri, "/search")',
    'starts_with(http.request.uri.path, "/search")',
  ],
  [
    "the URI, its path and its query",
    "equal",
    'http.request.uri eq "/search?q=1"',
    'http.request.uri.path eq "/search" and http.request.uri.query eq "q=1"',
  ],
  [
    "a whole URL and its parts",
    "equal",
    'http.request.full_uri eq "https://www.example.com/a"',
    'ssl and http.host eq "www.example.com" and http.request.uri eq "/a"',
  ],
  [
    "a wildcard over the parts of a URL",
    "implied",
    'http.request.full_uri wildcard "https://*.example.com/api/*"',
    'ssl and ends_with(http.host, ".example.com") and starts_with(http.request.uri.path, "/api/")',
  ],
  ["the scheme of a URL", "equal", 'starts_with(http.request.full_uri, "https:")', "ssl"],
  [
    "a query in the URI",
    "implied",
    'http.request.uri contains "id="',
    'http.request.uri.query contains "id="',
  ],
  // Headers, cookies and other arrays.
  [
    "names of headers",
    "implies",
    'any(http.request.headers.names[*] eq "x-api-key")',
    'any(http.request.headers.names[*] contains "api")',
  ],
  [
    "an element and all elements",
    "overlap",
    'any(http.request.headers["x-env"][*] eq "test")',
    'all(http.request.headers["x-env"][*] eq "test")',
  ],
  [
    "no element and all others",
    "equal",
    'not any(http.request.headers["x-env"][*] eq "test")',
    'all(not http.request.headers["x-env"][*] eq "test")',
  ],
  [
    "two of any element and both of one",
    "implied",
    'any(http.request.cookies["s"][*] contains "a") and any(http.request.cookies["s"][*] contains "b")',
    'any((http.request.cookies["s"][*] contains "a" and http.request.cookies["s"][*] contains "b"))',
  ],
  [
    "one of two elements",
    "equal",
    'any((http.request.cookies["s"][*] eq "a" or http.request.cookies["s"][*] eq "b"))',
    'any(http.request.cookies["s"][*] in {"a" "b"})',
  ],
  [
    "the first element and any",
    "implies",
    'http.request.headers["content-type"][0] eq "text/html"',
    'any(http.request.headers["content-type"][*] eq "text/html")',
  ],
  [
    "a name in any case",
    "equal",
    'any(lower(http.request.headers.names[*])[*] eq "x-a")',
    'any(http.request.headers.names[*] eq "x-a")',
  ],
  [
    "mapped calls",
    "implies",
    'any(starts_with(http.request.headers.names[*], "x-api-"))',
    'any(starts_with(http.request.headers.names[*], "x-"))',
  ],
  [
    "a mapped call on an array that can be missing",
    "implies",
    'all(starts_with(http.request.headers["a"][*], ""))',
    'all(http.request.headers["a"][*] contains "")',
  ],
  [
    "numbers of an array",
    "implies",
    "any(cf.bot_management.detection_ids[*] eq 7)",
    "any(cf.bot_management.detection_ids[*] in {5..10})",
  ],
  [
    "a header and its name",
    "implies",
    'any(http.request.headers["authorization"][*] contains "Bearer")',
    'any(http.request.headers.names[*] eq "authorization")',
  ],
  [
    "an argument and its name",
    "implies",
    'http.request.uri.args["debug"][0] eq "1"',
    'any(http.request.uri.args.names[*] eq "debug")',
  ],
  [
    "a number of values",
    "equal",
    'len(http.request.headers["a"]) gt 0',
    'len(http.request.headers["a"]) ge 1',
  ],
  [
    "a number of values and a value",
    "implied",
    'len(http.request.headers["a"]) gt 0',
    'any(http.request.headers["a"][*] eq "x")',
  ],
  [
    "a number of values and their places",
    "equal",
    'len(http.request.headers["a"]) ge 2',
    'len(http.request.headers["a"][1]) ge 0',
  ],
  [
    "a key and its values",
    "implied",
    'has_key(http.request.headers, "a")',
    'len(http.request.headers["a"]) gt 0',
  ],
  // Two values of which one is made from the other.
  [
    "a path that is not in lower case",
    "equal",
    "http.request.uri.path ne lower(http.request.uri.path)",
    'http.request.uri.path matches "[A-Z]"',
  ],
  [
    "a path that is in upper and lower case",
    "equal",
    "upper(http.request.uri.path) eq lower(http.request.uri.path)",
    'not http.request.uri.path matches "[A-Za-z]"',
  ],
  // Lists.
  ["a list and its exception", "implies", "ip.src in $office and ssl", "ip.src in $office"],
  ["two lists", "overlap", "ip.src in $office", "ip.src in $partners"],
  ["a list and the rest", "disjoint", "ip.src in $office", "not ip.src in $office"],
  ["a list or an address of it", "overlap", "ip.src in $office", "ip.src eq 192.0.2.1"],
  // Whole rules.
  [
    "a rule with a country exempted",
    "implies",
    'starts_with(http.request.uri.path, "/admin") and not ip.src.country in {"DE" "AT"}',
    'starts_with(http.request.uri.path, "/admin") and ip.src.country ne "DE"',
  ],
  [
    "a rule that is rewritten",
    "equal",
    'starts_with(lower(http.request.uri.path), "/admin") and not ip.src in {192.0.2.0/24}',
    'http.request.uri.path wildcard "/admin*" and not (ip.src in {192.0.2.0/25} or ip.src in {192.0.2.128/25})',
  ],
  [
    "a forgotten condition",
    "implied",
    "ip.src in {198.51.100.0/24}",
    'http.host eq "api.example.com" and ip.src in {198.51.100.0/24}',
  ],
  [
    "conditions joined by the wrong operator",
    "implied",
    'http.host eq "api.example.com" or ip.src in {198.51.100.0/24}',
    'http.host eq "api.example.com" and ip.src in {198.51.100.0/24}',
  ],
];

describe("two rules that people write", () => {
  it.each(PAIRS)("are compared: %s: %s", (_, relation, a, b) => {
    const found = compareTexts(a, b);
    expect(found.relation).toBe(relation);
    // The other way round is the mirrored relation.
    const mirrored: Partial<Record<Relation, Relation>> = { implies: "implied", implied: "implies" };
    expect(compareTexts(b, a).relation).toBe(mirrored[relation] ?? relation);
    // Nothing matches these.
    const isEmpty = b === "false" || a === 'lower(http.user_agent) contains "Bot"';
    expect(found.both.kind).toBe(relation === "disjoint" || isEmpty ? "no" : "yes");
    expect(evaluatesAs(found, a, b)).toEqual({ onlyA: "holds", onlyB: "holds", both: "holds" });
  });
});
