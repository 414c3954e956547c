import { type FilterWarningRule, readLanguage } from "../../filter";
import { type Advice, rewriting, type RuleExample, zone } from "./example";

const LONG = `ip.src.asnum in {${Array.from({ length: 700 }, (_, index) => 64_512 + 2 * index).join(" ")}}`;

const TOLERANT = readLanguage({ unknownNames: { value: "warn", label: "edge:unknownNames" } });

/** The lint warnings of expressions. */
export const LINTS = {
  "all-without-value": {
    meaning: "A condition with all(…) is also true for a request that has no such value.",
    todo: "Join it with any(…) of the same value, or use any(…) alone.",
    bad: 'all(http.request.headers["x-tenant"][*] eq "red")',
    good: 'any(http.request.headers["x-tenant"][*] eq "red")',
  },
  "byte-separator": {
    meaning: "Bytes have `-` or `.` between them, which the service may not accept.",
    todo: "Write colons, or quotes if a text is meant.",
    bad: "http.host eq 61-62",
    good: "http.host eq 61:62",
  },
  "deprecated-field": {
    meaning: "A field has a documented replacement.",
    todo: "Write the replacement that the message names.",
    bad: 'ip.geoip.country eq "DE"',
    good: 'ip.src.country eq "DE"',
  },
  "double-negation": {
    meaning: "A negation of a negation says the same as the condition without both.",
    todo: "Remove both negations.",
    bad: "not not ssl",
    good: "ssl",
  },
  "duplicate-item": {
    meaning: "A set contains an item more than once.",
    todo: "Remove the item, or correct it.",
    bad: 'http.host in {"a" "b" "a"}',
    good: 'http.host in {"a" "b"}',
  },
  "encoded-text": {
    meaning:
      "A text contains a percent-encoded character in a form that URL normalization changes, so the normalized field never contains the text. Normalization is on unless a zone turns it off.",
    todo: "Write the character, or upper-case digits, or compare the raw field.",
    bad: 'http.request.uri.path contains "%2e%2e"',
    good: 'raw.http.request.uri.path contains "%2e%2e"',
  },
  "header-name-case": {
    meaning:
      "A name of a header has capitals. The field has the names as the client writes them, and requests of HTTP/2 and HTTP/3 have lower-case names, so the condition is true for few requests.",
    todo: "Compare the names in lower case.",
    bad: 'any(http.request.headers.names[*] eq "X-Api-Key")',
    good: 'any(lower(http.request.headers.names[*])[*] eq "x-api-key")',
  },
  "impossible-value": {
    meaning: "A comparison can never be true, because the field never has such a value.",
    todo: "Write a value that the field can have.",
    bad: 'http.request.uri.path eq "admin"',
    good: 'http.request.uri.path eq "/admin"',
  },
  length: {
    meaning:
      "The expression is longer than the 4,096 characters that the API takes. In a rule, this is an error.",
    todo: "Move values to a list, or split the rule into two.",
    bad: LONG,
    good: "ip.src in $partners",
  },
  limit: {
    meaning:
      "The arguments of a function are outside its documented limits: in a rule, this is an error with the id of the limit. Or the function is not documented: this is a warning.",
    todo: "Read the entry of the limit: the message names what is allowed.",
    previewId: "function-literal",
    bad: 'substring(http.host, len(http.host)) eq "a"',
    good: 'substring(http.host, 3) eq "a"',
  },
  list: {
    meaning: "The list probably does not fit: no list has values of the field's type.",
    todo: "Look up a field of addresses, host names or AS numbers, or write the values as a set.",
    bad: "http.cookie in $office",
    good: "ip.src in $office",
  },
  "mixed-operators": {
    meaning:
      "Operators of different precedence are mixed without parentheses, so the expression is easy to misread.",
    todo: "Write the parentheses that the message shows.",
    bad: 'ssl and http.host eq "a" or http.host eq "b"',
    good: '(ssl and http.host eq "a") or http.host eq "b"',
  },
  "never-empty": {
    meaning: "A comparison with an empty text is always or never true, because the field is never empty.",
    todo: "Leave the comparison out.",
    bad: 'ssl or http.request.uri.path eq ""',
    good: "ssl",
  },
  "or-instead-of-in": {
    meaning: "Several equalities of one value are joined with or. A set is shorter and says the same.",
    todo: "Write a set.",
    bad: 'http.host eq "a" or http.host eq "b" or http.host eq "c"',
    good: 'http.host in {"a" "b" "c"}',
  },
  "overlapping-item": {
    meaning: "An item of a set is part of another item.",
    todo: "Remove the smaller item, or correct it.",
    bad: "ip.src in {192.0.2.0/24 192.0.2.7}",
    good: "ip.src in {192.0.2.0/24}",
  },
  "pattern-in-text": {
    meaning:
      "A text looks like a regular expression or a wildcard, but is compared as it is written. Or a regular expression looks like a wildcard, but its star repeats the character before it.",
    todo: "Write the text alone, or use matches with .*, or wildcard.",
    bad: 'http.host eq "*.example.com"',
    good: 'http.host wildcard "*.example.com"',
  },
  phase: {
    meaning:
      "The documentation does not mention a field or function for this phase, so the API may refuse it.",
    todo: "Use another field or function, or move the rule to a phase that has it.",
    bad: 'sha256(http.host) eq "a"',
    good: 'http.host eq "a"',
  },
  "plain-regex": {
    meaning:
      "A regular expression has no pattern, so a comparison of text says the same, is faster, and is in every plan.",
    todo: "Write the comparison that the message shows.",
    at: zone("http_request_firewall_custom", "enterprise"),
    bad: 'http.request.uri.path matches "^/api/"',
    good: 'starts_with(http.request.uri.path, "/api/")',
  },
  plan: {
    meaning:
      "The expression uses a feature that not every plan includes. A preview that knows the plan judges by it and names a constraint in place of this warning.",
    todo: "Write the expression without the feature, or use a plan that includes it.",
    previewId: "plan-field",
    at: zone("http_request_firewall_custom", "business"),
    bad: "cf.bot_management.score lt 30",
    good: "ssl",
  },
  "reserved-address": {
    meaning:
      "The address of a visitor is compared with addresses that are reserved for private or local networks, so the comparison is never true.",
    todo: "Write the public addresses from which the requests come.",
    bad: "ip.src in {10.0.0.0/8 192.168.0.0/16}",
    good: "ip.src in {192.0.2.0/24}",
  },
  "threat-score": {
    meaning:
      "The service does not compute the threat score any more: it is always 0. Its comparisons decide the whole expression, so the rule selects no request, or every request.",
    todo: "Remove the condition, or use another field, such as cf.waf.score.",
    bad: "cf.threat_score gt 10 and ssl",
    good: "ssl",
  },
  "threat-score-branch": {
    meaning:
      "A part of the expression compares the threat score. The service does not compute it any more, so that part is always or never true.",
    todo: "Remove that part, or use another field, such as cf.waf.score.",
    bad: "cf.threat_score gt 10 or ssl",
    good: "ssl",
  },
  "total-regex": {
    meaning: "A regular expression matches every value.",
    todo: "Leave the condition out, or write a pattern.",
    at: zone("http_request_firewall_custom", "enterprise"),
    bad: 'ssl and http.user_agent matches ".*"',
    good: 'ssl and http.user_agent matches "a|b"',
  },
  "unescaped-dot": {
    meaning:
      "A dot in a regular expression for a host or a file name is not escaped, so it matches every character.",
    todo: "Write a backslash before the dot.",
    at: zone("http_request_firewall_custom", "enterprise"),
    bad: 'http.host matches "^(a|b).example.com$"',
    good: 'http.host in {"a.example.com" "b.example.com"}',
  },
  "unknown-name": {
    meaning:
      "The language of this release has no such field or function, and the setting edge:unknownNames makes that a warning. The service may know it, or refuse the rule.",
    todo: "Correct the name, or declare it in edge:fields, so that its type is checked.",
    at: { ...zone("http_request_firewall_custom"), language: TOLERANT },
    bad: "cf.new.score lt 20",
    good: "cf.waf.score lt 20",
  },
  value: {
    meaning: "A value expression is a constant, or starts with what the member does not take.",
    todo: "Write a constant as value, and a path that starts with a slash.",
    at: zone("http_request_transform"),
    bad: rewriting({ path: { expression: '"/new"' } }),
    good: rewriting({ path: { value: "/new" } }),
  },
  "wildcard-crosses-slash": {
    meaning:
      "A wildcard for the whole URI has a star in its host. A star also matches slashes, so the text may be in the path or query of another host.",
    todo: "Compare http.host and http.request.uri.path.",
    bad: 'http.request.full_uri wildcard "https://*.example.com/api/*"',
    good: 'http.host wildcard "*.example.com" and http.request.uri.path wildcard "/api/*"',
  },
} satisfies Readonly<Record<FilterWarningRule, Advice & RuleExample>>;
