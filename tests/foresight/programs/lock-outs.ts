import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

const FIREWALL = "http_request_firewall_custom";
const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";

/** Rules that the API accepts, and that lock visitors out or open the zone. */
const trap = (
  title: string,
  phase: string,
  rules: readonly object[],
  property: string,
  remedy: RegExp,
): FaultyProgram => ({
  title,
  program: inZone(phase, rules),
  property,
  remedy,
  as: "warning",
});

const blocks = (title: string, expression: string, remedy: RegExp): FaultyProgram =>
  trap(title, FIREWALL, [{ action: "block", expression }], "rules[0].expression", remedy);

const ALL = /every request|all requests|always|everybody|everyone|every visitor/i;
const NEVER = /never|no request/i;

const redirect = (title: string, expression: string, value: string, remedy: RegExp): FaultyProgram =>
  trap(
    title,
    "http_request_dynamic_redirect",
    [
      {
        action: "redirect",
        expression,
        actionParameters: { fromValue: { targetUrl: { value }, statusCode: 302 } },
      },
    ],
    "rules[0]",
    remedy,
  );

const limitBy = (...characteristics: string[]) => ({
  characteristics: ["cf.colo.id", ...characteristics],
  period: 60,
  requestsPerPeriod: 100,
  mitigationTimeout: 60,
});

