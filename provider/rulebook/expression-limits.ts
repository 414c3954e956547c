import type { Members } from "../api";
import { isUnknown } from "../api/unknown";
import { type ExpressionLimit, walkFilter } from "../filter";
import {
  type Constraint,
  constraints,
  type RuleContext,
  shown,
  type Violation,
  violation,
} from "./constraint";
import { parseCondition } from "./judge-expression";

const FUNCTIONS = "developers docs, ruleset-engine/rules-language/functions";
const FIELDS = "developers docs, ruleset-engine/rules-language/fields, and the page of each phase";
const LISTS = "developers docs, waf/tools/lists";

/** The limits of expressions, which `checkPlace` of `provider/filter` checks. */
export const EXPRESSION_LIMITS: Readonly<Record<ExpressionLimit, Constraint>> = constraints<ExpressionLimit>({
  "expression-field": {
    says: "A phase before the response has no fields of the response, `http_request_transform` and `http_request_dynamic_redirect` have no bodies, scores and bot data, cache rules and DDoS overrides have no scores, and phases of packets have no fields of HTTP.",
    source: FIELDS,
    confidence: "documented",
  },
  "expression-field-unlisted": {
    says: "Configuration and origin rules have no bodies, scores and bot data, and cache response rules only the response's code and headers.",
    source: FIELDS,
    confidence: "inferred",
  },
  "expression-function": {
    says: "`regex_replace`, `wildcard_replace`, `to_string`, `remove_query_args` and `uuidv4` are for value expressions, `cidr` and `cidr6` for custom and rate limiting rules, `split` for response headers, custom errors and cache responses, `sha256` and `encode_base64` for headers, `bit_slice` for packets.",
    source: FUNCTIONS,
    confidence: "documented",
  },
  "expression-function-unlisted": {
    says: "`join` and `decode_base64` are documented for some phases, `sha256` and `encode_base64` not for filters.",
    source: FUNCTIONS,
    confidence: "inferred",
  },
  "credential-function": {
    says: "Expressions for exposed credentials call at most one function: `upper`, `lower`, `url_decode` or `lookup_json_string`.",
    source: "developers docs, waf/managed-rules/check-for-exposed-credentials/configure-api",
    confidence: "documented",
  },
  "list-name": {
    says: "The name of a list has at most 50 characters and no dots.",
    source: LISTS,
    confidence: "documented",
  },
  "list-managed": {
    says: "The managed lists are `$cf.anonymizer`, `$cf.botnetcc`, `$cf.malware`, `$cf.open_proxies` and `$cf.vpn`.",
    source: `${LISTS}/managed-lists`,
    confidence: "documented",
  },
  "list-missing": {
    says: "A list that an expression names is a list of the account.",
    source: LISTS,
    confidence: "documented",
  },
  "list-other-kind": {
    says: "A list has items of the kind of the field: IP addresses, host names, AS numbers, or redirects in http_request_redirect.",
    source: LISTS,
    confidence: "documented",
  },
  "list-addresses": {
    says: "Response header transforms and rate limiting rules of an account take no lists of IP addresses.",
    source: LISTS,
    confidence: "documented",
  },
  "list-account": {
    says: "The entry point of an account in `http_request_firewall_custom` takes no lists of the account. Custom rulesets of the account do.",
    source: "an API answer, quoted by the authors of another linter in October 2026",
    confidence: "observed",
  },
  "field-account": {
    says: "The entry points of an account in `http_request_firewall_custom` and `http_ratelimit` do not have `cf.waf.score` and its parts. Custom rulesets of the account do.",
    source: "tests against the API in October 2026, by the authors of another linter",
    confidence: "observed",
  },
  "list-redirect-field": {
    says: "The expression of a bulk redirect looks up a field in the list, not the result of a function.",
    source: "developers docs, rules/url-forwarding/bulk-redirects",
    confidence: "documented",
  },
  "list-kind": {
    says: "Lists of IP addresses are for fields of type Ip, lists of host names for `http.host`, lists of AS numbers for `ip.src.asnum`.",
    source: LISTS,
    confidence: "inferred",
  },
  "function-once": {
    says: "A value expression calls `regex_replace` and `wildcard_replace` once each, and not in each other's arguments.",
    source: FUNCTIONS,
    confidence: "documented",
  },
  "function-literal": {
    says: "The positions of `substring` and the separator of `join` are literals.",
    source: `${FUNCTIONS}; for substring an API answer`,
    confidence: "observed",
  },
  "function-flags": {
    says: "The flags of `url_decode` are `r` and `u`, of `encode_base64` `u` and `p`, of `wildcard_replace` `s`.",
    source: FUNCTIONS,
    confidence: "documented",
  },
  "function-pattern": {
    says: "The patterns of `regex_replace` and `wildcard_replace` are valid.",
    source: FUNCTIONS,
    confidence: "documented",
  },
  "function-references": {
    says: "The replacement of `regex_replace` has at most eight references to groups.",
    source: FUNCTIONS,
    confidence: "documented",
  },
  "function-undocumented": {
    says: "`hmac`, `sha512`, `trim`, `trim_start`, `trim_end`, `ip_in_range`, and `contains` and `wildcard` as functions, are not documented.",
    source: `${FUNCTIONS}; the reference implementation has them`,
    confidence: "inferred",
  },
  "function-query": {
    says: "The first argument of `remove_query_args` is `http.request.uri.query` or `raw.http.request.uri.query`.",
    source: FUNCTIONS,
    confidence: "documented",
  },
});

