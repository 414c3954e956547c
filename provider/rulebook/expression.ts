import { isMembers, type Members } from "../api/plain";
import { isUnknown } from "../api/unknown";
import { parseFilter, walkFilter } from "../filter";
import { constraints, shown, type RuleContext, type Violation } from "./constraint";

const MAX_REGEXES = 64;
/** `http.request.full_uri in $list`, the form of the documentation. */
const IN_LIST = /(?<![\w.])([\w.]+)\s+in\s+\$([\w.]+)/g;

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
  "expression-redirect-key": {
    says: "The `key` of `from_list` is the field that the expression looks up in the list. Otherwise nothing matches.",
    source: "developers docs, rules/url-forwarding/bulk-redirects",
    confidence: "documented",
    accepted: true,
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
  const parsed = parseFilter(expression);
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
  const parameters = rule["action_parameters"];
  const from = isMembers(parameters) ? parameters["from_list"] : undefined;
  if (!isMembers(from)) return [];
  const { name, key } = from;
  if (typeof name !== "string" || typeof key !== "string" || isUnknown(name) || isUnknown(key)) return [];
  const fields = [...expression.matchAll(IN_LIST)]
    .filter(([, , list]) => list === name)
    .map(([, field]) => field ?? "");
  if (fields.length === 0) {
    const message = `is documented to look up the list of ${nameOf("from_list")}; write http.request.full_uri in $list, with the name of the list`;
    return [{ constraint: EXPRESSION["expression-redirect-list"], path: ["expression"], message }];
  }
  if (fields.includes(key)) return [];
  const message = `must be the field that the expression looks up in the list, as in ${nameOf("key")}: "http.request.full_uri" and http.request.full_uri in $list; otherwise nothing matches`;
  return [
    {
      constraint: EXPRESSION["expression-redirect-key"],
      path: ["action_parameters", "from_list", "key"],
      message,
    },
  ];
}
