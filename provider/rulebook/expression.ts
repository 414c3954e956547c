import type { Members } from "../api";
import { isUnknown } from "../api/unknown";
import { walkFilter } from "../filter";
import { constraints, shown, type RuleContext, type Violation } from "./constraint";
import { parseCondition } from "./judge-expression";

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
export function checkExpression(rule: Members, context: RuleContext): Violation[] {
  const { expression } = rule;
  if (typeof expression !== "string" || expression.trim() === "" || isUnknown(expression)) return [];
  return [
    ...checkRegexes(expression),
    ...(context.phase === "http_log_custom_fields" ? checkLogFields(expression, context) : []),
    ...(context.phase === "http_request_redirect" ? checkRedirect(expression, rule, context) : []),
  ];
}

function checkRegexes(expression: string): Violation[] {
  // Parsing is slow, so only texts that can exceed the limit are parsed.
  if ((expression.match(/matches|~/g) ?? []).length <= MAX_REGEXES) return [];
  const parsed = parseCondition(expression);
  if (!parsed.valid) return [];
  let count = 0;
  walkFilter(parsed.ast, (node) => {
    if (node.kind === "comparison" && node.test.kind === "matches") count += 1;
  });
  if (count <= MAX_REGEXES) return [];
  const message = `must have at most ${MAX_REGEXES} regular expressions, found ${count}; join patterns with |, or write several rules`;
  return [{ constraint: EXPRESSION["expression-regexes"], path: ["expression"], message }];
}

function checkLogFields(expression: string, context: RuleContext): Violation[] {
  if (expression.trim() === "true") return [];
  const message = `must be "true" in the phase ${context.phase}, found ${shown(expression, context)}; the fields are logged for all requests`;
  return [{ constraint: EXPRESSION["expression-log-fields"], path: ["expression"], message }];
}

function checkRedirect(expression: string, rule: Members, { nameOf }: RuleContext): Violation[] {
  if (rule["action"] !== "redirect" || IN_LIST.test(expression)) return [];
  const message = `is documented to look up the list of ${nameOf("from_list")}; write http.request.full_uri in $list, with the name of the list`;
  return [{ constraint: EXPRESSION["expression-redirect-list"], path: ["expression"], message }];
}