export const EXPRESSION_LANGUAGE = constraints({
  "expression-condition": {
    says: "`expression` and `counting_expression` are valid filter expressions.",
    source: "developers docs, ruleset-engine/rules-language/expressions",
    confidence: "documented",
  },
  "expression-value": {
    says: "Expressions of a path, a query, a target and a credential compute a text, of a header a text or an IP address, of cache tags a list of texts.",
    source:
      "developers docs, rules/transform, rules/url-forwarding and cache/how-to/cache-response-rules; for the code an API answer",
    confidence: "documented",
    code: 20083,
  },
});

const MAX_REGEXES = 64;
/** `in $list`, as in the documentation. */
const IN_LIST = /\bin\s+\$\w/;

export const EXPRESSION = constraints({
  "expression-regexes": {
    says: `A rule has at most ${MAX_REGEXES} regular expressions.`,
    source: "developers docs, ruleset-engine/rules-language/operators",
    confidence: "documented",
  },
  "expression-log-fields": {
    says: 'The expression of rules in `http_log_custom_fields` is `"true"`.',
    source: "developers docs, logs/logpush/logpush-job/custom-fields",
    confidence: "documented",
  },
  "expression-redirect-list": {
    says: "The expression of a bulk redirect names the list of `from_list`, as in `http.request.full_uri in $list`.",
    source: "developers docs, rules/url-forwarding/bulk-redirects",
    confidence: "inferred",
  },
});

/** Checks what a phase requires of the expressions of its rules, and limits of every expression. */
export function* checkExpression(rule: Members, context: RuleContext): Iterable<Violation> {
  const { expression, action } = rule;
  const { phase, nameOf } = context;
  if (typeof expression !== "string" || expression.trim() === "" || isUnknown(expression)) return;
  const path = ["expression"];
  const count = countRegexes(expression, context);
  if (count > MAX_REGEXES) {
    const message = `must have at most ${MAX_REGEXES} regular expressions, found ${count}; join patterns with |, or write several rules`;
    yield violation(EXPRESSION["expression-regexes"], path, message);
  }
  if (phase === "http_log_custom_fields" && expression.trim() !== "true") {
    const message = `must be "true" in the phase ${phase}, found ${shown(expression, context)}; the fields are logged for all requests`;
    yield violation(EXPRESSION["expression-log-fields"], path, message);
  }
  if (phase === "http_request_redirect" && action === "redirect" && !IN_LIST.test(expression)) {
    const message = `is documented to look up the list of ${nameOf("from_list")}; write http.request.full_uri in $list, with the name of the list`;
    yield violation(EXPRESSION["expression-redirect-list"], path, message);
  }
}

function countRegexes(expression: string, context: RuleContext): number {
  // Parsing is slow, so only texts that can exceed the limit are parsed.
  if ((expression.match(/matches|~/g) ?? []).length <= MAX_REGEXES) return 0;
  const parsed = parseCondition(expression, context);
  let count = 0;
  if (parsed.valid)
    walkFilter(parsed.ast, (node) => {
      if (node.kind === "comparison" && node.test.kind === "matches") count += 1;
    });
  return count;
}
