import { type FilterWarningRule, readLanguage } from "../../filter";
import { type Advice, rewriting, type RuleExample, zone } from "./example";

const LONG = `ip.src.asnum in {${Array.from({ length: 700 }, (_, index) => 64_512 + 2 * index).join(" ")}}`;

const TOLERANT = readLanguage({ unknownNames: { value: "warn", label: "edge:unknownNames" } });

/** The lint warnings of expressions. */
export const LINTS = {
  "deprecated-field": {
    meaning: "A field has a documented replacement.",
    todo: "Write the replacement that the message names.",
    ...{ bad: 'ip.geoip.country eq "DE"', good: 'ip.src.country eq "DE"' },
  },
  "duplicate-item": {
    meaning: "A set contains an item more than once.",
    todo: "Remove the item, or correct it.",
    ...{ bad: 'http.host in {"a" "b" "a"}', good: 'http.host in {"a" "b"}' },
  },
  "impossible-value": {
    meaning: "A comparison can never be true, because the field never has such a value.",
    todo: "Write a value that the field can have.",
    ...{ bad: 'http.request.uri.path eq "admin"', good: 'http.request.uri.path eq "/admin"' },
  },
  length: {
    meaning:
      "The expression is longer than the 4,096 characters that the API takes. In a rule, this is an error.",
    todo: "Move values to a list, or split the rule into two.",
    ...{ bad: LONG, good: "ip.src in $partners" },
  },
  limit: {
    meaning:
      "The arguments of a function are outside its documented limits. In a rule, this is an error with the id of the limit.",
    todo: "Read the entry of the limit: the message names what is allowed.",
    previewId: "function-literal",
    bad: 'substring(http.host, len(http.host)) eq "a"',
    good: 'substring(http.host, 3) eq "a"',
  },
  list: {
    meaning: "The list probably does not fit: no list has values of the field's type.",
    todo: "Look up a field of addresses, host names or AS numbers, or write the values as a set.",
    ...{ bad: "http.cookie in $office", good: "ip.src in $office" },
  },
  "mixed-operators": {
    meaning:
      "Operators of different precedence are mixed without parentheses, so the expression is easy to misread.",
    todo: "Write the parentheses that the message shows.",
    bad: 'ssl and http.host eq "a" or http.host eq "b"',
    good: '(ssl and http.host eq "a") or http.host eq "b"',
  },
  "overlapping-item": {
    meaning: "An item of a set is part of another item.",
    todo: "Remove the smaller item, or correct it.",
    ...{ bad: "ip.src in {192.0.2.0/24 192.0.2.7}", good: "ip.src in {192.0.2.0/24}" },
  },
  phase: {
    meaning:
      "The documentation does not mention a field or function for this phase, so the API may refuse it.",
    todo: "Use another field or function, or move the rule to a phase that has it.",
    ...{ bad: 'sha256(http.host) eq "a"', good: 'http.host eq "a"' },
  },
  plan: {
    meaning:
      "The expression uses a feature that not every plan includes. A preview that knows the plan judges by it and names a constraint in place of this warning.",
    todo: "Write the expression without the feature, or use a plan that includes it.",
    previewId: "plan-field",
    ...{ at: zone("http_request_firewall_custom", "business"), bad: "cf.bot_management.score lt 30" },
    good: "ssl",
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
} satisfies Readonly<Record<FilterWarningRule, Advice & RuleExample>>;
