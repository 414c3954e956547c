import type { FaultyProgram } from "../case";
import { inAccount, inZone } from "../declare";

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
  trap(
    "a challenge of everything",
    FIREWALL,
    [{ action: "managed_challenge", expression: "true" }],
    "rules[0]",
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
  redirect("a redirect to itself", 'http.request.uri.path eq "/a"', "/a", /loop|itself|without end/i),
  redirect(
    "a redirect of a folder into the folder",
    'starts_with(http.request.uri.path, "/old")',
    "/old/new",
    /loop|itself|again|without end/i,
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
    "a block of both halves of IPv6",
    FIREWALL,
    [{ action: "block", expression: "ip.src in {::/1 8000::/1}" }],
    "rules[0].expression",
    /IPv6/,
  ),
  trap(
    "a block of every address by ranges",
    FIREWALL,
    [{ action: "block", expression: "ip.src in {0.0.0.0/1 128.0.0.0/1 ::/1 8000::/1}" }],
    "rules[0].expression",
    /every request/,
  ),
  {
    title: "a block of every Enterprise zone of an account",
    program: inAccount(FIREWALL, [{ action: "block", expression: 'cf.zone.plan eq "ENT"' }]),
    property: "rules[0].expression",
    remedy: /zone|narrow/,
    as: "warning",
  },
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
];
