import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

/** A custom rule that blocks by a condition which the API accepts. */
const blocks = (title: string, expression: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_request_firewall_custom", [{ action: "block", expression }]),
  property: "rules[0]",
  remedy,
  as: "warning",
});

const ALL = /every request|all requests|always|everybody|everyone|every visitor/i;
const NEVER = /never|no request|no value/i;

/** Conditions that are always true or never, or that say another thing than their author means. */
export const conditions: readonly FaultyProgram[] = [
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
];
