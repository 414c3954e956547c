import type { Members } from "../api";
import { isUnknown } from "../api/unknown";
import { walkFilter } from "../filter";
import { constraints, shown, type RuleContext, type Violation, violation } from "./constraint";
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
export function* checkExpression(rule: Members, context: RuleContext): Iterable<Violation> {
  const { expression, action } = rule;
  const { phase, nameOf } = context;
  if (typeof expression !== "string" || expression.trim() === "" || isUnknown(expression)) return;
  const path = ["expression"];
  const count = countRegexes(expression);
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

function countRegexes(expression: string): number {
  // Parsing is slow, so only texts that can exceed the limit are parsed.
  if ((expression.match(/matches|~/g) ?? []).length <= MAX_REGEXES) return 0;
  const parsed = parseCondition(expression);
  let count = 0;
  if (parsed.valid)
    walkFilter(parsed.ast, (node) => {
      if (node.kind === "comparison" && node.test.kind === "matches") count += 1;
    });
  return count;
}