export const lockOuts: readonly FaultyProgram[] = [
  blocks("a block of everything", "true", ALL),
  blocks("a block of every path", 'http.request.uri.path contains "/"', ALL),
  blocks("a block of every address of IPv4 and IPv6", "ip.src in {0.0.0.0/0 ::/0}", ALL),
  blocks("a block by a wildcard of everything", 'http.host wildcard "*"', ALL),
  blocks("a block of what is TLS or not", "ssl or not ssl", ALL),
  blocks(
    "a block of two inequalities joined by or",
    'http.host ne "a.example" or http.host ne "b.example"',
    /\band\b/,
  ),
  blocks(
    "a block of all but two countries, joined by or",
    'ip.src.country ne "DE" or ip.src.country ne "AT"',
    /\band\b|not .* in/,
  ),
  blocks(
    "a block of two negated addresses joined by or",
    "not ip.src in {192.0.2.0/24} or not ip.src in {198.51.100.0/24}",
    /\band\b/,
  ),
  blocks("a block of everything that starts with nothing", 'starts_with(http.request.uri.path, "")', ALL),
  trap(
    "a challenge of everything",
    FIREWALL,
    [{ action: "managed_challenge", expression: "true" }],
    "rules[0].expression",
    ALL,
  ),
  trap(
    "a challenge of all of an interface",
    FIREWALL,
    [{ action: "managed_challenge", expression: 'starts_with(http.request.uri.path, "/api/")' }],
    "rules[0]",
    /client|API|cannot solve|block/i,
  ),
  trap(
    "a challenge of posted forms",
    FIREWALL,
    [{ action: "js_challenge", expression: 'http.request.method eq "POST"' }],
    "rules[0]",
    /client|POST|cannot solve|block/i,
  ),
  blocks(
    "a host that is two at once",
    'http.host eq "a.example" and http.host eq "b.example"',
    /\bor\b|never/,
  ),
  blocks(
    "a number that is above and below",
    "cf.bot_management.score gt 50 and cf.bot_management.score lt 20",
    NEVER,
  ),
  blocks("an empty set", "ip.src in {}", NEVER),
  blocks("TLS and not TLS", "ssl and not ssl", NEVER),
  blocks("false", "not true", NEVER),
  blocks("a path with its query", 'http.request.uri.path eq "/a?b=1"', /query|http\.request\.uri\b|never/),
  blocks("a path without its slash", 'http.request.uri.path eq "admin"', /"\/|slash|never/),
  blocks("a host with its scheme", 'http.host eq "https://a.example"', /scheme|without|never/i),
  blocks("a method in lower case", 'http.request.method eq "post"', /POST|upper|never/),
  blocks("a country in lower case", 'ip.src.country eq "de"', /DE|upper|never/),
  blocks("a lowered host compared with capitals", 'lower(http.host) eq "A.example"', /lower|never/),
  trap(
    "a rule behind a block of more",
    FIREWALL,
    [
      { action: "block", expression: 'starts_with(http.request.uri.path, "/admin")' },
      { action: "managed_challenge", expression: 'http.request.uri.path eq "/admin"' },
    ],
    "rules[1]",
    /never|reached|before/i,
  ),
  trap(
    "a rule behind a block of everything",
    FIREWALL,
    [
      { action: "block", expression: "true" },
      { action: "managed_challenge", expression: 'http.request.uri.path eq "/admin"' },
    ],
    "rules[1]",
    /never|reached|before/i,
  ),
  trap(
    "a skip behind what it should skip",
    FIREWALL,
    [
      { action: "block", expression: 'ip.src.country eq "XX"' },
      { action: "skip", expression: "ip.src in {192.0.2.0/24}", actionParameters: { ruleset: "current" } },
    ],
    "rules[1]",
    /after|behind|last|before|first/,
  ),
  trap(
    "a skip of everything for everybody",
    FIREWALL,
    [
      {
        action: "skip",
        expression: "true",
        actionParameters: {
          ruleset: "current",
          phases: ["http_ratelimit", "http_request_sbfm", "http_request_firewall_managed"],
        },
      },
    ],
    "rules[0]",
    ALL,
  ),
  trap(
    "a skip of managed rules for everybody",
    "http_request_firewall_managed",
    [
      { action: "skip", expression: "true", actionParameters: { ruleset: "current" } },
      { action: "execute", expression: "true", actionParameters: { id: MANAGED } },
    ],
    "rules[0]",
    ALL,
  ),
  trap(
    "an exception behind the ruleset that it should spare",
    "http_request_firewall_managed",
    [
      { action: "execute", expression: "true", actionParameters: { id: MANAGED } },
      {
        action: "skip",
        expression: 'http.request.uri.path eq "/upload"',
        actionParameters: { rulesets: [MANAGED] },
      },
    ],
    "rules[1]",
    /before|after|behind/,
  ),
  trap(
    "all managed rules switched off",
    "http_request_firewall_managed",
    [
      {
        action: "execute",
        expression: "true",
        actionParameters: { id: MANAGED, overrides: { enabled: false } },
      },
    ],
    "rules[0].actionParameters.overrides",
    /off|no rule|nothing|disable/i,
  ),
  trap(
    "the scoring rule switched off",
    "http_request_firewall_managed",
    [
      {
        action: "execute",
        expression: "true",
        actionParameters: { id: OWASP, overrides: { rules: [{ id: SCORING, enabled: false }] } },
      },
    ],
    "rules[0].actionParameters.overrides",
    /scor|block|act/i,
  ),
  trap(
    "all managed rules switched on",
    "http_request_firewall_managed",
    [
      {
        action: "execute",
        expression: "true",
        actionParameters: { id: MANAGED, overrides: { enabled: true } },
      },
    ],
    "rules[0].actionParameters.overrides",
    /off|false positive|every rule/i,
  ),
  trap(
    "a managed ruleset that is disabled",
    "http_request_firewall_managed",
    [{ action: "execute", expression: "not true", actionParameters: { id: MANAGED } }],
    "rules[0].expression",
    NEVER,
  ),
  trap(
    "a limit that counts everybody together",
    "http_ratelimit",
    [{ action: "block", ratelimit: limitBy() }],
    "rules[0].ratelimit.characteristics",
    /ip\.src|together|everybody|all/i,
  ),
  trap(
    "a limit by host alone",
    "http_ratelimit",
    [{ action: "block", ratelimit: limitBy("http.host") }],
    "rules[0].ratelimit.characteristics",
    /ip\.src|together|everybody|all/i,
  ),
  redirect(
    "a redirect of everything to one page",
    "true",
    "https://enterprise.example/maintenance",
    /loop|itself|every request|all requests|always/i,
  ),
  redirect("a redirect to itself", 'http.request.uri.path eq "/a"', "/a", /loop|itself/i),
  redirect(
    "a redirect of a folder into the folder",
    'starts_with(http.request.uri.path, "/old")',
    "/old/new",
    /loop|itself|again/i,
  ),
  trap(
    "the same rule twice",
    FIREWALL,
    [
      { action: "block", expression: 'http.request.uri.path eq "/a"' },
      { action: "block", expression: 'http.request.uri.path eq "/a"' },
    ],
    "rules[1]",
    /same|duplicate|twice|never|already/i,
  ),
  trap(
    "two rewrites of one path",
    "http_request_transform",
    [
      {
        action: "rewrite",
        expression: 'http.request.uri.path eq "/a"',
        actionParameters: { uri: { path: { value: "/b" } } },
      },
      {
        action: "rewrite",
        expression: 'http.request.uri.path eq "/b"',
        actionParameters: { uri: { path: { value: "/c" } } },
      },
    ],
    "rules[1]",
    /chain|before|same phase|original/i,
  ),
  trap(
    "set on the cookies of a response",
    "http_response_headers_transform",
    [
      {
        action: "rewrite",
        actionParameters: { headers: { "set-cookie": { operation: "set", value: "a=b" } } },
      },
    ],
    "rules[0].actionParameters.headers",
    /add/,
  ),
  trap(
    "a block of known search engines",
    FIREWALL,
    [{ action: "block", expression: "cf.client.bot" }],
    "rules[0]",
    /search|verified|bot|crawler/i,
  ),
];
